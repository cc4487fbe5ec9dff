"""Writes results: to standard output as UTF-8 whatever the locale, or to a file as a whole."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from groundkit.cli.diagnostics import ReaderGone
from groundkit.output.formats import render, render_many
from groundkit.table import Table

if TYPE_CHECKING:
    from groundkit.api.warehouse import Run


def check_target(format_name: str, output: Path | None) -> None:
    """Refuse a target that could not be written to, before any work is done for it."""
    if format_name == "parquet" and output is None:
        raise click.UsageError("parquet is binary: name a file with --output")
    if output is not None and output.is_dir():
        raise click.UsageError(f"{output} is a folder: name a file with --output")
    if output is not None and not output.absolute().parent.is_dir():
        raise click.UsageError(f"there is no folder {output.parent} to write {output.name} into")


def write_text(text: str, output: Path | None) -> None:
    """Write text to ``output``, or to standard output."""
    data = text.encode("utf-8", "backslashreplace")
    if output is not None:
        if output.is_dir():
            raise click.UsageError(f"{output} is a folder: name a file with --output")
        if output.exists() and not output.is_file():
            with output.open("wb") as device:
                device.write(data)
            return
        from groundkit.files.atomic import write_atomically

        write_atomically(output, data)
        return
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError as error:
        raise ReaderGone from error


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


def print_run(run: Run, format_name: str, output: Path | None, *, provenance: bool = False) -> None:
    """Print a run: a page of text, all parts as JSON or Markdown, or its stages as rows."""
    from groundkit.cli.run_page import run_page

    tables = run.tables()
    if format_name == "table":
        write_text(run_page(tables, provenance=provenance), output)
    elif format_name in ("json", "markdown"):
        write_tables(tables, format_name, output)
    else:
        write_table(tables["stages"], format_name, output)
