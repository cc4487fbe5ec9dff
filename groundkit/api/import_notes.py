"""Imports notes and queries of the second founding system as a corpus and its judgments."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from groundkit.api.inputs import Inputs
from groundkit.api.warehouse import Warehouse
from groundkit.errors import UsageError
from groundkit.files.given_file import GivenFile
from groundkit.files.notes_file import NotesFile, corpus_of, judgments_of, parse_file
from groundkit.load import content
from groundkit.load.content import Loaded
from groundkit.records import JudgmentSet
from groundkit.text.resolution import resolve


@dataclass(frozen=True, slots=True)
class ImportedNotes:
    """What an import of notes stored."""

    inputs: Inputs
    """The collection, ready for ``Warehouse.evaluate(inputs=...)``; without queries its judgments
    are empty."""
    loads: tuple[Loaded, ...]
    """Corpus and judgments: what was new and what was there already."""
    num_tag_filters: int
    """Queries with tags of their own, which asked for notes with these tags only."""


def read_notes(files: Sequence[str | Path]) -> Inputs:
    """Read a file of notes, and one of queries where there is one, in any order.

    Raises InputError for what cannot be read, with every problem found, and UsageError unless
    exactly one of the files holds notes and at most one queries.
    """
    parsed = [_parsed(Path(file)) for file in files]
    notes = [file for file in parsed if file.holds_notes]
    queries = [file for file in parsed if not file.holds_notes]
    if len(notes) != 1 or len(queries) > 1:
        raise UsageError(
            "give one file of notes, and at most one of queries; these are "
            f"{len(notes)} of notes and {len(queries)} of queries"
        )
    corpus = corpus_of(notes[0])
    docs = {document.doc for document in corpus.documents}
    judgment_set = (
        judgments_of(queries[0], docs) if queries else JudgmentSet("none", "notes", "", ())
    )
    return Inputs(Path(notes[0].name), corpus, judgment_set, resolve(corpus, judgment_set), {})


def import_notes(warehouse: Warehouse, files: Sequence[str | Path]) -> ImportedNotes:
    """Read notes and queries and store them as a corpus and a judgment set, each content once.

    Raises as ``read_notes`` does; the warehouse is then as before.
    """
    inputs = read_notes(files)
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    corpus, judgment_set = inputs.corpus, inputs.judgment_set
    session = warehouse.session
    with session.transaction():
        loads = [content.store_corpus(session, corpus, now)]
        if judgment_set.judgments:
            loads.append(content.store_judgments(session, judgment_set, now))
            content.store_gold_spans(
                session, corpus.corpus_hash, judgment_set.judgments_hash, inputs.gold_spans
            )
    filters = sum(len(judgment.tags) > 1 for judgment in judgment_set.judgments)
    return ImportedNotes(inputs, tuple(loads), filters)


def _parsed(path: Path) -> NotesFile:
    given = GivenFile(path, "a file of notes or queries")
    return parse_file(given.read(), given.name)
