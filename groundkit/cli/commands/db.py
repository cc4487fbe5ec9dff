"""``db``: housekeeping of the warehouse file."""

from __future__ import annotations

from pathlib import Path

import click

from groundkit.cli.diagnostics import say
from groundkit.cli.options import (
    format_options,
    project,
    quiet_option,
    voice_options,
    warehouse_option,
    warehouse_path,
)
from groundkit.cli.root import Suggesting


@click.group(cls=Suggesting, short_help="Look after the warehouse file.")
def db() -> None:
    """Look after the warehouse file.

    \b
    Examples:
      groundkit-wh db info
      groundkit-wh db schema -f markdown -o data-dictionary.md
    """


@db.command(short_help="Show path, size, versions and row counts.")
@warehouse_option
@format_options
@quiet_option
def info(warehouse: Path | None, format_name: str, output: Path | None) -> None:
    """Show what the warehouse is and how much it holds.

    \b
    Example:
      groundkit-wh db info
    """
    from groundkit.api.warehouse import Warehouse
    from groundkit.cli.writing import write_table

    with Warehouse.open(warehouse_path(warehouse, project()), read_only=True) as wh:
        write_table(wh.info(), format_name, output)


@db.command(short_help="Print the data dictionary.")
@warehouse_option
@format_options
@quiet_option
def schema(warehouse: Path | None, format_name: str, output: Path | None) -> None:
    """Print every table, view, macro and column with its comment, from the catalog.

    Where there is no warehouse yet, the dictionary of a new one is printed.

    \b
    Example:
      groundkit-wh db schema -f markdown
    """
    from groundkit.api.dictionary import new_dictionary
    from groundkit.api.warehouse import Warehouse
    from groundkit.cli.writing import write_table

    path = warehouse_path(warehouse, project())
    if warehouse is None and not path.exists():
        write_table(new_dictionary(), format_name, output)
        return
    with Warehouse.open(path, read_only=True) as wh:
        write_table(wh.schema(), format_name, output)


@db.command(short_help="Bring tables and views to this version.")
@warehouse_option
@voice_options
def migrate(warehouse: Path | None, quiet: bool, verbose: bool) -> None:
    """Apply the migrations that are missing, each in one transaction, and rebuild the views.

    \b
    Example:
      groundkit-wh db migrate
    """
    from groundkit.api.warehouse import Warehouse
    from groundkit.cli.writing import write_text
    from groundkit.output.values import visible

    done = Warehouse.migrate(warehouse_path(warehouse, project()))
    write_text("".join(f"{visible(line)}\n" for line in done), None)
    if not done and not quiet:
        say("nothing to do: tables and views are those of this version")


@db.command(short_help="Check the warehouse; exit 1 when something is wrong.")
@warehouse_option
@format_options
@quiet_option
def verify(warehouse: Path | None, format_name: str, output: Path | None) -> None:
    """Look for broken rules (the quality views) and for runs whose seal does not fit.

    Failed queries are reported by `show`, not here: a stage that failed is a fact, not damage.

    \b
    Example:
      groundkit-wh db verify
    """
    from groundkit.api.warehouse import Warehouse
    from groundkit.cli.writing import write_table
    from groundkit.errors import CheckFailed

    with Warehouse.open(warehouse_path(warehouse, project()), read_only=True) as wh:
        offences = wh.verify()
    write_table(offences, format_name, output)
    if offences.rows:
        number = len(offences.rows)
        raise CheckFailed(f"{number} problem{'s' * (number != 1)} found in the warehouse")
