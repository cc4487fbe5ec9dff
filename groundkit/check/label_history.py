"""Which gold quotes resolve at past revisions of a corpus, and which commit broke each.

The judgments are those of today; only the corpus moves. What a revision holds is known from its
trees, so each distinct content of a document is read and searched once, however many revisions
have it. A document that is unreadable in an old revision breaks its quotes there and stops
nothing. Renames are named, not followed: a label names its document by path.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from groundkit.files.corpus_folder import DEFAULT_MAX_DOCUMENT_BYTES, decoded, is_document
from groundkit.files.git_objects import Entry, Repository, Revision
from groundkit.files.git_program import ObjectTooLarge
from groundkit.records import Gold, Judgment
from groundkit.text.folds import Folds
from groundkit.text.quotes import shown
from groundkit.text.resolution import REPEATED, resolve_gold

DOCUMENT_MISSING = "document missing"
DOCUMENT_UNREADABLE = "document unreadable"
QUOTE_MISSING = "quote missing"
QUOTE_REPEATED = "quote repeated"


class GoldPlace(NamedTuple):
    """Names one gold entry."""

    line: int
    """Line of the judgments file, from 1."""
    query_id: str
    gold_index: int


@dataclass(frozen=True, slots=True)
class RevisionResult:
    """How the quotes fared at one revision."""

    commit: str
    time: str
    """When it was committed, UTC, as ``2026-01-31T12:00:00Z``."""
    subject: str
    num_quotes: int
    """Gold entries; the same at every revision."""
    num_resolved: int
    num_broken: int
    """Of those that do not resolve, how many did at an earlier revision of the range."""
    broke: tuple[GoldPlace, ...]
    """Resolved at the revision before and do not here, in the order of the file."""
    mended: tuple[GoldPlace, ...]
    """Were broken at the revision before and resolve here, in the order of the file."""


@dataclass(frozen=True, slots=True)
class Break:
    """One gold entry that broke once, or that resolved at no revision of the range."""

    query_id: str
    gold_index: int
    line: int
    doc: str
    quote: str | None
    """None for the whole document."""
    commit: str | None
    """First revision where it does not resolve after one where it did; None: it never resolved."""
    time: str | None
    subject: str | None
    reason: str
    """``document missing``, ``document unreadable``, ``quote missing`` or ``quote repeated``, at
    ``commit``; at the newest revision when it never resolved."""
    detail: str
    """What happened, on one line."""
    mended_by: str | None = None
    """Commit at which it resolved again; None when it still fails at the newest revision."""


@dataclass(frozen=True, slots=True)
class LabelHistory:
    """The quotes of a judgment set over the revisions of a corpus."""

    revisions: tuple[RevisionResult, ...]
    """Oldest first; never empty."""
    breaks: tuple[Break, ...]
    """In the order of the file, those of one entry oldest first. An entry that broke twice is
    there twice; one that always resolved from its first resolution on is not there."""


def label_history(
    judgments: Iterable[Judgment],
    repository: Repository,
    folder: str,
    revision_range: str | None = None,
    *,
    max_document_bytes: int = DEFAULT_MAX_DOCUMENT_BYTES,
) -> LabelHistory:
    """Return how all gold resolves at each revision of ``folder`` that a range names.

    The range is that of ``Repository.revisions``, whose errors are raised. Gold that could not
    be read (no document, an empty quote) is left out.
    """
    quotes = [
        _Quote(GoldPlace(judgment.line, judgment.query_id, index), gold)
        for judgment in judgments
        for index, gold in enumerate(judgment.gold)
        if gold.doc and gold.quote != ""
    ]
    revisions = repository.revisions(folder, revision_range)
    docs = list(dict.fromkeys(quote.gold.doc for quote in quotes))
    held = [
        {doc: repository.entry(revision.commit, f"{folder}/{doc}") for doc in docs}
        for revision in revisions
    ]
    failures = _failures(repository, quotes, held, max_document_bytes)
    results = []
    for number, revision in enumerate(revisions):
        broken, mended = _step(quotes, held[number], failures, revision)
        if any(held[number][quote.gold.doc] is None for quote, _ in broken):
            before = revisions[number - 1]
            renamed = repository.renamed(before.commit, revision.commit, folder)
            broken = [(quote, _gone(quote.gold.doc, failure, renamed)) for quote, failure in broken]
        for quote, failure in broken:
            quote.breaks.append(_break(quote, failure, revision))
        results.append(
            RevisionResult(
                revision.commit,
                revision.time,
                revision.subject,
                num_quotes=len(quotes),
                num_resolved=sum(quote.resolves for quote in quotes),
                num_broken=sum(quote.is_broken for quote in quotes),
                broke=tuple(quote.place for quote, _ in broken),
                mended=mended,
            )
        )
    breaks: list[Break] = []
    for quote in quotes:
        failure_now = failures[quote.place, held[-1][quote.gold.doc]]
        if failure_now is not None and not quote.breaks:
            breaks.append(_break(quote, failure_now, None))
        breaks += quote.breaks
    return LabelHistory(tuple(results), tuple(breaks))


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why a quote does not resolve."""

    reason: str
    detail: str


_NOT_THERE = _Failure(DOCUMENT_MISSING, "it is not in the folder")


@dataclass(slots=True)
class _Quote:
    """One gold entry, and what happened to it so far."""

    place: GoldPlace
    gold: Gold
    resolves: bool = False
    breaks: list[Break] = field(default_factory=list)

    @property
    def is_broken(self) -> bool:
        return bool(self.breaks) and not self.resolves


_Held = Mapping[str, Entry | None]
"""What one revision has in place of each gold document."""

_Failures = Mapping[tuple[GoldPlace, Entry | None], _Failure | None]
"""Why a gold entry does not resolve in what stands in place of its document; None: it does."""


def _failures(
    repository: Repository, quotes: Sequence[_Quote], held: Sequence[_Held], max_bytes: int
) -> _Failures:
    """Return how each quote fares in all that ever stood in place of its document."""
    quotes_of: dict[str, list[_Quote]] = defaultdict(list)
    for quote in quotes:
        quotes_of[quote.gold.doc].append(quote)
    failures: dict[tuple[GoldPlace, Entry | None], _Failure | None] = {}
    docs_of: dict[Entry, list[str]] = defaultdict(list)
    for doc, entry in dict.fromkeys(pair for revision in held for pair in revision.items()):
        if entry is not None and entry.kind == "file" and is_document(doc):
            docs_of[entry].append(doc)
        else:
            failures.update(
                dict.fromkeys(((q.place, entry) for q in quotes_of[doc]), _absent(entry))
            )
    for entry, docs in docs_of.items():
        text = _text(repository, entry.object_id, max_bytes)
        folds = Folds(text) if isinstance(text, str) else text
        for quote in (quote for doc in docs for quote in quotes_of[doc]):
            failures[quote.place, entry] = (
                _unresolved(quote.gold, folds) if isinstance(folds, Folds) else folds
            )
    return failures


def _absent(entry: Entry | None) -> _Failure:
    """Return why what stands in place of a document is none."""
    if entry is None:
        return _NOT_THERE
    if entry.kind == "file":
        return _Failure(DOCUMENT_MISSING, "by its name it is not a document")
    return _Failure(DOCUMENT_MISSING, f"it is a {entry.kind}, which is not followed")


def _text(repository: Repository, blob_id: str, max_bytes: int) -> str | _Failure:
    """Return the text of a document, or why there is none."""
    try:
        text = decoded(repository.blob(blob_id, max_bytes=max_bytes))
    except ObjectTooLarge as error:
        return _Failure(
            DOCUMENT_UNREADABLE,
            f"{error.num_bytes} bytes, more than the limit of {max_bytes} for a document",
        )
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        return _Failure(
            DOCUMENT_UNREADABLE, f"not UTF-8: byte 0x{byte:02x} at offset {error.start}"
        )
    return text if text.strip() else _Failure(DOCUMENT_MISSING, "the file is blank")


def _unresolved(gold: Gold, folds: Folds) -> _Failure | None:
    """Return why a gold entry does not resolve in a text, or None."""
    resolved = resolve_gold(gold, folds)
    if resolved.problem is None:
        return None
    times = "once" if len(resolved.found) == 1 else f"{len(resolved.found)} times"
    if resolved.problem == REPEATED:
        return _Failure(QUOTE_REPEATED, f"the document holds the quote {times}")
    if resolved.found:
        return _Failure(
            QUOTE_MISSING,
            f"the document holds the quote {times}, so there is no occurrence {gold.occurrence}",
        )
    return _Failure(QUOTE_MISSING, "the document does not hold the quote")


def _step(
    quotes: Iterable[_Quote], held: _Held, failures: _Failures, revision: Revision
) -> tuple[list[tuple[_Quote, _Failure]], tuple[GoldPlace, ...]]:
    """Bring all quotes to a revision; return those that break there and those that are mended."""
    broken: list[tuple[_Quote, _Failure]] = []
    mended: list[GoldPlace] = []
    for quote in quotes:
        failure = failures[quote.place, held[quote.gold.doc]]
        if failure is not None and quote.resolves:
            broken.append((quote, failure))
        elif failure is None and quote.is_broken:
            quote.breaks[-1] = replace(quote.breaks[-1], mended_by=revision.commit)
            mended.append(quote.place)
        quote.resolves = failure is None
    return broken, tuple(mended)


def _gone(doc: str, failure: _Failure, renamed: Mapping[str, str]) -> _Failure:
    """Return the failure of a quote, with what became of a document that is no longer there."""
    if failure != _NOT_THERE:
        return failure
    if doc in renamed:
        return replace(failure, detail=f"it was renamed to {shown(renamed[doc], None)}")
    return replace(failure, detail="it was removed, or moved out of the folder")


def _break(quote: _Quote, failure: _Failure, revision: Revision | None) -> Break:
    """Return the record of a quote that broke at a revision, or never resolved."""
    return Break(
        query_id=quote.place.query_id,
        gold_index=quote.place.gold_index,
        line=quote.place.line,
        doc=quote.gold.doc,
        quote=quote.gold.quote,
        commit=None if revision is None else revision.commit,
        time=None if revision is None else revision.time,
        subject=None if revision is None else revision.subject,
        reason=failure.reason,
        detail=failure.detail,
    )
