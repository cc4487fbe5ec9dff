"""``measures``: the field's measures of run files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from groundkit.cli.diagnostics import say
from groundkit.cli.options import further_format, voice_options


@click.command(short_help="Measure run files against a qrels file, as trec_eval would.")
@click.option(
    "--qrels",
    required=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Judgments: TREC columns, BEIR's table, or JSON; - is standard input.  [required]",
)
@click.option(
    "--run",
    "runs",
    required=True,
    multiple=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A run: TREC columns or JSON, - for standard input; may be given again.  [required]",
)
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    metavar="MEASURE",
    help="A measure, such as nDCG@10, AP(rel=2), map, ndcg_cut.5,10, official or all_trec; may be "
    "given again.  [default: nDCG@10, AP, RR, R@100, P@10]",
)
@click.option("--per-query", is_flag=True, help="One row a query instead of the means.")
@click.option(
    "--rel",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Lowest grade that is relevant.",
)
@click.option(
    "--judged-only", is_flag=True, help="Take out unjudged documents and close the ranks."
)
@click.option(
    "--depth", type=click.IntRange(min=1), metavar="N", help="Look at the first N ranks only."
)
@click.option(
    "--population",
    type=click.Choice(("judged", "intersection")),
    default="judged",
    show_default=True,
    help="Queries of the means: all judged ones (0 where the run has none), or those in both.",
)
@click.option(
    "--score",
    type=click.Choice(("float64", "float32")),
    default="float64",
    show_default=True,
    help="Precision in which scores are compared.",
)
@click.option(
    "--on-duplicate",
    type=click.Choice(("refuse", "first")),
    default="refuse",
    show_default=True,
    help="What is done when a query has a document twice; first keeps the best ranked.",
)
@click.option(
    "--places",
    type=click.Choice(("4", "full")),
    default="4",
    show_default=True,
    help="Digits of -f trec; the other formats for programs are always exact.",
)
@further_format("trec", "How the result is written; trec is what trec_eval prints.")
@voice_options
def measures(
    qrels: Path,
    runs: tuple[Path, ...],
    measures: tuple[str, ...],
    per_query: bool,
    places: str,
    on_duplicate: Any,
    format_name: str,
    output: Path | None,
    quiet: bool,
    verbose: bool,
    **settings: Any,
) -> None:
    """Measure ranked documents in files, without a warehouse.

    A measure is named as ir_measures or as trec_eval spells it. Ties are broken as trec_eval
    does: by document id, descending. The number of queries stands beside every mean.

    \b
    Examples:
      groundkit-wh measures --qrels qrels.txt --run bm25.run.gz -m nDCG@10 -m map
      groundkit-wh measures --qrels qrels.txt --run bm25.run -m all_trec --per-query -f trec
    """
    from groundkit.api.measure_files import (
        DEFAULT_MEASURES,
        MeasureSettings,
        measure_files,
        notes,
        query_table,
        summary_table,
    )
    from groundkit.api.trec_page import trec_page
    from groundkit.cli.writing import check_target, write_table, write_text

    check_target(format_name, output)
    results = measure_files(
        qrels,
        runs,
        measures or (("official",) if format_name == "trec" else DEFAULT_MEASURES),
        settings=MeasureSettings(**settings),
        on_duplicate=on_duplicate,
        stdin=sys.stdin.buffer if sys.stdin else None,
    )
    if format_name == "trec":
        pages = (trec_page(one, per_query=per_query, full=places == "full") for one in results)
        write_text("".join(pages), output)
    else:
        table = query_table(results) if per_query else summary_table(results)
        write_table(table, format_name, output)
    for result in () if quiet else results:
        for note in notes(result):
            say(note)
