"""The text of a document that a quote was probably meant to be."""

from __future__ import annotations

from groundkit.records import Span

LEAST_SCORE = 50.0
"""Similarity, of 100, below which a text is no help."""

LONGEST_NEEDLE = 256
"""Characters of a quote that are searched for; the cost of a search grows with them."""


def nearest_text(text: str, quote: str) -> tuple[Span, float] | None:
    """Return the part of ``text`` most similar to ``quote`` and its similarity, or None.

    The similarity is 0 to 100: twice the longest common subsequence over both lengths; None
    below ``LEAST_SCORE``. The span is about as long as the quote. Of a quote longer than
    ``LONGEST_NEEDLE`` its head is looked for, and its tail if the head is nowhere, so that
    10 MiB of text take less than a second.
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
    return (span, score) if score >= LEAST_SCORE else None


def _aligned(text: str, needle: str) -> Span | None:
    """Return where ``needle`` fits best into ``text``; the whole text when that is shorter."""
    from rapidfuzz import fuzz

    if len(text) <= len(needle):
        return Span(0, len(text))
    found = fuzz.partial_ratio_alignment(needle, text, score_cutoff=LEAST_SCORE)
    return None if found is None else Span(found.dest_start, found.dest_end)
