"""Corpora and judgments that the warehouse holds: found by name or hash, and read again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal

from groundkit.api.references import LATEST, SHORTEST_PREFIX
from groundkit.engine.session import Session
from groundkit.errors import UsageError, nearest
from groundkit.files.resources import query
from groundkit.records import Corpus, Document, Gold, Judgment, JudgmentSet
from groundkit.text.quotes import shown

Kind = Literal["corpus", "judgments"]


@dataclass(frozen=True, slots=True)
class Reference:
    """Content that a name, a hash or ``latest`` means."""

    kind: Kind
    name: str
    """What it was last called."""
    hash: str
    """corpus_hash or judgments_hash."""


def find_content(session: Session, kind: Kind, reference: str) -> Reference:
    """Return the content of ``reference`` as ``look_up`` does.

    Raises UsageError when nothing, or more than one content, is meant.
    """
    found = look_up(session, kind, reference)
    if found is not None:
        return found
    what = "corpus" if kind == "corpus" else "judgment set"
    rows = session.rows(query("stored_content"), {"kind": kind})
    if not rows:
        raise UsageError(f"{session.path}: no {what} is stored yet")
    names = list(dict.fromkeys(row[0] if row[2] else row[1][:12] for row in rows))
    guess = nearest(reference, names)
    listed = ", ".join(shown(name, None) for name in names[:5]) + (", ..." if names[5:] else "")
    hint = f'did you mean "{shown(guess)}"?' if guess else f"there are: {listed}"
    raise UsageError(f'no {what} of the name or hash "{shown(reference)}" is stored; {hint}')


def look_up(session: Session, kind: Kind, reference: str) -> Reference | None:
    """Return the content of ``reference``: a name, a hash, the beginning of one, or ``latest``.

    A name means the content that it was last given to. Only imported content is found by its
    name: that of a folder or a file of quotes is a path, and a path that is gone must not mean an
    old copy. None when nothing is meant; raises UsageError when a hash begins like others.
    """
    rows = session.rows(query("stored_content"), {"kind": kind})
    if reference == LATEST and rows:
        return Reference(kind, rows[0][0], rows[0][1])
    named = [row for row in rows if row[0] == reference and row[2]]
    if named:
        return Reference(kind, named[0][0], named[0][1])
    hashes = {row[1]: row[0] for row in reversed(rows) if row[1].startswith(reference.lower())}
    if len(reference) >= SHORTEST_PREFIX and len(hashes) == 1:
        ((found, name),) = hashes.items()
        return Reference(kind, name, found)
    if len(reference) >= SHORTEST_PREFIX and hashes:
        raise UsageError(f'"{reference}" means {len(hashes)} of them; give more of the hash')
    return None


def corpus_of_judgments(session: Session, judgments_hash: str) -> Reference | None:
    """Return the corpus that judgments were last loaded or evaluated with; None without one."""
    row = session.row(query("corpus_of_judgments"), {"judgments_hash": judgments_hash})
    return None if row is None else Reference("corpus", row[0], row[1])


def stored_corpus(session: Session, reference: Reference) -> Corpus:
    """Return a stored corpus with its texts; raises UsageError when it has none."""
    row = session.row(
        "select documents_hash, kind, extractor, num_files, num_bytes from core.corpus "
        "where corpus_hash = $hash",
        {"hash": reference.hash},
    )
    if row is None:
        raise UsageError(f"{session.path}: corpus {reference.hash} is not stored")
    documents_hash, kind, extractor, num_files, num_bytes = row
    if kind == "external":
        raise UsageError(
            f'corpus "{shown(reference.name, None)}" is known by its name only: this needs its '
            "texts; give a folder or file with --corpus"
        )
    documents = tuple(
        Document(doc, text, text_hash, title, None if metadata is None else json.loads(metadata))
        for doc, text, text_hash, title, metadata in session.rows(
            "select doc, text, text_hash, title, metadata from core.corpus_document "
            "inner join core.document_text using (text_hash) where corpus_hash = $hash "
            "order by doc",
            {"hash": reference.hash},
        )
    )
    return Corpus(
        reference.name,
        kind,
        extractor,
        reference.hash,
        documents_hash,
        documents,
        num_files,
        num_bytes,
    )


def stored_judgments(session: Session, reference: Reference) -> JudgmentSet:
    """Return a stored judgment set as it was read; lines are positions."""
    form = session.value(
        "select format from core.judgment_set where judgments_hash = $hash",
        {"hash": reference.hash},
    )
    gold: dict[str, list[Gold]] = {}
    for query_id, *fields in session.rows(
        "select query_id, doc, quote, relevance, occurrence, prefix, suffix, match, alternative "
        "from core.gold where judgments_hash = $hash order by query_id, gold_index",
        {"hash": reference.hash},
    ):
        gold.setdefault(query_id, []).append(Gold(*fields))
    judgments = tuple(
        Judgment(
            query_id,
            text,
            category,
            answerable,
            tuple(gold.get(query_id, ())),
            position,
            position,
            notes,
            tuple(tags or ()),
            None if condition is None else json.loads(condition),
            origin,
            tuple(keywords or ()),
            answer,
        )
        for (
            query_id,
            text,
            category,
            answerable,
            position,
            notes,
            tags,
            condition,
            origin,
            keywords,
            answer,
        ) in session.rows(
            "select query_id, text, category, answerable, file_position, notes, tags, filter, "
            "origin, expected_keywords, answer from core.query where judgments_hash = $hash "
            "order by file_position",
            {"hash": reference.hash},
        )
    )
    return JudgmentSet(reference.name, form, reference.hash, judgments)
