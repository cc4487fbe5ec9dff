"""Turns the engine's exceptions about a warehouse file into ours, once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import duckdb

from groundkit.errors import SqlRejected, WarehouseError, WarehouseInUse

_LOCK_HOLDER = re.compile(r"Conflicting lock is held in (?P<program>.*?) \(PID (?P<pid>\d+)\)")


@contextmanager
def translated(path: str, *, ignore_ended_transaction: bool = False) -> Iterator[None]:
    """Raise WarehouseError for what concerns the file at ``path``; let statement errors through.

    A statement of ours that the engine rejects is a bug and stays the engine's exception.
    """
    try:
        yield
    except duckdb.InterruptException as error:
        raise KeyboardInterrupt from error
    except RuntimeError as error:
        # What the client raises when the signal arrives while a result is fetched.
        if "interrupted" in str(error).lower():
            raise KeyboardInterrupt from error
        raise
    except duckdb.TransactionException as error:
        if ignore_ended_transaction:
            return
        if "Failed to commit" not in str(error):
            raise
        raise WarehouseError(_explain(path, str(error))) from error
    except (duckdb.IOException, duckdb.FatalException, duckdb.SerializationException) as error:
        if "Could not set lock" in str(error):
            raise WarehouseInUse(_in_use(path, str(error))) from error
        raise WarehouseError(_explain(path, str(error))) from error
    except duckdb.OutOfMemoryException as error:
        raise WarehouseError(
            f"{path}: out of memory: {_first_line(str(error))}; "
            "evaluate fewer documents at once or use a machine with more memory"
        ) from error
    except duckdb.Error as error:
        if "Corrupt database file" in str(error) or "checksum" in str(error):
            raise WarehouseError(
                f"{path}: the file is damaged ({_first_line(str(error))[:100]}); "
                "restore it from a copy"
            ) from error
        if "Unique file handle conflict" not in str(error):
            raise
        raise WarehouseInUse(
            f"{path}: this process has the warehouse open already; close the other Warehouse first"
        ) from error


@contextmanager
def rejected() -> Iterator[None]:
    """Raise SqlRejected, in one line, for whatever the engine says of a user's statement."""
    try:
        yield
    except (
        duckdb.FatalException,
        duckdb.InterruptException,
        duckdb.IOException,
        duckdb.OutOfMemoryException,
    ):
        raise
    except duckdb.Error as error:
        raise SqlRejected(_one_line(str(error))) from error


def _one_line(message: str) -> str:
    said = message.split("\n\nLINE ")[0]
    return " ".join(said.split())


def _in_use(path: str, message: str) -> str:
    holder = _LOCK_HOLDER.search(message)
    if holder:
        return (
            f"{path}: the warehouse is in use by process {holder['pid']} ({holder['program']}); "
            "wait until it is done, or stop it"
        )
    return f"{path}: the warehouse is in use by another process; wait until it is done"


def _explain(path: str, message: str) -> str:
    if "not a valid DuckDB database file" in message:
        return f"{path}: not a DuckDB file; name another warehouse with --warehouse"
    if "version number" in message or "storage version" in message.lower():
        return (
            f"{path}: written by a newer DuckDB than {duckdb.__version__}, which cannot read it; "
            "install the newer duckdb"
        )
    if "No space left" in message:
        return f"{path}: the disk is full, nothing was stored; free some space and run it again"
    return f"{path}: {_first_line(message)}"


def _first_line(message: str) -> str:
    return message.strip().splitlines()[0].removeprefix("IO Error: ")
