"""The text of a document that a quote was probably meant to be."""

from __future__ import annotations

from groundkit.records import Span

LEAST_SCORE = 50.0
"""Similarity, of 100, below which a text is no help."""

LONGEST_NEEDLE = 256
"""Characters of a quote that are searched for; the cost of a search grows with them."""


LONGEST_WORD = 20
"""Characters by which either end of the found text is extended to a whole word, at most."""


def nearest_text(text: str, quote: str) -> tuple[Span, float] | None:
    """Return the part of ``text`` most similar to ``quote`` and its similarity, or None.

    The similarity is 0 to 100: twice the longest common subsequence over both lengths; None
    below ``LEAST_SCORE``. The span is about as long as the quote, to whole words. Of a quote
    longer than ``LONGEST_NEEDLE`` its head is looked for, and its tail if the head is nowhere,
    so that 10 MiB of text take less than a second.
    """
    if not text or not quote:
        return None
    head = quote[:LONGEST_NEEDLE]
    span = _aligned(text, head)
    if span is not None and len(quote) > len(head):
        span = Span(span.start, min(len(text), span.start + len(quote)))
    if span is None and len(quote) > len(head):
        tail = _aligned(text, quote[-LONGEST_NEEDLE:])
        span = tail and Span(max(0, tail.end - len(quote)), tail.end)
    if span is None:
        return None

    from rapidfuzz import fuzz

    score = float(fuzz.ratio(quote, text[span.start : span.end]))
    return (_whole_words(text, span), score) if score >= LEAST_SCORE else None


def _whole_words(text: str, span: Span) -> Span:
    """Return the span with the words that it cuts at its ends made whole, long ones not."""
    start, end = span
    while start > max(0, span.start - LONGEST_WORD) and text[start - 1 : start + 1].isalnum():
        start -= 1
    while end < min(len(text), span.end + LONGEST_WORD) and text[end - 1 : end + 1].isalnum():
        end += 1
    return Span(start, end)


def _aligned(text: str, needle: str) -> Span | None:
    """Return where ``needle`` fits best into ``text``; the whole text when that is shorter."""
    from rapidfuzz import fuzz

    if len(text) <= len(needle):
        return Span(0, len(text))
    found = fuzz.partial_ratio_alignment(needle, text, score_cutoff=LEAST_SCORE)
    return None if found is None else Span(found.dest_start, found.dest_end)
