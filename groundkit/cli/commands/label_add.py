"""``judgments add``: write one label."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from groundkit.cli.diagnostics import say
from groundkit.cli.options import (
    collection_paths,
    column_options,
    columns_of,
    project,
    voice_options,
    warehouse_option,
    warehouse_path,
)
from groundkit.errors import UsageError
from groundkit.text.folds import LEVELS

if TYPE_CHECKING:
    from groundkit.api.add_label import Added
    from groundkit.api.chosen_hit import ChosenHit
    from groundkit.files.corpus_columns import CorpusColumns


@click.command(short_help="Write one label: a query and the quote that answers it.")
@click.option("--corpus", type=click.Path(path_type=Path), help="Folder or file of the documents.")
@click.option("--judgments", type=click.Path(path_type=Path), help="Judgments file (JSONL).")
@column_options
@click.option("--query", help="The question.  [default: that of the hit]")
@click.option("--query-id", help="Its id.  [default: made from its words]")
@click.option("--category", help="normal, ambiguous, adversarial, ...  [default: normal]")
@click.option("--doc", help="Document of the quote.  [default: the one that holds it]")
@click.option("--quote", help="Words of the document that answer the query, verbatim.")
@click.option("--occurrence", metavar="N|all", help="Which one, when the quote occurs again.")
@click.option("--prefix", help="Text directly before the quote.")
@click.option("--suffix", help="Text directly after the quote.")
@click.option("--match", type=click.Choice(LEVELS), help="How loosely it may match.")
@click.option("--relevance", type=int, help="Grade; 0 is judged not relevant.  [default: 1]")
@click.option("--alternative", help="Quotes of one query that share it are one piece of evidence.")
@click.option("--tag", "tags", multiple=True, help="A word to group by; may be repeated.")
@click.option("--notes", help="A remark for the next reader.")
@click.option("--origin", help="How the label was found.  [default: the hit, or hand]")
@click.option("--append", is_flag=True, help="Add the gold to the query --query-id, which exists.")
@click.option("--from-hit", type=int, metavar="N", help="Quote hit N of the last search or a run.")
@click.option("--run", help="Take the hit from this run's list for --query-id.")
@click.option("--stage", help="Stage of the run.  [default: its only one]")
@click.option("--dry-run", is_flag=True, help="Show the line and its warnings; write nothing.")
@warehouse_option
@voice_options
def add(
    corpus: Path | None,
    judgments: Path | None,
    columns: CorpusColumns | None,
    from_hit: int | None,
    run: str | None,
    stage: str | None,
    dry_run: bool,
    warehouse: Path | None,
    quiet: bool,
    verbose: bool,
    **fields: Any,
) -> None:
    """Add a label to the judgments file, at its sorted place; no other line changes.

    The quote is given, or cut out of a hit: of its sentences the one that holds most words of the
    query, made to mean one place only. It must stand in the document. With --from-hit, --quote
    names a better part of that hit. The new line goes to standard output.

    \b
    Examples:
      groundkit-wh judgments add --query "How often is a job tried?" --quote "tried five times"
      groundkit-wh judgments add --from-hit 1 --query "How often is a job tried?"
      groundkit-wh judgments add --query "price of a zebra" --category no_answer
      groundkit-wh judgments add --append --query-id job-tried --from-hit 2
      groundkit-wh judgments add --from-hit 3 --run latest --query-id open --append
    """
    from functools import partial

    from groundkit.api.add_label import add_label
    from groundkit.api.check_labels import label_warnings
    from groundkit.categories import with_custom
    from groundkit.check.rules import settings_from
    from groundkit.cli.writing import write_text
    from groundkit.files.corpus_folder import DEFAULT_MAX_DOCUMENT_BYTES
    from groundkit.label.new_label import NewLabel

    configured = project()
    folder, file = collection_paths(corpus, judgments, configured)
    if from_hit is None and (run is not None or stage is not None):
        raise UsageError("--run and --stage say where a hit is from: give --from-hit N as well")
    hit = None
    if from_hit is not None and run is None:
        if stage is not None:
            raise UsageError("--stage names a stage of a run: give --run as well")
        from groundkit.api.chosen_hit import hit_of_search

        hit = hit_of_search(warehouse_path(None, configured).parent, from_hit)
    elif from_hit is not None and run is not None:
        path = warehouse_path(warehouse, configured)
        hit = _hit_of_run(path, from_hit, run, stage, fields["query_id"])
    limit = configured.max_document_bytes
    categories = with_custom(dict(configured.categories))
    added = add_label(
        NewLabel(**fields),
        file,
        folder,
        columns=columns_of(folder, columns, configured),
        hit=hit,
        categories=categories,
        max_document_bytes=DEFAULT_MAX_DOCUMENT_BYTES if limit is None else limit,
        dry_run=dry_run,
        warnings_for=partial(
            label_warnings,
            categories=categories,
            settings=settings_from(configured.check, f"{configured.file}: [tool.groundkit.check]"),
        ),
    )
    write_text(added.line + "\n", None)
    if not quiet:
        _say_what_was_added(added, file, dry_run)


def _hit_of_run(
    warehouse: Path, number: int, run: str, stage: str | None, query_id: str | None
) -> ChosenHit:
    from groundkit.api.chosen_hit import hit_of_run
    from groundkit.api.warehouse import Warehouse

    if query_id is None:
        raise UsageError("a run has a list for each query: name the query with --query-id")
    with Warehouse.open(warehouse, read_only=True) as wh:
        return hit_of_run(wh, number, run, query_id=query_id, stage=stage)


def _say_what_was_added(added: Added, file: Path, dry_run: bool) -> None:
    done = "would be" if dry_run else "was"
    say(f"query {added.query_id} {done} written to {file}:{added.line_number}")
    if added.place is not None:
        say(f'quote at {added.place}: "{added.quote}"')
    for warning in added.warnings:
        say(f"warning: {warning}")
