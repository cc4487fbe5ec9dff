"""Checks a warehouse: the quality views, every hash that can be computed again, every seal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from groundkit import identity
from groundkit.engine.migrations import missing_objects
from groundkit.engine.session import Session, identifier
from groundkit.load.run import recompute_seals
from groundkit.records import Gold, Hit, Judgment
from groundkit.table import Table

FACTS = frozenset(
    {
        "failed_outcome",
        "folded_quote",
        "hopeless_query",
        "saturated_query",
        "undisputed_query",
        "unlocated_hit",
    }
)
"""Quality views that report what happened, or labels that are weak, rather than damage."""

Offence = tuple[str, str, str]
"""Which check, where, and what is wrong."""


def verify(session: Session) -> Table:
    """Return one (check, place, problem) row for everything that is wrong; none when sound."""
    found = [
        *_objects(session),
        *_quality(session),
        *_texts(session),
        *_corpora(session),
        *_chunks(session),
        *_labels(session),
        *_lists(session),
        *_seals(session),
    ]
    return Table(("check", "place", "problem"), tuple(found))


def _objects(session: Session) -> Iterator[Offence]:
    for name in missing_objects(session):
        yield "view", name, "the view or macro is missing; `groundkit-wh db migrate` makes it again"


def _quality(session: Session) -> Iterator[Offence]:
    views = session.rows(
        "select view_name from duckdb_views() where database_name = 'warehouse' "
        "and schema_name = 'quality' and not internal order by view_name"
    )
    for (view,) in views:
        if view in FACTS:
            continue
        for row in session.table(f"from quality.{identifier(view)} order by all").as_dicts():
            problem = row.pop("problem")
            place = ", ".join(f"{key}={value}" for key, value in row.items())
            yield f"quality.{view}", place, problem


def _texts(session: Session) -> Iterator[Offence]:
    for (text_hash,) in session.rows("select text_hash from core.document_text order by text_hash"):
        text, num_chars = session.rows(
            "select text, num_chars from core.document_text where text_hash = $hash",
            {"hash": text_hash},
        )[0]
        if identity.text_hash(text) != text_hash or len(text) != num_chars:
            yield "text_hash", f"text_hash={text_hash}", "the stored text is another one"


def _corpora(session: Session) -> Iterator[Offence]:
    documents: dict[str, list[tuple[str, str]]] = {}
    for corpus_hash, doc, text_hash in session.rows(
        "select corpus_hash, doc, text_hash from core.corpus_document"
    ):
        documents.setdefault(corpus_hash, []).append((doc, text_hash))
    names: dict[str, list[str]] = {}
    for name, corpus_hash in session.rows(
        "select name, hash from core.named_version where kind = 'corpus'"
    ):
        names.setdefault(corpus_hash, []).append(name)
    for corpus_hash, documents_hash, kind in session.rows(
        "select corpus_hash, documents_hash, kind from core.corpus order by corpus_hash"
    ):
        stored = documents.get(corpus_hash, [])
        if kind == "external":
            known = map(identity.external_corpus_hash, names.get(corpus_hash, []))
            fits = not stored and documents_hash == corpus_hash and corpus_hash in known
        else:
            fits = identity.documents_hash(stored) == documents_hash
        if not fits:
            place = f"corpus_hash={corpus_hash}"
            yield "documents_hash", place, "the stored documents do not fit the hash"


def _chunks(session: Session) -> Iterator[Offence]:
    for corpus_hash, chunking_id, chunks_hash in session.rows(
        "select distinct run.corpus_hash, stage.chunking_id, stage.chunks_hash "
        "from core.stage as stage inner join core.run as run on stage.run_id = run.run_id "
        "where stage.chunking_id is not null order by all"
    ):
        spans = session.rows(
            "select doc, start_offset, end_offset from core.corpus_chunk "
            "where corpus_hash = $corpus and chunking_id = $chunking order by doc, chunk_index",
            {"corpus": corpus_hash, "chunking": chunking_id},
        )
        if identity.chunks_hash(spans) != chunks_hash:
            place = f"corpus_hash={corpus_hash}, chunking_id={chunking_id}"
            yield "chunks_hash", place, "the stored chunks do not fit the hash of a stage"


def _labels(session: Session) -> Iterator[Offence]:
    gold: dict[tuple[str, str], list[Gold]] = {}
    for judgments_hash, query_id, *fields in session.rows(
        "select judgments_hash, query_id, doc, quote, relevance, occurrence, prefix, suffix, "
        "match, alternative from core.gold order by judgments_hash, query_id, gold_index"
    ):
        gold.setdefault((judgments_hash, query_id), []).append(Gold(*fields))
    for judgments_hash, query_id, text, category, condition, label_hash in session.rows(
        "select judgments_hash, query_id, text, category, filter, label_hash from core.query "
        "order by judgments_hash, query_id"
    ):
        label = Judgment(
            query_id,
            text,
            category,
            answerable=False,
            gold=tuple(gold.get((judgments_hash, query_id), ())),
            line=0,
            file_position=0,
            filter=None if condition is None else json.loads(condition),
        )
        if identity.label_hash(label) != label_hash:
            place = f"judgments_hash={judgments_hash}, query_id={query_id}"
            yield "label_hash", place, "the stored label does not fit the hash"


def _lists(session: Session) -> Iterator[Offence]:
    rows = session.rows(
        "select list_hash, doc, start_offset, end_offset, score, chunk_index, located "
        "from core.list_hit order by list_hash, rank"
    )
    for list_hash, hits in groupby(rows, key=itemgetter(0)):
        if identity.list_hash([_hit(row) for row in hits]) != list_hash:
            yield "list_hash", f"list_hash={list_hash}", "the stored hits do not fit the hash"


def _hit(row: tuple[Any, ...]) -> Hit:
    return Hit(*row[1:])


def _seals(session: Session) -> Iterator[Offence]:
    for run_id, seal, computed in recompute_seals(session):
        if computed != seal:
            yield "seal_hash", f"run_id={run_id}", "the stored rows do not fit the seal"
