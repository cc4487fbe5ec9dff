"""Sentences and words of a text, well enough to cut a quote at.

No sentence crosses a blank line. A line break ends one where the lines are list items, table
rows, headings, quotations or code; elsewhere a line was only broken because it was long.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from groundkit.records import Span

LONGEST_WORD = 24
"""Characters after which a run without white space is cut, as in scripts that set no spaces."""

MOST_MARKED = 48
"""The longest piece that marks can make."""

_FENCE = re.compile(r" {0,3}(?:```|~~~)")
_CODE = re.compile(r" {4}|\t")
_HEADING = re.compile(r" {0,3}#{1,6}[^\S\n]+")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)\s*$")
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,9}[.)])\s+")
_QUOTATION = re.compile(r"\s*>[>\s]*")
_ROW = re.compile(r"\s*\|")
_BELOW_HEADER = re.compile(r"\s*\|[\s:|]*-[\s:|-]*$")

_CLOSERS = r"\"'’”»)\]*_`"
_MARKS = ".!?…؟۔।॥։።៕។။།"
_SENTENCE_END = re.compile(
    # Marks that need no space behind them: Chinese, Japanese.
    rf"[。！？｡．]+[」』）〕】》〉{_CLOSERS}]*"
    # Marks with a space or the end behind them: Latin, Arabic, Urdu, Devanagari, Armenian,
    # Ethiopic, Khmer, Burmese, Tibetan.
    rf"|(?<![{_MARKS}])[{_MARKS}]+[{_CLOSERS}]*(?=\s|$)"
    # Thai and Lao have a space between sentences, and no mark.
    r"|(?<=[\u0e00-\u0eff])(?=\s+[\u0e00-\u0eff])"
)
_ABBREVIATION = re.compile(r"(?<!\w)(?:\w|e\.g|i\.e|cf|vs|etc|approx|Dr|Mrs?|Ms|St|No|Nr)\.$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, list item, heading, table row or line of code."""

    span: Span
    """Without the mark of a list item, a heading or a quotation; white space at neither end."""
    is_heading: bool
    """Also the first row of a table, above its rule."""


def paragraph_around(text: str, span: Span) -> Span:
    """Return the lines that a span stands in, with those up to the next blank line each way."""
    start = text.rfind("\n", 0, span.start) + 1
    while start and text[(above := text.rfind("\n", 0, start - 1) + 1) : start].strip():
        start = above
    end = _line_end(text, span.end)
    while end < len(text) and text[end + 1 : (below := _line_end(text, end + 1))].strip():
        end = below
    return Span(start, end)


def sentences(text: str, within: Span) -> list[Sentence]:
    """Return every sentence that shares a character with a span, whole, in text order.

    None where the span is white space.
    """
    found = []
    for block in _blocks(text, paragraph_around(text, within)):
        for span in _split(text, block) if block.is_prose else (stripped(text, block.span),):
            if span.start >= within.end:
                break
            if span.start < span.end and within.start < span.end:
                found.append(Sentence(span, block.is_heading))
    return found


def words(text: str, within: Span) -> Iterator[Span]:
    """Yield the runs without white space in a span; long ones in pieces, not before a mark.

    A mark is what combines with the character before it: an accent, a vowel sign. Only a pile of
    marks that is longer than any word is cut all the same.
    """
    for match in re.compile(r"\S+").finditer(text, within.start, within.end):
        start, end = match.span()
        while end - start > LONGEST_WORD:
            at = start + LONGEST_WORD
            while at < min(end, start + MOST_MARKED) and _combines(text, at):
                at += 1
            yield Span(start, at)
            start = at
        if start < end:
            yield Span(start, end)


@dataclass(slots=True)
class _Block:
    """Lines that sentences may run through."""

    span: Span
    is_prose: bool = True
    """False: one line that is not split further."""
    is_heading: bool = False


def _blocks(text: str, within: Span) -> list[_Block]:
    """Return the blocks of whole lines; fences, rules and blank lines belong to none."""
    blocks: list[_Block] = []
    is_open = False
    """Whether the next line of prose continues the last block."""
    in_fence = sum(1 for line in _lines(text, Span(0, within.start)) if _is_fence(text, line)) % 2
    for line in _lines(text, within):
        start, end = line
        if _is_fence(text, line):
            in_fence = not in_fence
            is_open = False
        elif not text[start:end].strip():
            is_open = False
        elif is_open and _UNDERLINE.match(text, start, end):
            blocks[-1].is_heading, is_open = True, False
        elif heading := (not in_fence and _HEADING.match(text, start, end)):
            blocks.append(_Block(Span(heading.end(), end), is_prose=False, is_heading=True))
            is_open = False
        elif blocks and not in_fence and _BELOW_HEADER.match(text, start, end):
            blocks[-1].is_heading = True
        elif in_fence or _ROW.match(text, start, end):
            blocks.append(_Block(line, is_prose=False))
            is_open = False
        elif mark := (_ITEM.match(text, start, end) or _QUOTATION.match(text, start, end)):
            blocks.append(_Block(Span(mark.end(), end)))
            is_open = True
        elif not is_open and _CODE.match(text, start, end):
            blocks.append(_Block(line, is_prose=False))
        elif is_open:
            blocks[-1].span = Span(blocks[-1].span.start, end)
        else:
            blocks.append(_Block(line))
            is_open = True
    return blocks


def _split(text: str, block: _Block) -> Iterator[Span]:
    """Yield the sentences of a block of prose."""
    start, end = block.span
    at = start
    for match in _SENTENCE_END.finditer(text, start, end):
        if _ends(text, at, match, end):
            yield stripped(text, Span(at, match.end()))
            at = match.end()
    yield stripped(text, Span(at, end))


def _ends(text: str, start: int, match: re.Match[str], end: int) -> bool:
    """Return whether a mark ends a sentence: a full stop does not within one or behind ``Dr``."""
    if not match.group().startswith("."):
        return True
    following = text[match.end() : min(end, match.end() + 40)].lstrip()
    if following[:1].islower():
        return False
    return _ABBREVIATION.search(text, max(start, match.start() - 8), match.start() + 1) is None


def stripped(text: str, span: Span) -> Span:
    """Return the span without the white space at its ends."""
    start, end = span
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def _lines(text: str, within: Span) -> Iterator[Span]:
    """Yield the lines that begin in a span, without their line ends."""
    start = within.start
    while start < within.end:
        end = _line_end(text, start)
        yield Span(start, end)
        start = end + 1


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _is_fence(text: str, line: Span) -> bool:
    return _FENCE.match(text, *line) is not None


def _combines(text: str, at: int) -> bool:
    """Return whether a character belongs to the one before it."""
    joiners = "\u200d\u200c"
    return (
        unicodedata.category(text[at]).startswith("M")
        or text[at] in joiners
        or text[at - 1] in joiners
    )
