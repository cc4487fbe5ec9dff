"""``import hits``: ranked hits of any program, from a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from groundkit.cli.diagnostics import say
from groundkit.cli.options import (
    collection_names,
    collection_paths,
    format_options,
    project,
    voice_options,
    warehouse_option,
    warehouse_path,
)

if TYPE_CHECKING:
    from groundkit.api.import_hits import ImportedHits, PlacedHits
    from groundkit.api.warehouse import Warehouse

MOST_PASSAGES = 5
"""Passages that were not located of which the place is said, unless more was asked for."""


@click.command(short_help="Import ranked hits (JSONL) as a run.")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--corpus", type=click.Path(path_type=Path), help="Folder of the documents.")
@click.option("--judgments", type=click.Path(path_type=Path), help="Judgments file (JSONL).")
@click.option("--name", help="Name of the run.  [default: the file's]")
@warehouse_option
@format_options
@voice_options
def hits(
    file: Path,
    corpus: Path | None,
    judgments: Path | None,
    name: str | None,
    warehouse: Path | None,
    format_name: str,
    output: Path | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Import ranked hits from FILE and append them as a run.

    FILE is JSON Lines, one query a line: {"query_id": "q1", "hits": [{"doc": "a.md", "start": 0,
    "end": 80, "score": 7.5}, ...]}. A hit may have "text", a passage, instead of offsets; with
    neither it is the whole document. FILE may be compressed by gzip; "-" is standard input.

    \b
    Examples:
      groundkit-wh import hits log.jsonl --corpus docs --judgments labels.jsonl
      zcat log.jsonl.gz | groundkit-wh import hits - --name tuesday
    """
    from groundkit.api.import_hits import import_hits
    from groundkit.api.inputs import MAX_DOCUMENT_BYTES, read_inputs
    from groundkit.api.warehouse import Warehouse
    from groundkit.categories import with_custom
    from groundkit.cli.writing import check_target, print_run

    check_target(format_name, output)
    configured = project()
    corpus, judgments = collection_paths(corpus, judgments, configured)
    corpus_name, judgments_name = collection_names(corpus, judgments, configured)
    inputs = read_inputs(
        corpus,
        judgments,
        categories=with_custom(dict(configured.categories)),
        corpus_name=corpus_name,
        judgments_name=judgments_name,
        max_document_bytes=configured.max_document_bytes or MAX_DOCUMENT_BYTES,
    )
    with Warehouse.open(warehouse_path(warehouse, configured)) as wh:
        imported = import_hits(wh, file, inputs, name=name)
        print_run(imported.run, format_name, output)
        if not quiet:
            _say_what_was_found(imported.placed, str(file), verbose)
            _say_what_happened(wh, imported)


def _say_what_was_found(placed: PlacedHits, file: str, verbose: bool) -> None:
    from groundkit.check.meeting import listed
    from groundkit.text.quotes import counted

    if placed.missing:
        queries = counted(len(placed.missing), "judged query", "judged queries")
        say(f"{queries} missing from the file, stored as missing: {listed(placed.missing)}")
    if placed.unjudged:
        queries = counted(len(placed.unjudged), "query", "queries")
        say(f"{queries} of the file without judgments, left out: {listed(placed.unjudged)}")
    if placed.disagreeing:
        queries = counted(len(placed.disagreeing), "query", "queries")
        say(
            f"{queries} with scores that rise along the list; the order of the list counts: "
            f"{listed(placed.disagreeing)}"
        )
    shown = placed.unlocated if verbose else placed.unlocated[:MOST_PASSAGES]
    for line, passage in shown:
        found = f"occurs {passage.num_places} times" if passage.num_places else "was not found"
        say(f"{file}:{line}: hits[{passage.index}]: the passage {found} in {passage.doc}")
    if placed.unlocated:
        passages = counted(len(placed.unlocated), "passage")
        say(f"{passages} not located, stored without offsets (quality.unlocated_hit lists them)")


def _say_what_happened(wh: Warehouse, imported: ImportedHits) -> None:
    run_id, name = imported.run.run_id, imported.name
    if imported.is_new:
        say(f"appended run {run_id} ({name}) to {wh.path}")
    else:
        say(f"run {run_id} ({name}) has these hits already; nothing was stored")
