"""``import notes``: notes and queries of the second founding system."""

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


@click.command(short_help="Import notes and queries (JSON) as a collection.")
@click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path, allow_dash=True),
)
@warehouse_option
@format_options
@voice_options
def notes(
    files: tuple[Path, ...],
    warehouse: Path | None,
    format_name: str,
    output: Path | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Import a JSON file of notes as a corpus, and one of queries as its judgments.

    Notes have "pk", "title", "text", "tags" and "modified_at"; queries have "id", "query",
    "type", "expected_note_pks", "expected_keywords" and "answer_context". Which file is which is
    seen from its content. A note is a document called by its pk, and an expected note is gold as
    a whole.

    \b
    Example:
      groundkit-wh import notes notes.json queries.json
    """
    from groundkit.api.import_notes import import_notes
    from groundkit.api.warehouse import Warehouse
    from groundkit.cli.writing import check_target, write_table
    from groundkit.table import Table

    check_target(format_name, output)
    with Warehouse.open(warehouse_path(warehouse, project())) as wh:
        imported = import_notes(wh, files)
    corpus, judgment_set = imported.inputs.corpus, imported.inputs.judgment_set
    hashes = {
        "corpus": (corpus.name, corpus.corpus_hash),
        "judgments": (judgment_set.name, judgment_set.judgments_hash),
    }
    rows = tuple(
        (load.kind, *hashes[load.kind], load.num_items, load.num_new) for load in imported.loads
    )
    write_table(Table(("kind", "name", "hash", "num_items", "num_new"), rows), format_name, output)
    if quiet:
        return
    if not any(load.num_new for load in imported.loads):
        say("all of this was there already; nothing was added")
    if imported.num_tag_filters:
        noun = "query asks" if imported.num_tag_filters == 1 else "queries ask"
        say(
            f"{imported.num_tag_filters} {noun} for notes with certain tags; they are kept as "
            "tags of the query, and no stage filters by them"
        )
