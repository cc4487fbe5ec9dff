"""``sql``: ask anything."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from groundkit.cli.options import (
    format_options,
    project,
    quiet_option,
    warehouse_option,
    warehouse_path,
)
from groundkit.errors import InputError, UsageError


@click.command(short_help="Ask the warehouse anything in SQL, read-only.")
@click.argument("statement", metavar="[STATEMENT|FILE|-]", required=False)
@warehouse_option
@format_options
@quiet_option
def sql(
    statement: str | None, warehouse: Path | None, format_name: str, output: Path | None
) -> None:
    """Run one SQL statement: given as it is, in a file, or on standard input.

    The warehouse is opened read-only, and the engine reaches no file and no network. `db schema`
    lists every table, view and column.

    \b
    Examples:
      groundkit-wh sql "from report.leaderboard limit 5"
      groundkit-wh sql question.sql -f csv
      echo "from core.run" | groundkit-wh sql -
    """
    from groundkit.api.warehouse import Warehouse
    from groundkit.cli.writing import write_table

    text = _statement(statement)
    with Warehouse.open(warehouse_path(warehouse, project()), read_only=True) as wh:
        write_table(wh.query(text), format_name, output)


def _is_file(given: str) -> bool:
    if given.lower().endswith(".sql") and not any(character.isspace() for character in given):
        return True
    try:
        return Path(given).is_file()
    except (OSError, ValueError):
        return False


def _statement(given: str | None) -> str:
    if given in (None, "-") and sys.stdin is None:
        raise UsageError("standard input is closed: give a statement")
    if given is None and sys.stdin.isatty():
        raise UsageError('no statement: give one, such as "from report.leaderboard"')
    if given is None or given == "-":
        data, place = sys.stdin.buffer.read(), "standard input"
    elif _is_file(given):
        place = given
        try:
            data = Path(given).read_bytes()
        except OSError as error:
            raise InputError(f"{given}: cannot be read: {error.strerror}") from error
    else:
        return given
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{place}: not UTF-8: {error}") from error
