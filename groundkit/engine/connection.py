"""Opens warehouses: the only place that connects to the engine."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import duckdb

from groundkit.engine.failures import translated
from groundkit.engine.session import Session
from groundkit.errors import UsageError, WarehouseError

STORAGE_VERSION = "v1.5.0"
"""Format of new files: what both supported engine lines read and write."""

BLOCK_SIZE = 16384
"""Bytes of a block of new files: the smallest there is, since a warehouse has many small tables;
with the engine's default of 262144 a warehouse of one small run takes 8 MB instead of 1 MB."""

Mode = Literal["read", "write"]


def open_session(path: Path, mode: Mode, *, threads: int | None = None) -> Session:
    """Open the file at ``path``; in mode ``write`` it is created when absent.

    The connection reaches no other file and no network, loads no extension, sees no variable of
    the caller, and its configuration is locked. Raises WarehouseError when the file is missing,
    is not a warehouse file, or is in use.
    """
    shown = str(path)
    _check_threads(threads)
    if mode == "read":
        require_file(path)
    try:
        shown.encode()
    except UnicodeEncodeError as error:
        raise WarehouseError(
            f"{shown!a}: the name is not UTF-8; name another warehouse with --warehouse"
        ) from error
    if path.is_dir():
        raise WarehouseError(f"{shown}: is a folder; name a file with --warehouse")
    config: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "python_enable_replacements": False,
        "temp_directory": f"{path.absolute()}.tmp",
    }
    if threads is not None:
        config["threads"] = threads
    with translated(shown):
        connection = duckdb.connect(":memory:", config=config)
    if mode == "read":
        options = ["type duckdb", "read_only"]
    elif path.exists() and path.stat().st_size:
        options = ["type duckdb"]
    else:
        options = [
            "type duckdb",
            f"storage_version '{STORAGE_VERSION}'",
            f"block_size {BLOCK_SIZE}",
        ]
    try:
        with translated(shown):
            # An absolute path: the engine takes one such as "s3:x" for another kind of database.
            location = _literal(str(path.absolute()))
            connection.execute(f"attach {location} as warehouse ({', '.join(options)})")
            connection.execute("use warehouse")
            _close_off(connection)
    except BaseException:
        connection.close()
        raise
    return Session(connection, shown)


def require_file(path: Path) -> None:
    """Raise WarehouseError when there is no file at ``path``."""
    if not path.exists():
        raise WarehouseError(
            f"{path}: no warehouse here; run `groundkit-wh eval` to make one, "
            "or name another with --warehouse"
        )


def open_memory_session(readable: Iterable[Path] = (), *, threads: int | None = None) -> Session:
    """Open an empty warehouse in memory, to build the schema on or to compute in.

    It reaches the ``readable`` files and no others. Raises UsageError for fewer threads than 1.
    """
    _check_threads(threads)
    config: dict[str, str | bool | int | float | list[str]] = {"python_enable_replacements": False}
    if threads is not None:
        config["threads"] = threads
    connection = duckdb.connect(":memory:", config=config)
    connection.execute("attach ':memory:' as warehouse")
    connection.execute("use warehouse")
    paths = [str(path.absolute()) for path in readable]
    if paths:
        # Where a file is read in its own order, a table of it is made on one thread.
        connection.execute("set preserve_insertion_order = false")
        connection.execute("set allowed_paths = $paths", {"paths": paths})
    _close_off(connection)
    return Session(connection, ":memory:")


def _check_threads(threads: int | None) -> None:
    if threads is not None and threads < 1:
        raise UsageError(f"threads must be at least 1, not {threads}")


def _close_off(connection: duckdb.DuckDBPyConnection) -> None:
    """Let the engine reach nothing but what is attached, say nothing, and stay so."""
    connection.execute("set enable_progress_bar = false")
    connection.execute("set enable_external_access = false")
    connection.execute("set lock_configuration = true")


def engine_version() -> str:
    """Return the version of the engine."""
    return str(duckdb.__version__)


def _literal(text: str) -> str:
    # ATTACH takes no parameters; this is the one value that must be written into a statement.
    return "'" + text.replace("'", "''") + "'"
