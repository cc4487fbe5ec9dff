"""Stores corpora, texts, judgments and resolved spans, each content once.

Every function is to be called inside a transaction. Offering content that is stored already
changes nothing but ``meta.load`` and ``core.named_version``, which remember that it was offered.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from groundkit.engine.session import Session
from groundkit.errors import InputError
from groundkit.identity import canonical_json, label_hash
from groundkit.records import Corpus, Document, GoldSpan, JudgmentSet


@dataclass(frozen=True, slots=True)
class Loaded:
    """What one load added."""

    kind: str
    """``corpus``, ``judgments``, ``chunks`` or ``postings``."""
    num_items: int
    """Items offered."""
    num_new: int
    """Items that were not stored before; the rest was reused."""


def record_load(
    session: Session, loaded: Loaded, name: str, content_hash: str, now: datetime.datetime
) -> None:
    """Remember that content was offered."""
    session.execute(
        "insert into meta.load values ($now, $kind, $name, $hash, $items, $new)",
        {
            "now": now,
            "kind": loaded.kind,
            "name": name,
            "hash": content_hash,
            "items": loaded.num_items,
            "new": loaded.num_new,
        },
    )


def store_corpus(session: Session, corpus: Corpus, now: datetime.datetime) -> Loaded:
    """Store a corpus with the texts that are new, and what its name means now."""
    known = session.row(
        "select 1 from core.corpus where corpus_hash = $hash", {"hash": corpus.corpus_hash}
    )
    new_texts: dict[str, Document] = {}
    if known is None:
        known_texts = {
            text_hash for (text_hash,) in session.rows("select text_hash from core.document_text")
        }
        for document in corpus.documents:
            if document.text_hash not in known_texts:
                new_texts.setdefault(document.text_hash, document)
        session.execute(
            "insert into core.corpus values "
            "($hash, $documents_hash, $kind, $extractor, $documents, $files, $bytes)",
            {
                "hash": corpus.corpus_hash,
                "documents_hash": corpus.documents_hash,
                "kind": corpus.kind,
                "extractor": corpus.extractor,
                "documents": len(corpus.documents),
                "files": corpus.num_files,
                "bytes": corpus.num_bytes,
            },
        )
        session.insert(
            "core.corpus_document",
            {
                "corpus_hash": "varchar",
                "doc": "varchar",
                "text_hash": "varchar",
                "title": "varchar",
                "metadata": "varchar",
            },
            (
                (
                    corpus.corpus_hash,
                    document.doc,
                    document.text_hash,
                    document.title,
                    None if document.metadata is None else canonical_json(dict(document.metadata)),
                )
                for document in corpus.documents
            ),
        )
        session.insert(
            "core.document_text",
            {"text_hash": "varchar", "text": "varchar", "num_chars": "integer"},
            (
                (document.text_hash, document.text, len(document.text))
                for document in new_texts.values()
            ),
        )
    _name(session, "corpus", corpus.name, corpus.corpus_hash, now)
    loaded = Loaded("corpus", len(corpus.documents), len(new_texts))
    record_load(session, loaded, corpus.name, corpus.corpus_hash, now)
    return loaded


def offer_corpus(
    session: Session, name: str, corpus_hash: str, num_documents: int, now: datetime.datetime
) -> Loaded:
    """Remember that a stored corpus was offered again."""
    _name(session, "corpus", name, corpus_hash, now)
    loaded = Loaded("corpus", num_documents, 0)
    record_load(session, loaded, name, corpus_hash, now)
    return loaded


def store_judgments(session: Session, judgment_set: JudgmentSet, now: datetime.datetime) -> Loaded:
    """Store a judgment set and what its name means now.

    Raises InputError when the same bytes are stored with another meaning of a category, which
    the project's configuration decides: history would silently change otherwise.
    """
    stored = session.rows(
        "select query_id, answerable from core.query where judgments_hash = $hash",
        {"hash": judgment_set.judgments_hash},
    )
    offered = {judgment.query_id: judgment for judgment in judgment_set.judgments}
    for query_id, answerable in stored:
        judgment = offered[query_id]
        if judgment.answerable != answerable:
            raise InputError(
                f"{judgment_set.name}:{judgment.line}: category {judgment.category!r} was "
                f"{'answerable' if answerable else 'not answerable'} when this file was first "
                "evaluated; give the category another name, or restore its configuration"
            )
    known = session.row(
        "select 1 from core.judgment_set where judgments_hash = $hash",
        {"hash": judgment_set.judgments_hash},
    )
    if known is None:
        _insert_judgments(session, judgment_set)
    _name(session, "judgments", judgment_set.name, judgment_set.judgments_hash, now)
    num_items = len(judgment_set.judgments)
    loaded = Loaded("judgments", num_items, num_items if known is None else 0)
    record_load(session, loaded, judgment_set.name, judgment_set.judgments_hash, now)
    return loaded


def _insert_judgments(session: Session, judgment_set: JudgmentSet) -> None:
    judgments_hash = judgment_set.judgments_hash
    judgments = judgment_set.judgments
    session.execute(
        "insert into core.judgment_set values ($hash, $format, $queries)",
        {
            "hash": judgments_hash,
            "format": judgment_set.format,
            "queries": len(judgments),
        },
    )
    session.insert(
        "core.query",
        {
            "judgments_hash": "varchar",
            "query_id": "varchar",
            "text": "varchar",
            "category": "varchar",
            "answerable": "boolean",
            "label_hash": "varchar",
            "file_position": "integer",
            "tags": ["varchar"],
            "filter": "varchar",
            "notes": "varchar",
            "answer": "varchar",
            "expected_keywords": ["varchar"],
            "origin": "varchar",
        },
        (
            (
                judgments_hash,
                judgment.query_id,
                judgment.text,
                judgment.category,
                judgment.answerable,
                label_hash(judgment),
                judgment.file_position,
                list(judgment.tags) or None,
                None if judgment.filter is None else canonical_json(dict(judgment.filter)),
                judgment.notes,
                judgment.answer,
                list(judgment.expected_keywords) or None,
                judgment.origin,
            )
            for judgment in judgments
        ),
    )
    session.insert(
        "core.gold",
        {
            "judgments_hash": "varchar",
            "query_id": "varchar",
            "gold_index": "integer",
            "doc": "varchar",
            "quote": "varchar",
            "relevance": "integer",
            "occurrence": "varchar",
            "prefix": "varchar",
            "suffix": "varchar",
            "match": "varchar",
            "alternative": "varchar",
        },
        (
            (
                judgments_hash,
                judgment.query_id,
                gold_index,
                gold.doc,
                gold.quote,
                gold.relevance,
                gold.occurrence,
                gold.prefix,
                gold.suffix,
                gold.match,
                gold.alternative,
            )
            for judgment in judgments
            for gold_index, gold in enumerate(judgment.gold)
        ),
    )


def store_gold_spans(
    session: Session, corpus_hash: str, judgments_hash: str, spans: Sequence[GoldSpan]
) -> None:
    """Store where the quotes of a judgment set stand in a corpus, unless it is stored."""
    known = session.row(
        "select 1 from core.gold_span "
        "where corpus_hash = $corpus and judgments_hash = $judgments limit 1",
        {"corpus": corpus_hash, "judgments": judgments_hash},
    )
    if known is None:
        session.insert(
            "core.gold_span",
            {
                "corpus_hash": "varchar",
                "judgments_hash": "varchar",
                "query_id": "varchar",
                "gold_index": "integer",
                "span_index": "integer",
                "doc": "varchar",
                "start_offset": "integer",
                "end_offset": "integer",
                "match_level": "varchar",
            },
            _span_rows(corpus_hash, judgments_hash, spans),
        )


def _span_rows(
    corpus_hash: str, judgments_hash: str, spans: Iterable[GoldSpan]
) -> Iterable[tuple[str | int, ...]]:
    for span in spans:
        yield (
            corpus_hash,
            judgments_hash,
            span.query_id,
            span.gold_index,
            span.span_index,
            span.doc,
            span.start,
            span.end,
            span.match_level,
        )


def _name(
    session: Session, kind: str, name: str, content_hash: str, now: datetime.datetime
) -> None:
    session.execute(
        "insert into core.named_version select $kind, $name, $hash, $now where not exists ("
        "from core.named_version where kind = $kind and name = $name and hash = $hash)",
        {"kind": kind, "name": name, "hash": content_hash, "now": now},
    )
