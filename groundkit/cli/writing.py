"""Writes results: to standard output as UTF-8 whatever the locale, or to a file as a whole."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from groundkit.output.formats import render, render_many
from groundkit.records import Table


def write_text(text: str, output: Path | None) -> None:
    """Write text to ``output``, or to standard output."""
    data = text.encode("utf-8", "backslashreplace")
    if output is not None:
        from groundkit.files.atomic import write_atomically

        write_atomically(output, data)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def write_table(table: Table, format_name: str, output: Path | None) -> None:
    """Write one table in any format."""
    if format_name != "parquet":
        write_text(render(table, format_name), output)
        return
    from groundkit.output.parquet import write_parquet

    if output is None:
        raise click.UsageError("parquet is binary: name a file with --output")
    write_parquet(table, output)


def write_tables(tables: Mapping[str, Table], format_name: str, output: Path | None) -> None:
    """Write several named tables; only formats that can hold them are allowed."""
    write_text(render_many(tables, format_name), output)
