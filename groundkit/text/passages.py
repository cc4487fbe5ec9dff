"""Places listed hits in the texts of a corpus: offsets are checked, passages are looked for.

A passage is looked for exactly first, then with white space folded, then as ``nfkc``, then by
letters and digits alone. The least fold at which it occurs decides, and only one place counts:
a passage that occurs nowhere or twice has no offsets. It is never guessed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from groundkit.errors import nearest
from groundkit.records import Answer, Hit, ListedAnswer, ListedHit, Span
from groundkit.text.folds import LEVELS, Folds, fold
from groundkit.text.quotes import shown

KEPT_CHARACTERS = 50_000_000
"""Characters of the documents whose folded texts are kept."""

MOST_SUGGESTIONS = 20
"""Documents that are unknown and for which the nearest name is looked up."""

KEPT_PASSAGES = 100_000
"""Passages whose places are kept, since a chunk is retrieved for many queries."""


@dataclass(frozen=True, slots=True)
class Unlocated:
    """A passage that stands at no one place."""

    index: int
    """Its hit, from 0."""
    doc: str
    text: str
    num_places: int
    """0, or how often it occurs in the document."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One listed answer, placed in the corpus."""

    answer: Answer
    """Without hits when there is a problem."""
    problems: tuple[str, ...]
    """Each begins with its hit, as in ``hits[0]: ...``; empty when the answer can be stored."""
    unlocated: tuple[Unlocated, ...]
    """Passages that were not located; repeated hits and those beyond the depth are not here."""
    scores_rise: bool
    """Whether a hit has a higher score than the one above it. The order of the list counts."""


class Places:
    """The texts of a corpus, and where chunks and passages stand in them."""

    def __init__(
        self, texts: Mapping[str, str], chunks: Mapping[str, Mapping[Span, int]] | None = None
    ) -> None:
        self._texts = texts
        self._chunks = chunks or {}
        self._folds: OrderedDict[str, Folds] = OrderedDict()
        self._num_kept = 0
        self._suggestions: dict[str, str] = {}
        self._found: OrderedDict[tuple[str, str], tuple[Span, ...]] = OrderedDict()

    def place(self, listed: ListedAnswer, depth: int | None = None) -> Placed:
        """Return the answer with its hits placed, at most ``depth`` of them; None keeps all.

        The first of repeated hits stays. Two passages without a place are the same hit when
        document and text are.
        """
        hits: list[Hit] = []
        problems: list[str] = []
        unlocated: list[Unlocated] = []
        seen: set[tuple[str, int | None, int | None, str | None]] = set()
        num_duplicates = 0
        for index, entry in enumerate(listed.hits):
            problem = self._problem(entry)
            if problem is not None:
                problems.append(f"hits[{index}]: {problem}")
                continue
            hit, num_places = self._placed(entry)
            key = (hit.doc, hit.start, hit.end, None if hit.located else entry.text)
            if key in seen:
                num_duplicates += 1
                continue
            seen.add(key)
            if not hit.located and (depth is None or len(hits) < depth):
                unlocated.append(Unlocated(index, entry.doc, entry.text or "", num_places))
            hits.append(hit)
        kept = tuple(hits[:depth])
        answer = Answer(
            listed.query_id,
            listed.status,
            () if problems else kept,
            listed.latency_ms,
            listed.error,
            num_duplicates=num_duplicates,
            num_surplus=len(hits) - len(kept),
        )
        return Placed(answer, tuple(problems), tuple(unlocated), _rises(kept))

    def _problem(self, entry: ListedHit) -> str | None:
        """Return why a hit cannot be one of this corpus, or None."""
        text = self._texts.get(entry.doc)
        if text is None:
            suggestion = self._suggestion(entry.doc)
            return f'document "{shown(entry.doc)}" is not in the corpus{suggestion}'
        if entry.start is None or entry.end is None:
            return None
        if not 0 <= entry.start < entry.end <= len(text):
            return (
                f'[{entry.start}, {entry.end}) is not inside of "{shown(entry.doc)}", expected '
                f"0 <= start < end <= {len(text)} characters"
            )
        if entry.text is not None:
            stands = text[entry.start : entry.end]
            if stands != entry.text and fold(stands, LEVELS[-1]) != fold(entry.text, LEVELS[-1]):
                return (
                    f'at [{entry.start}, {entry.end}) of "{shown(entry.doc)}" stands '
                    f'"{shown(stands, 40)}", not "{shown(entry.text, 40)}"; offsets count '
                    "characters of the text with line ends folded to LF"
                )
        return None

    def _suggestion(self, doc: str) -> str:
        """Return the end of a message that names the document that was probably meant."""
        if doc not in self._suggestions:
            if len(self._suggestions) >= MOST_SUGGESTIONS:
                return ""
            guess = nearest(doc, self._texts)
            hint = f'; did you mean "{shown(guess, None)}"?' if guess else ""
            self._suggestions[doc] = hint
        return self._suggestions[doc]

    def _placed(self, entry: ListedHit) -> tuple[Hit, int]:
        """Return a hit where it stands, and at how many places its passage was found."""
        span: Span | None = None
        num_places = 1
        if entry.start is not None and entry.end is not None:
            span = Span(entry.start, entry.end)
        elif entry.text is not None:
            found = self._locate(entry.doc, entry.text)
            num_places = len(found)
            if num_places != 1:
                return Hit(entry.doc, None, None, entry.score, located=False), num_places
            span = found[0]
        if span is None:
            return Hit(entry.doc, None, None, entry.score), num_places
        chunk_index = self._chunks.get(entry.doc, {}).get(span)
        return Hit(entry.doc, span.start, span.end, entry.score, chunk_index), num_places

    def _locate(self, doc: str, passage: str) -> tuple[Span, ...]:
        """Return the places of a passage at the least fold at which it has any."""
        key = (doc, passage)
        if key in self._found:
            self._found.move_to_end(key)
            return self._found[key]
        match = self._folds_of(doc).match(passage, LEVELS[-1])
        self._found[key] = () if match is None else match.spans
        if len(self._found) > KEPT_PASSAGES:
            self._found.popitem(last=False)
        return self._found[key]

    def _folds_of(self, doc: str) -> Folds:
        """Return the folded texts of a document; those not asked for of late are let go."""
        if doc in self._folds:
            self._folds.move_to_end(doc)
            return self._folds[doc]
        folds = self._folds[doc] = Folds(self._texts[doc])
        self._num_kept += len(folds.text)
        while self._num_kept > KEPT_CHARACTERS and len(self._folds) > 1:
            _, gone = self._folds.popitem(last=False)
            self._num_kept -= len(gone.text)
        return folds


def _rises(hits: tuple[Hit, ...]) -> bool:
    """Return whether a score is higher than the last one above it."""
    scores = [hit.score for hit in hits if hit.score is not None]
    return any(below > above for above, below in pairwise(scores))
