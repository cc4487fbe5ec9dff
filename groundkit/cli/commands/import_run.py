"""``import run``: a run file, TREC or JSON, over stored judgments."""

from __future__ import annotations

from pathlib import Path

import click

from groundkit.cli.diagnostics import say
from groundkit.cli.options import (
    duplicate_option,
    format_options,
    project,
    voice_options,
    warehouse_option,
    warehouse_path,
)


@click.command(short_help="Import a run file (TREC, JSON) as a run.")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option(
    "--judgments",
    metavar="NAME|HASH|latest",
    default="latest",
    show_default=True,
    help="Stored judgments whose queries the run answers.",
)
@click.option(
    "--corpus", metavar="NAME|HASH", help="Stored corpus.  [default: that of the judgments]"
)
@click.option("--name", help="Name of the run.  [default: its tag]")
@duplicate_option("What to do with a document that a query has twice.")
@click.option(
    "--drop-identical-ids",
    is_flag=True,
    help="Leave out hits whose document is called as their query.",
)
@warehouse_option
@format_options
@voice_options
def run(
    file: str,
    judgments: str,
    corpus: str | None,
    name: str | None,
    on_duplicate: str,
    drop_identical_ids: bool,
    warehouse: Path | None,
    format_name: str,
    output: Path | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Import FILE, ranked documents, and append it as a run.

    FILE is "query Q0 document rank score tag" or JSON {query: {document: score}}; it may be
    compressed by gzip, and "-" is standard input. Scores decide the order, falling, and where
    they are equal, ids, falling; the ranks of the file are kept beside.

    \b
    Examples:
      groundkit-wh import run bm25.run --judgments qrels
      groundkit-wh import run dense.json --name dense --drop-identical-ids
    """
    from groundkit.api.import_run import import_run
    from groundkit.api.warehouse import Warehouse
    from groundkit.cli.writing import check_target, print_run
    from groundkit.engine.connection import require_file

    check_target(format_name, output)
    path = warehouse_path(warehouse, project())
    require_file(path)
    with Warehouse.open(path) as wh:
        imported = import_run(
            wh,
            file,
            judgments,
            corpus=corpus,
            name=name,
            keep_first=on_duplicate == "first",
            drop_identical_ids=drop_identical_ids,
        )
        print_run(imported.run, format_name, output)
        if quiet:
            return
        for note in imported.notes:
            say(f"note: {note}")
        for finding in imported.findings:
            say(finding.line())
        if imported.is_new:
            say(f"appended run {imported.run.run_id} ({imported.name}) to {wh.path}")
        else:
            say(
                f"run {imported.run.run_id} ({imported.name}) has these lists already; "
                "nothing was stored"
            )
