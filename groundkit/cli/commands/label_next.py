"""``judgments next``: what to label next."""

from __future__ import annotations

from dataclasses import replace
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


@click.command("next", short_help="Say which hits to label next, the most telling first.")
@click.argument("runs", metavar="[RUN]...", nargs=-1)
@click.option("--stage", metavar="NAME", help="Look at this stage of each run only.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    metavar="N",
    help="Rows at most.",
)
@click.option(
    "--unanswerable", is_flag=True, help="Look at queries labelled as having no answer, too."
)
@warehouse_option
@format_options
@voice_options
def next_label(
    runs: tuple[str, ...],
    stage: str | None,
    limit: int,
    unanswerable: bool,
    warehouse: Path | None,
    format_name: str,
    output: Path | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """List hits without a label by how much a label would tell about which list is better.

    RUN is an id, a unique prefix of one, a name, or `latest` (the default); every stage of every
    RUN is a list. The weight of a hit is what its label can change about the difference of two
    lists, 0 to 1: a hit that one list ranks first and another does not have comes first, a hit at
    equal ranks comes last. Of a single list, the best ranks come first.

    On standard error it says which list is ahead by mean DCG@10, and whether that is settled:
    whether labels that are missing can still change it. Label a hit by quoting it in the judgments
    file, with relevance 0 if it is not what was asked for; evaluate again, and ask again.

    \b
    Examples:
      groundkit-wh judgments next
      groundkit-wh judgments next small-chunks large-chunks --stage bm25
      groundkit-wh judgments next --limit 100 -f csv -o to-label.csv
    """
    from groundkit.api.next_label import next_labels
    from groundkit.api.warehouse import Warehouse
    from groundkit.cli.writing import check_target, write_table

    check_target(format_name, output)
    with Warehouse.open(warehouse_path(warehouse, project()), read_only=True) as wh:
        found = next_labels(
            wh, runs or ("latest",), stage=stage, limit=limit, unanswerable=unanswerable
        )
    write_table(replace(found, title=None), format_name, output)
    if not quiet:
        say(str(found.title))
