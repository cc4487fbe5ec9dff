"""The output formats by name: tables in, text out (or a Parquet file).

``json``, ``jsonl``, ``csv`` and ``parquet`` are for programs and exact; ``table`` and
``markdown`` are for people. The same table gives the same bytes on every machine. All text
formats can be encoded as UTF-8 whatever the values hold, and end every line in one LF.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from groundkit.errors import UsageError, unknown_name
from groundkit.output.markdown import render_markdown
from groundkit.output.parquet import write_parquet
from groundkit.output.text_table import render_text_table
from groundkit.output.values import json_object, json_text, plain_text, unique_names
from groundkit.table import Table

__all__ = ["FORMATS", "render", "render_many", "write_parquet"]

FORMATS: tuple[str, ...] = ("table", "json", "jsonl", "csv", "markdown", "parquet")
"""Every format; all but ``parquet`` are text."""


def render(table: Table, format: str) -> str:
    """Return one table as text.

    A title, where the table has one, is shown by ``table`` and ``markdown`` only.
    Raises UsageError for an unknown format and for ``parquet``, which is not text.
    """
    if any(len(row) != len(table.columns) for row in table.rows):
        raise ValueError(f"a row of the table does not have {len(table.columns)} values")
    if format == "json":
        return _json_rows(table, indent="") + "\n"
    if format == "jsonl":
        return "".join(f"{row}\n" for row in _json_objects(table))
    if format == "csv":
        return _csv(table)
    if format == "markdown":
        return render_markdown(table)
    if format == "table":
        return render_text_table(table)
    if format == "parquet":
        raise UsageError('format "parquet" is a file, not text; name the file to write with -o')
    raise UsageError(unknown_name("format", format, FORMATS))


def render_many(tables: Mapping[str, Table], format: str) -> str:
    """Return several named tables as one text, in the order given.

    ``table`` and ``markdown`` print each under its title (its name when it has none) with a blank
    line between; ``json`` is one object of arrays. The other formats hold a single table: any
    other number of them is a UsageError, as is an unknown format.
    """
    if format not in FORMATS:
        raise UsageError(unknown_name("format", format, FORMATS))
    if format == "json":
        return _json_tables(tables)
    if format in ("table", "markdown"):
        return "\n".join(
            render(table if table.title is not None else replace(table, title=name), format)
            for name, table in tables.items()
        )
    if len(tables) != 1:
        raise UsageError(
            f'format "{format}" holds one table, not {len(tables)} ({", ".join(tables)}); '
            "pick one of them, or use table, json or markdown"
        )
    return render(next(iter(tables.values())), format)


def _json_objects(table: Table) -> Iterator[str]:
    keys = unique_names(table.columns)
    return (json_object(keys, row) for row in table.rows)


def _json_rows(table: Table, indent: str) -> str:
    """Return an array of objects, one a line; ``indent`` is that of the closing bracket."""
    rows = ",\n".join(f"{indent}  {row}" for row in _json_objects(table))
    return f"[\n{rows}\n{indent}]" if rows else "[]"


def _json_tables(tables: Mapping[str, Table]) -> str:
    members = ",\n".join(
        f"  {json_text(name)}: {_json_rows(table, indent='  ')}" for name, table in tables.items()
    )
    return f"{{\n{members}\n}}\n" if members else "{}\n"


def _csv(table: Table) -> str:
    """Return RFC 4180 text with LF line ends: always a header; NULL is nothing, "" is empty text.

    Repeated column names are numbered. A NULL that is a row's only value is an empty line.
    """
    lines = [",".join(map(_csv_field, unique_names(table.columns)))]
    lines.extend(",".join(map(_csv_field, row)) for row in table.rows)
    return "\n".join(lines) + "\n"


def _csv_field(value: object) -> str:
    if value is None:
        return ""
    text = plain_text(value)
    if text and not re.search(r'[,"\r\n]', text):
        return text
    return '"' + text.replace('"', '""') + '"'
