"""Reads a file of separated columns with the engine's own reader, as text unless said otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import duckdb

from groundkit.engine.session import Session, identifier


def read_columns(
    session: Session,
    table: str,
    path: Path,
    separator: str,
    columns: Mapping[str, str],
    select: str,
) -> bool:
    """Fill the new temporary table ``table`` with ``select`` over the file's columns.

    ``columns`` names them all with their types; nothing is quoted or escaped in the file. Returns
    False, and leaves no table, when the engine cannot read every line of it as such columns.
    """
    names = ", ".join(f"'{name}': '{kind}'" for name, kind in columns.items())
    try:
        session.execute(
            f"create or replace temp table {identifier(table)} as select {select} from read_csv("
            f"$path, delim = $separator, columns = {{{names}}}, header = false, "
            "auto_detect = false, quote = '', escape = '', comment = '', nullstr = '', "
            "null_padding = false, strict_mode = true, compression = 'none')",
            {"path": str(path.absolute()), "separator": separator},
        )
    except (duckdb.ConversionException, duckdb.InvalidInputException):
        return False
    return True
