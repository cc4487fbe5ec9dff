"""``runs``, ``show`` and ``leaderboard``: what is stored."""

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


@click.group(
    cls=Suggesting, invoke_without_command=True, short_help="List the runs, or rename one."
)
@warehouse_option
@format_options
@quiet_option
@click.pass_context
def runs(ctx: click.Context, warehouse: Path | None, format_name: str, output: Path | None) -> None:
    """List every stage of every run, newest run first.

    \b
    Examples:
      groundkit-wh runs
      groundkit-wh runs -f csv
      groundkit-wh runs rename latest small-chunks
    """
    ctx.obj = warehouse
    if ctx.invoked_subcommand is not None:
        return
    from groundkit.api.warehouse import Warehouse
    from groundkit.cli.writing import write_table

    with Warehouse.open(warehouse_path(warehouse, project()), read_only=True) as wh:
        write_table(wh.runs(), format_name, output)


@runs.command(short_help="Give a run another name.")
@click.argument("reference", metavar="RUN")
@click.argument("name")
@warehouse_option
@voice_options
@click.pass_obj
def rename(
    outer: Path | None,
    reference: str,
    name: str,
    warehouse: Path | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Give RUN another NAME; nothing else of a run can be changed.

    \b
    Example:
      groundkit-wh runs rename latest small-chunks
    """
    from groundkit.api.warehouse import Warehouse

    with Warehouse.open(warehouse_path(warehouse or outer, project())) as wh:
        run_id = wh.rename_run(reference, name)
    if not quiet:
        say(f"run {run_id} is now called {name}")


@click.command(short_help="Show one run.")
@click.argument("reference", metavar="[RUN]", default="latest")
@click.option("--queries", is_flag=True, help="One row per query instead of the summary.")
@warehouse_option
@format_options
@quiet_option
def show(
    reference: str, queries: bool, warehouse: Path | None, format_name: str, output: Path | None
) -> None:
    """Show RUN: an id, a unique prefix of one, a name, or `latest`.

    \b
    Examples:
      groundkit-wh show
      groundkit-wh show small-chunks --queries
    """
    from groundkit.api.warehouse import Warehouse
    from groundkit.cli.writing import print_run, write_table

    with Warehouse.open(warehouse_path(warehouse, project()), read_only=True) as wh:
        run = wh.run(reference)
        if queries:
            write_table(run.queries(), format_name, output)
        else:
            print_run(run, format_name, output, provenance=True)


@click.command(short_help="Rank all distinct results of each collection.")
@warehouse_option
@format_options
@quiet_option
def leaderboard(warehouse: Path | None, format_name: str, output: Path | None) -> None:
    """List every distinct result, collection by collection, best nDCG@10 first.

    \b
    Example:
      groundkit-wh leaderboard
    """
    from groundkit.api.warehouse import Warehouse
    from groundkit.cli.writing import write_table

    with Warehouse.open(warehouse_path(warehouse, project()), read_only=True) as wh:
        write_table(wh.leaderboard(), format_name, output)
