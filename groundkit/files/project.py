"""A project's configuration: ``[tool.groundkit]`` of the nearest ``pyproject.toml`` that has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from groundkit.errors import UsageError, unknown_name

_TOP: Mapping[str, type | tuple[type, ...]] = {
    "warehouse": str,
    "corpus": str,
    "id_column": str,
    "text_column": str,
    "title_column": str,
    "metadata_columns": list,
    "judgments": str,
    "max_document_bytes": int,
    "categories": dict,
    "eval": dict,
    "check": dict,
}
_COLUMNS = ("id_column", "text_column", "title_column", "metadata_columns")
_EVAL: Mapping[str, type | tuple[type, ...]] = {
    "name": str,
    "chunker": str,
    "chunk_size": int,
    "chunk_overlap": int,
    "top_k": int,
    "k1": (int, float),
    "b": (int, float),
    "timed": bool,
}


@dataclass(frozen=True, slots=True)
class Project:
    """What a project has configured; empty where there is no configuration."""

    file: Path | None = None
    """The ``pyproject.toml``; None when there is none with a ``[tool.groundkit]`` table."""
    paths: Mapping[str, Path] = field(default_factory=dict)
    """``warehouse``, ``corpus`` and ``judgments``, relative to the working folder where given."""
    names: Mapping[str, str] = field(default_factory=dict)
    """``corpus`` and ``judgments`` as configured: their names, wherever a command is run."""
    columns: Mapping[str, Any] = field(default_factory=dict)
    """``id_column``, ``text_column``, ... of a corpus that is one file, where given."""
    max_document_bytes: int | None = None
    categories: Mapping[str, bool] = field(default_factory=dict)
    """The project's own categories: name to whether they are answerable."""
    eval: Mapping[str, Any] = field(default_factory=dict)
    """Defaults of ``eval``'s options."""
    check: Mapping[str, Any] = field(default_factory=dict)
    """What ``judgments check`` demands, as it is written: ``groundkit.check.rules`` reads it."""


def find_project(folder: Path) -> Project:
    """Return the configuration that holds in ``folder``.

    Raises UsageError for a file that is not TOML, an unknown key, or a value of a wrong type.
    """
    for candidate in (folder, *folder.parents):
        file = candidate / "pyproject.toml"
        if file.is_file():
            table = read_table(file)
            if table is not None:
                return _project(file, table, folder)
    return Project()


def read_table(file: Path) -> Mapping[str, Any] | None:
    """Return the ``[tool.groundkit]`` table of a ``pyproject.toml``; None without one.

    Raises UsageError when the file is there and is not TOML.
    """
    import tomllib

    if not file.exists():
        return None
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise UsageError(f"{file}: cannot be read as TOML: {error}") from error
    tools = content.get("tool", {})
    if not isinstance(tools, dict):
        raise UsageError(f"{file}: [tool] must be a table")
    table = tools.get("groundkit")
    if table is not None and not isinstance(table, dict):
        raise UsageError(f"{file}: [tool.groundkit] must be a table")
    return table


def _project(file: Path, table: Mapping[str, Any], folder: Path) -> Project:
    _check(file, "tool.groundkit", table, _TOP)
    options = table.get("eval", {})
    _check(file, "tool.groundkit.eval", options, _EVAL)
    categories = table.get("categories", {})
    for name, answerable in categories.items():
        if not isinstance(answerable, bool):
            raise UsageError(
                f"{file}: [tool.groundkit.categories] {name} must be true (answerable) or false"
            )
    if not all(isinstance(column, str) for column in table.get("metadata_columns", ())):
        raise UsageError(f"{file}: [tool.groundkit] metadata_columns must be a list of strings")
    paths = {
        key: _relative(file.parent / table[key], folder)
        for key in ("warehouse", "corpus", "judgments")
        if key in table
    }
    names = {key: Path(table[key]).as_posix() for key in ("corpus", "judgments") if key in table}
    return Project(
        file,
        paths,
        names,
        {key: table[key] for key in _COLUMNS if key in table},
        table.get("max_document_bytes"),
        categories,
        options,
        table.get("check", {}),
    )


def _check(
    file: Path,
    where: str,
    table: Mapping[str, Any],
    known: Mapping[str, type | tuple[type, ...]],
) -> None:
    for key, value in table.items():
        if key not in known:
            raise UsageError(f"{file}: [{where}] {unknown_name('key', key, known)}")
        expected = known[key]
        is_bool = isinstance(value, bool)
        if not isinstance(value, expected) or (is_bool and expected is not bool):
            names = expected if isinstance(expected, tuple) else (expected,)
            wanted = " or ".join(kind.__name__ for kind in names)
            raise UsageError(f"{file}: [{where}] {key} must be of type {wanted}, not {value!r}")


def _relative(path: Path, folder: Path) -> Path:
    try:
        return path.resolve().relative_to(folder.resolve())
    except ValueError:
        return path
