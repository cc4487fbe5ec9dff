"""A hit that somebody chose to make a label of: of the last search, or of a run's list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from groundkit.api.references import LATEST
from groundkit.api.warehouse import Warehouse
from groundkit.errors import InputError, UsageError, nearest, unknown_name
from groundkit.files.last_search import recall
from groundkit.files.resources import query as query_named
from groundkit.label.cut import Cut, cut_quote, pinned
from groundkit.records import Document, Span
from groundkit.text.analyzers import Word
from groundkit.text.quotes import line_of, occurrences, shown


@dataclass(frozen=True, slots=True)
class ChosenHit:
    """One hit, with what is needed to find it again in the documents on disk."""

    name: str
    """What it is called in messages, and in the label's ``origin``."""
    query: str
    """What was asked."""
    query_id: str | None
    """The query of the run; None for a search."""
    doc: str
    start: int | None
    """None, with ``end``: the whole document."""
    end: int | None
    text_hash: str
    """Identity of the document's text when the hit was found."""
    corpus: str
    """What the corpus was called then."""


def hit_of_search(folder: Path, number: int) -> ChosenHit:
    """Return hit ``number``, from 1, of the search that is remembered in the warehouse's folder.

    Raises UsageError when there is no such search or hit.
    """
    search = recall(folder)
    _check_number(number, len(search.hits), f'search "{shown(search.query)}"')
    hit = search.hits[number - 1]
    return ChosenHit(
        f'hit {number} of search "{search.query}"',
        search.query,
        None,
        hit.doc,
        hit.start,
        hit.end,
        hit.text_hash,
        search.corpus,
    )


def hit_of_run(
    warehouse: Warehouse,
    number: int,
    run: str = LATEST,
    *,
    query_id: str,
    stage: str | None = None,
) -> ChosenHit:
    """Return hit ``number``, from 1, of what a stage of a run returned for one of its queries.

    ``stage`` may be left out where the run has one. Raises UsageError when run, stage, query or
    hit do not exist, and InputError for a passage that was not located in the corpus.
    """
    run_id = warehouse.run(run).run_id
    session = warehouse.session
    stages = [
        str(name)
        for (name,) in session.rows(
            "select stage from core.stage where run_id = $run_id order by position",
            {"run_id": run_id},
        )
    ]
    if stage is None and len(stages) > 1:
        raise UsageError(
            f"run {run_id} has {len(stages)} stages; name one with --stage: {', '.join(stages)}"
        )
    stage = stage or stages[0]
    if stage not in stages:
        raise UsageError(unknown_name("stage", stage, stages))
    rows = session.rows(
        query_named("chosen_hit"),
        {"run_id": run_id, "stage": stage, "query_id": query_id, "rank": number},
    )
    if not rows:
        known = session.rows(
            "select query_id from core.query_outcome where run_id = $run_id and stage = $stage",
            {"run_id": run_id, "stage": stage},
        )
        guess = nearest(query_id, [row[0] for row in known])
        hint = (
            f'did you mean "{guess}"?'
            if guess
            else f"`groundkit-wh show {run} --queries` lists them"
        )
        raise UsageError(f'run {run_id} has no query "{shown(query_id)}"; {hint}')
    ((text, corpus, status, num_hits, doc, start, end, located, text_hash),) = rows
    name = f"hit {number} of {run_id} stage {stage}"
    if status != "ok":
        raise UsageError(f"{name}: the outcome of {query_id} is {status}, so there is no list")
    _check_number(number, num_hits, f"stage {stage} for {query_id}")
    if not located or text_hash is None:
        raise InputError(f"{name}: its passage was not found in the corpus, so it has no place")
    return ChosenHit(name, text, query_id, doc, start, end, text_hash, corpus)


def cut_from(hit: ChosenHit, documents: Mapping[str, Document], quote: str | None = None) -> Cut:
    """Return the quote to label: ``quote`` where it stands in the hit, else its best sentence.

    Raises InputError when the document is another one than when the hit was found, and when
    the hit does not hold ``quote`` exactly once.
    """
    document = documents.get(hit.doc)
    if document is None:
        raise InputError(
            f"{hit.name}: {shown(hit.doc, None)} of {shown(hit.corpus, None)} is not in this "
            "corpus; name the one that it was found in with --corpus"
        )
    if document.text_hash != hit.text_hash:
        raise InputError(
            f"{hit.name}: {shown(hit.doc, None)} has changed since; search or evaluate again"
        )
    text = document.text
    span = Span(0 if hit.start is None else hit.start, len(text) if hit.end is None else hit.end)
    if quote is None:
        return cut_quote(text, span, hit.query, Word().tokens)
    found = [span.start + at for at in occurrences(text[span.start : span.end], quote)]
    if len(found) != 1:
        lines = f"lines {line_of(text, span.start)} to {line_of(text, span.end - 1)}"
        times = f"stands {len(found)} times" if found else "does not stand"
        raise InputError(
            f'{hit.name}: "{shown(quote)}" {times} in it ({shown(hit.doc, None)}, {lines}); '
            "quote a part of the hit that it holds once"
        )
    return pinned(text, Span(found[0], found[0] + len(quote)), may_grow=False)


def _check_number(number: int, num_hits: int, what: str) -> None:
    if not 1 <= number <= num_hits:
        has = {0: "no hits", 1: "one hit"}.get(num_hits, f"{num_hits} hits")
        raise UsageError(f"there is no hit {number}: {what} has {has}")
