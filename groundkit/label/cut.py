"""Cuts a quote out of a hit: short, whole, and in its document only once.

A hit is a chunk, and a chunk is no label: a long quote makes too many chunks right and breaks
with every edit. The sentence that shares most words with the query is taken instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from groundkit.errors import UsageError
from groundkit.label.sentences import Sentence, paragraph_around, sentences, stripped, words
from groundkit.records import Span
from groundkit.text.quotes import occurrences

MOST_CHARS = 160
"""The longest quote that is cut; the example collection has the same rule."""

MOST_CONTEXT = 80
"""The longest prefix and the longest suffix."""

Tokens = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Cut:
    """A quote and what makes it mean one place."""

    span: Span
    """Where the quote stands."""
    quote: str
    prefix: str | None = None
    """Text directly before the quote, where the quote alone would mean several places."""
    suffix: str | None = None
    """Text directly after the quote, likewise."""
    occurrence: int | None = None
    """Which occurrence of the quote it is, from 1, when no text around it tells them apart."""


def cut_quote(text: str, span: Span, query: str, tokens: Tokens) -> Cut:
    """Return the quote of the sentence in ``span`` that holds most of the query's tokens.

    Distinct tokens count; of equals the shorter is taken, then the earlier. A heading is taken
    only where nothing else holds any of them, since it does not answer. The sentence is whole
    even where the span cuts it; one longer than ``MOST_CHARS`` is cut at words, around those of
    the query. Raises UsageError when the span is blank.
    """
    if not text[span.start : span.end].strip():
        raise UsageError("the passage is blank; there is nothing in it to quote")
    # A span of marks alone, such as that of a list item, stands for the lines it is in.
    found = sentences(text, span) or sentences(text, paragraph_around(text, span))
    if not found:
        return pinned(text, stripped(text, span))
    wanted = set(tokens(query))
    chosen = _best(text, span, found, wanted, tokens).span
    if chosen.end - chosen.start > MOST_CHARS:
        chosen = _shortened(text, chosen, span, wanted, tokens)
    return pinned(text, chosen)


def pinned(text: str, span: Span, *, may_grow: bool = True) -> Cut:
    """Return the text of a span as a quote that means this very place in the document.

    Where it occurs again it is extended by words of its paragraph, up to ``MOST_CHARS``, if it
    ``may_grow``; if that does not help, a prefix or a suffix is added, and at last the number of
    the occurrence.
    """
    quote = text[span.start : span.end]
    every = occurrences(text, quote)
    rivals = [offset - span.start for offset in every if offset != span.start]
    if not rivals:
        return Cut(span, quote)
    for longer in _extensions(text, span) if may_grow else ():
        if not _same_elsewhere(text, longer, rivals):
            return Cut(longer, text[longer.start : longer.end])
    before, after = _context_before(text, span.start), _context_after(text, span.end)
    for around in _contexts(span, before, after):
        if not _same_elsewhere(text, around, rivals):
            prefix = text[around.start : span.start] or None
            return Cut(span, quote, prefix, text[span.end : around.end] or None)
    return Cut(span, quote, occurrence=every.index(span.start) + 1)


def _best(
    text: str, span: Span, found: list[Sentence], wanted: set[str], tokens: Tokens
) -> Sentence:
    """Return the sentence to quote; only what of it lies in the span counts."""

    def held(sentence: Sentence) -> set[str]:
        start, end = max(sentence.span.start, span.start), min(sentence.span.end, span.end)
        return set(tokens(text[start:end]))

    def order(sentence: Sentence) -> tuple[bool, bool, int, int, int]:
        own = held(sentence)
        shared = len(own & wanted)
        length = sentence.span.end - sentence.span.start
        # Without a word of the query, length says nothing: then the first that has words.
        return (
            not shared or sentence.is_heading,
            (sentence.is_heading and not shared) or not own,
            -shared,
            length if shared else 0,
            sentence.span.start,
        )

    return min(found, key=order)


def _shortened(text: str, sentence: Span, span: Span, wanted: set[str], tokens: Tokens) -> Span:
    """Return at most ``MOST_CHARS`` of a sentence: whole words around most of the wanted ones."""
    pieces = list(words(text, sentence))
    seen = [
        index
        for index, piece in enumerate(pieces)
        if piece.start < span.end and span.start < piece.end
    ] or range(len(pieces))
    held = [wanted.intersection(tokens(text[piece.start : piece.end])) for piece in pieces]
    first, last = _window(pieces, seen[0], seen[-1], held)
    while True:
        grown = False
        if last + 1 < len(pieces) and pieces[last + 1].end - pieces[first].start <= MOST_CHARS:
            last, grown = last + 1, True
        if first and pieces[last].end - pieces[first - 1].start <= MOST_CHARS:
            first, grown = first - 1, True
        if not grown:
            return Span(pieces[first].start, pieces[last].end)


def _window(
    pieces: Sequence[Span], begin: int, end: int, held: Sequence[set[str]]
) -> tuple[int, int]:
    """Return the first and the last of the pieces that together hold most wanted tokens."""
    best, most = (begin, begin), 0
    counts: Counter[str] = Counter()
    first = begin
    for last in range(begin, end + 1):
        counts.update(held[last])
        while first < last and (
            pieces[last].end - pieces[first].start > MOST_CHARS
            or all(counts[token] > 1 for token in held[first])
        ):
            counts.subtract(held[first])
            first += 1
        num_held = sum(1 for number in counts.values() if number)
        if num_held > most:
            best, most = (first, last), num_held
    return best


def _extensions(text: str, span: Span) -> Iterator[Span]:
    """Yield the span with more and more words of its paragraph, to the right and to the left."""
    paragraph = paragraph_around(text, span)
    before = [start for start in _context_before(text, span.start) if start >= paragraph.start]
    after = [end for end in _context_after(text, span.end) if end <= paragraph.end]
    start, end = span
    while before or after:
        for side in ("after", "before"):
            if side == "after" and after:
                end = after.pop(0)
            elif side == "before" and before:
                start = before.pop(0)
            else:
                continue
            if end - start > MOST_CHARS:
                return
            yield Span(start, end)


def _contexts(span: Span, before: list[int], after: list[int]) -> Iterator[Span]:
    """Yield the span with a longer and longer prefix, then suffix, then with both."""
    for start in before:
        yield Span(start, span.end)
    for end in after:
        yield Span(span.start, end)
    if before:
        for end in after:
            yield Span(before[-1], end)


def _context_before(text: str, at: int) -> list[int]:
    """Return the offsets at which the words before ``at`` begin, the nearest first."""
    start = max(0, at - MOST_CONTEXT)
    starts = [word.start for word in words(text, Span(start, at))]
    if starts and starts[0] == start and start and not text[start - 1].isspace():
        starts.pop(0)  # The end of a word that began before.
    return starts[::-1]


def _context_after(text: str, at: int) -> list[int]:
    """Return the offsets at which the words after ``at`` end, the nearest first."""
    end = min(len(text), at + MOST_CONTEXT)
    ends = [word.end for word in words(text, Span(at, end))]
    if ends and ends[-1] == end < len(text) and not text[end].isspace():
        ends.pop()  # The beginning of a word that goes on.
    return ends


def _same_elsewhere(text: str, span: Span, distances: Sequence[int]) -> bool:
    """Return whether the text of a span also stands at one of the distances from it."""
    wanted = text[span.start : span.end]
    return any(
        span.start + distance >= 0 and text.startswith(wanted, span.start + distance)
        for distance in distances
    )
