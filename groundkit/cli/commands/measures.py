"""``measures``: stored runs, or run files against judgments, as the field scores them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from groundkit.cli.diagnostics import say
from groundkit.cli.options import (
    duplicate_option,
    format_options_with,
    voice_options,
    warehouse_option,
)
from groundkit.measure.levels import LEVELS

if TYPE_CHECKING:
    from groundkit.measure.family import Value
    from groundkit.table import Table

FULL = "full"


@click.command(short_help="Measure stored runs, or TREC runs against qrels from files.")
@click.argument("references", metavar="[RUN]...", nargs=-1)
@click.option("--qrels", metavar="FILE", help="The judgments: TREC, BEIR or JSON; - is stdin.")
@click.option(
    "--run", "runs", metavar="FILE", multiple=True, help="A run: TREC or JSON. Repeatable."
)
@click.option(
    "-m",
    "--measure",
    "names",
    metavar="NAME",
    multiple=True,
    help="A measure, such as nDCG@10, Success(cover=1)@2000c or map, or official, set, all_trec. "
    "Repeatable.  [default: official for files, a few of several levels for stored runs]",
)
@click.option(
    "--level",
    type=click.Choice(tuple(LEVELS)),
    help="What a hit of a stored run is matched to.  [default: chunk, else the first at which the "
    "measure exists]",
)
@click.option("--per-query", is_flag=True, help="One row a query instead of one for all.")
@click.option(
    "--population",
    type=click.Choice(("judged", "intersection", "topics")),
    default="judged",
    show_default=True,
    help="Queries that means are over: all judged ones (trec_eval -c), those that the run has "
    "too (trec_eval without -c), or those of --topics.",
)
@click.option("--topics", metavar="FILE", help="A file whose lines begin with a query id.")
@click.option("-l", "--rel", type=click.IntRange(min=1), help="Least grade that is relevant.")
@click.option("-J", "--judged-only", is_flag=True, help="Drop hits that are not judged.")
@click.option("-M", "--depth", type=click.IntRange(min=1), help="Look at so many hits a query.")
@click.option(
    "--scores",
    type=click.Choice(("float64", "float32")),
    default="float64",
    show_default=True,
    help="Precision at which scores are compared; float32 is that of trec_eval up to 9.0.7.",
)
@duplicate_option("What to do with a document that a query has twice.")
@click.option(
    "--ties", is_flag=True, help="How low and high each could be, were tied hits in another order."
)
@click.option(
    "--label-holes",
    is_flag=True,
    help="How low and high each could be, were unjudged hits relevant or not.",
)
@click.option(
    "--places",
    metavar="N|full",
    help="Digits after the point, in formats for people and in trec; full: every digit.",
)
@warehouse_option
@format_options_with("trec")
@voice_options
def measures(
    references: tuple[str, ...],
    qrels: str | None,
    runs: tuple[str, ...],
    names: tuple[str, ...],
    level: str | None,
    per_query: bool,
    population: str,
    topics: str | None,
    rel: int | None,
    judged_only: bool,
    depth: int | None,
    scores: str,
    on_duplicate: str,
    ties: bool,
    label_holes: bool,
    places: str | None,
    warehouse: Path | None,
    format_name: str,
    output: Path | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Measure each RUN of the warehouse: an id, a unique prefix, a name, or `latest` (the default).

    With --qrels and --run, measure files without a warehouse, as trec_eval and ir_measures do.
    Nothing is stored. docs/measures.md has what the measures mean.

    \b
    Examples:
      groundkit-wh measures -m nDCG@7 -m "Success(cover=1)@2000c"
      groundkit-wh measures small-chunks large-chunks --level unit -m R@5 -m Complete@5
      groundkit-wh measures --qrels qrels.txt --run bm25.run -m nDCG@10 -m RR@10
      groundkit-wh measures --qrels qrels.txt --run bm25.run.gz -m all_trec -f trec --per-query
    """
    from groundkit.cli.writing import check_target, write_table, write_text

    if sum((ties, label_holes, per_query or format_name == "trec")) > 1:
        raise click.UsageError(
            "--ties and --label-holes are reports of their own: give one of them, without "
            "--per-query and -f trec"
        )
    num_places = _places(places)
    check_target(format_name, output)
    parameters: dict[str, Value] = {
        "judged_only": judged_only,
        "population": population,
        "scores": scores,
    }
    if rel is not None:
        parameters["rel"] = rel
    if depth is not None:
        parameters["depth"] = depth
    if qrels is None and not runs:
        if topics is not None or on_duplicate != "refuse" or format_name == "trec":
            raise click.UsageError(
                "--topics, --on-duplicate and --format trec are for files; name the judgments "
                "with --qrels and a run with --run"
            )
        from groundkit.cli.stored_measures import stored_measures

        table = stored_measures(
            warehouse, references, names, level, parameters, per_query=per_query, quiet=quiet
        )
        write_table(_with_places(table, format_name, places, num_places), format_name, output)
        return
    if references or level is not None:
        raise click.UsageError("RUN and --level are for stored runs; leave out --qrels and --run")
    if qrels is None or not runs:
        raise click.UsageError("name the judgments with --qrels and a run with --run")
    from groundkit.api.measure_files import measure_files
    from groundkit.measure.wanted import DEFAULT

    measured = measure_files(
        qrels,
        runs,
        names or DEFAULT,
        parameters=parameters,
        topics=topics,
        per_query=per_query,
        keep_first=on_duplicate == "first",
        bounds="ties" if ties else "labels" if label_holes else None,
    )
    if not quiet:
        for note in measured.notes:
            say(f"note: {note}")
    if format_name == "trec":
        from groundkit.api.trec_output import PLACES, trec_text

        decimals = PLACES if places is None else num_places
        write_text(trec_text(measured, per_query=per_query, places=decimals), output)
        return
    if ties or label_holes:
        table = measured.bounds_table()
    else:
        table = measured.query_table() if per_query else measured.table()
    write_table(_with_places(table, format_name, places, num_places), format_name, output)


def _places(written: str | None) -> int | None:
    """Return the digits after the point that were asked for; None is every digit."""
    if written is None or written == FULL:
        return None
    if not written.isdecimal() or int(written) > 17:
        raise click.UsageError(f'--places "{written}": expected a number from 0 to 17, or {FULL}')
    return int(written)


def _with_places(table: Table, format_name: str, written: str | None, places: int | None) -> Table:
    """Return the table with its numbers written out, where the format is for people."""
    if written is None or format_name not in ("table", "markdown"):
        return table
    rows = tuple(
        tuple(
            (repr(cell) if places is None else f"{cell:.{places}f}")
            if isinstance(cell, float)
            else cell
            for cell in row
        )
        for row in table.rows
    )
    return replace(table, rows=rows)
