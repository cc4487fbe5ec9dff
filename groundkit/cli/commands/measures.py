"""``measures``: chosen measures of stored runs."""

from __future__ import annotations

from pathlib import Path

import click

from groundkit.cli.diagnostics import say
from groundkit.cli.options import (
    format_options,
    project,
    voice_options,
    warehouse_option,
    warehouse_path,
)
from groundkit.measure.levels import LEVELS

DEFAULT = ("Success@5", "Success(cover=1)@2000c", "CharRecall@2000c", "RR", "nDCG@10")
"""What is measured when nothing is named."""


@click.command(short_help="Compute chosen measures of stored runs.")
@click.argument("references", metavar="[RUN]...", nargs=-1)
@click.option(
    "-m",
    "--measure",
    "names",
    multiple=True,
    metavar="MEASURE",
    help="A measure such as nDCG@10, Success(cover=1)@2000c or map; repeat for more.  "
    f"[default: {', '.join(DEFAULT)}]",
)
@click.option(
    "--level",
    type=click.Choice(list(LEVELS)),
    help="What a hit is matched to.  [default: chunk, else the first at which a measure exists]",
)
@click.option(
    "--population",
    type=click.Choice(["judged", "intersection"]),
    default="judged",
    show_default=True,
    help="Average over every answerable query, or over those with a hit.",
)
@click.option("--per-query", is_flag=True, help="One row per query instead of the mean.")
@warehouse_option
@format_options
@voice_options
def measures(
    references: tuple[str, ...],
    names: tuple[str, ...],
    level: str | None,
    population: str,
    per_query: bool,
    warehouse: Path | None,
    format_name: str,
    output: Path | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Compute measures of each RUN: an id, a unique prefix, a name, or `latest` (the default).

    Any measure, cutoff and parameter can be asked for; nothing is stored. docs/measures.md has
    what they mean.

    \b
    Examples:
      groundkit-wh measures -m nDCG@7 -m "Success(cover=1)@2000c"
      groundkit-wh measures small-chunks large-chunks --level unit -m R@5 -m Complete@5
      groundkit-wh measures -m map --per-query -f csv
    """
    from groundkit.api.warehouse import Warehouse
    from groundkit.cli.writing import check_target, write_table

    check_target(format_name, output)
    with Warehouse.open(warehouse_path(warehouse, project()), read_only=True) as wh:
        table = wh.measures(
            names or DEFAULT,
            references or ("latest",),
            level=level,
            population=None if population == "judged" else population,
            per_query=per_query,
        )
    write_table(table, format_name, output)
    if quiet or per_query:
        return
    rows = table.as_dicts()
    if not rows:
        say("nothing to report: no measure that was named exists for these stages at this depth")
    for row in rows:
        if row["num_failed"] or row["num_truncated"]:
            say(_remark(row))


def _remark(row: dict[str, object]) -> str:
    place = f"{row['run_name']}, {row['stage']}, {row['measure']}"
    parts = []
    if row["num_failed"]:
        parts.append(f"{row['num_failed']} of {row['num_queries']} queries failed and count as 0")
    if row["num_truncated"]:
        parts.append(
            f"{row['num_truncated']} of {row['num_queries']} lists ended at their depth before "
            "the cutoff"
        )
    return f"{place}: {'; '.join(parts)}"
