"""Lets the engine read a file of columns at its own speed, where that is exact.

The engine's reader and our own line parser (``files/ranked_lines.py``) understand a file alike
when it is plain: one delimiter, and none of the characters that only one of them takes for
white space. What is not plain, and what the engine refuses, is left to the parser.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import BinaryIO

import duckdb

from groundkit.engine.session import Session, identifier

_CHUNK = 1 << 24
"""Bytes that are looked through at once."""

_NEVER = (b"\0", b"\v", b"\f", b"\r")
"""What only the line parser takes for white space, or what no text holds."""


def read_columns(
    session: Session, table: str, path: Path, columns: Mapping[str, str], keep: Mapping[str, str]
) -> bool:
    """Make ``table`` out of a file and return True, or return False when that is not exact.

    ``columns`` are the names of all columns of the file in order, with their types; ``keep`` maps
    the columns of the table to expressions over them. A table row has no NULL.
    """
    delimiter = _delimiter(path)
    if delimiter is None or not _is_plain(path, delimiter):
        return False
    wanted = ", ".join(f"{text} as {identifier(name)}" for name, text in keep.items())
    try:
        session.execute(
            f"create or replace temp table {identifier(table)} as select {wanted} from read_csv("
            "$path, delim = $delimiter, columns = "
            f"{{{', '.join(f'{name}: {kind!r}' for name, kind in columns.items())}}}, "
            "header = false, quote = '', escape = '', comment = '', auto_detect = false, "
            "compression = 'none', nullstr = $never, max_line_size = 16777216)",
            {"path": str(path.absolute()), "delimiter": delimiter, "never": "\x01\x02"},
        )
    except (duckdb.InvalidInputException, duckdb.ConversionException):
        return False
    missing = " or ".join(f"{identifier(name)} is null" for name in keep)
    return not session.value(f"select exists (from {identifier(table)} where {missing})")


def has_byte(path: Path, byte: bytes) -> bool:
    """Return whether a byte occurs in a file."""
    with path.open("rb") as file:
        return any(byte in chunk for chunk in _chunks(file))


def _delimiter(path: Path) -> str | None:
    with path.open("rb") as file:
        first = file.readline(1 << 16)
    if first.startswith((b"#", codecs.BOM_UTF8)):
        return None
    if b"\t" in first:
        return "\t"
    return " " if b" " in first else None


def _is_plain(path: Path, delimiter: str) -> bool:
    never = (*_NEVER, b" " if delimiter == "\t" else b"\t")
    with path.open("rb") as file:
        return not any(byte in chunk for chunk in _chunks(file) for byte in never)


def _chunks(file: BinaryIO) -> Iterable[bytes]:
    return iter(lambda: file.read(_CHUNK), b"")
