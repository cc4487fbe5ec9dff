"""The records that pass between the layers: frozen, without behaviour, without a database.

Offsets are code points into a document's text, 0-based and half-open ``[start, end)``.
Ranks and file positions count from 1; every ``*_index`` counts from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

IMPORTED_FORMATS = ("trec", "beir", "json")
"""Formats of judgments that grade whole documents, whether the corpus has them or not."""


class Span(NamedTuple):
    """A range of code points in one text, ``[start, end)``."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a corpus."""

    doc: str
    """Path relative to the corpus root with forward slashes, or the imported id."""
    text: str
    """Decoded text, line ends folded to LF."""
    text_hash: str
    """SHA-256 of ``text`` in UTF-8, hex."""
    title: str | None = None
    """The first level-one heading of a Markdown file; None when there is none."""
    metadata: Mapping[str, Any] | None = None
    """Fields that came with the document; None when there are none."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """The content of one corpus, read in full."""

    name: str
    """What the user calls it: the path as given, or a name."""
    kind: str
    """``folder``, ``file`` or ``external``."""
    extractor: str
    """Which rule made documents out of files, with its revision."""
    corpus_hash: str
    """SHA-256 over every file of the folder, hex."""
    documents_hash: str
    """SHA-256 over the documents alone, hex."""
    documents: tuple[Document, ...]
    """Sorted by ``doc``."""
    num_files: int
    """Regular files under the root, documents or not."""
    num_bytes: int
    """Bytes of all these files."""


@dataclass(frozen=True, slots=True)
class Gold:
    """One piece of evidence as the author wrote it."""

    doc: str
    quote: str | None
    """Verbatim text of the document; None means the whole document."""
    relevance: int = 1
    """Grade as given; 1 and above is relevant, 0 and below is not."""
    occurrence: str = "unique"
    """``unique``, ``all``, or the 1-based number of the occurrence in decimal."""
    prefix: str | None = None
    """Text that must stand directly before the quote."""
    suffix: str | None = None
    """Text that must stand directly after the quote."""
    match: str = "exact"
    """The loosest fold allowed: ``exact``, ``whitespace``, ``nfkc``, ``alnum``."""
    alternative: str | None = None
    """Entries that share it are alternatives for one piece of evidence."""


@dataclass(frozen=True, slots=True)
class Judgment:
    """One labelled query."""

    query_id: str
    text: str
    category: str
    answerable: bool
    """False for queries that have no answer in the corpus and for unlabelled ones."""
    gold: tuple[Gold, ...]
    line: int
    """Line of the file, from 1, for messages."""
    file_position: int
    """Position among the judgments of the file, from 1."""
    notes: str | None = None
    tags: tuple[str, ...] = ()
    filter: Mapping[str, Any] | None = None
    origin: str | None = None
    """How the label was found."""
    expected_keywords: tuple[str, ...] = ()
    answer: str | None = None


@dataclass(frozen=True, slots=True)
class JudgmentSet:
    """The content of one judgments file."""

    name: str
    """What the user calls it: the path as given, or a name."""
    format: str
    """``jsonl``; imported formats have names of their own."""
    judgments_hash: str
    """Identity, hex: of a JSONL file's raw bytes, or of imported grades and texts."""
    judgments: tuple[Judgment, ...]
    """In file order, which is ascending by ``query_id``."""


@dataclass(frozen=True, slots=True)
class GoldSpan:
    """Where one gold quote stands in the current text."""

    query_id: str
    gold_index: int
    span_index: int
    doc: str
    start: int
    end: int
    match_level: str
    """The least fold at which the quote matched."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One entry of a ranked list."""

    doc: str
    start: int | None
    """None, with ``end``: the whole document, or a passage that was not located."""
    end: int | None
    score: float | None
    """None when the list came without scores."""
    chunk_index: int | None = None
    located: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """What a stage returned for one query."""

    query_id: str
    status: str
    """``ok``, ``failed`` or ``missing``."""
    hits: tuple[Hit, ...] = ()
    latency_ms: float | None = None
    """None when the query was answered in a batch."""
    error: str | None = None
    num_duplicates: int = 0
    """Hits dropped because the same span stood earlier in the list."""
    num_surplus: int = 0
    """Hits dropped because the stage returned more than it was asked for."""


@dataclass(frozen=True, slots=True)
class ListedHit:
    """One hit as a file or a program states it, not yet looked for in the corpus."""

    doc: str
    start: int | None
    """None, with ``end``: no offsets were given."""
    end: int | None
    text: str | None
    """A passage of the document; None when none was given. Without offsets too: the whole
    document."""
    score: float | None


@dataclass(frozen=True, slots=True)
class ListedAnswer:
    """One query's ranked hits as a file or a program states them."""

    query_id: str
    status: str
    """``ok``, ``failed`` or ``missing``."""
    hits: tuple[ListedHit, ...]
    """Best first; empty unless the status is ``ok``."""
    line: int
    """Line of the file, from 1, for messages."""
    latency_ms: float | None = None
    error: str | None = None
