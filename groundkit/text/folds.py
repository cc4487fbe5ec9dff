"""Folds: where a quote stands in a text when some differences of spelling do not count.

Four levels, each including the one before: ``exact``; ``whitespace``, where every run of white
space is one space and the ends are stripped; ``nfkc``, then compatibility normalisation, ASCII
quotes and dashes, no soft hyphens; ``alnum``, then casefold and letters and digits only.

A document is folded in layers, each made from the text of the layer before. Most characters
become one character, so a layer stores only where that changes. White space and ``alnum`` fold
each character alone; normalisation folds *segments*, runs of characters that may interact: a
letter with its combining marks, a Hangul syllable in parts (Unicode Standard Annex 15). Folding
the text between two boundaries of segments gives what stands between them in the folded text,
so an occurrence counts only if it begins and ends on such boundaries, and it then holds that

    fold(text[span.start : span.end], level) == fold(quote, level)

An exact occurrence is found at a looser level too, inside of the same characters, unless the
quote folds to nothing there, an end of it cuts a segment, or its fold keeps a space at an end,
which takes a soft hyphen outside of it.
"""

from __future__ import annotations

import io
import re
import sys
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, compress, repeat
from operator import add

from groundkit.errors import UsageError, unknown_name
from groundkit.records import Span
from groundkit.text.quotes import occurrences

LEVELS = ("exact", "whitespace", "nfkc", "alnum")
"""How a quote may match, the strictest first."""

TYPOGRAPHIC = {
    **dict.fromkeys(map(ord, "‘’‚‛′‹›"), "'"),
    **dict.fromkeys(map(ord, "“”„‟″«»"), '"'),
    **dict.fromkeys([*range(0x2010, 0x2016), 0x2212], "-"),
    0xAD: "",
}
"""What ``nfkc`` writes for quotes, dashes and the soft hyphen, after normalising."""

BLOCK = 1 << 16
"""Characters of which the words are in memory one by one."""

SEGMENTS = 1 << 14
"""Normalised segments that are remembered while a text is folded."""


@dataclass(frozen=True, slots=True)
class Match:
    """Where a quote stands in a text."""

    level: str
    """The least fold at which it occurs."""
    spans: tuple[Span, ...]
    """All its occurrences at that level, ascending."""


def fold(text: str, level: str) -> str:
    """Return ``text`` folded at ``level``; raises UsageError for a level that does not exist."""
    _check(level)
    if level != "exact":
        text = " ".join(text.split())
    if level in ("nfkc", "alnum"):
        text = _normal(text)
    return _alnum(text) if level == "alnum" else text


def _check(level: str) -> None:
    if level not in LEVELS:
        raise UsageError(unknown_name("match level", level, LEVELS))


def _normal(text: str) -> str:
    """Return text normalised to NFKC, with ASCII quotes and dashes and without soft hyphens."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text).translate(TYPOGRAPHIC)


def _alnum(text: str) -> str:
    """Return the letters and digits of the casefolded text."""
    return "".join(filter(str.isalnum, text.casefold()))


class Folds:
    """The text of one document, folded when first asked and at most once at each level."""

    def __init__(self, text: str) -> None:
        self.text = text
        """The text as given."""
        self._layers: dict[str, _Layer] = {}

    def match(
        self, quote: str, loosest: str, prefix: str | None = None, suffix: str | None = None
    ) -> Match | None:
        """Return the occurrences at the least level that has any, not looser than ``loosest``.

        None when there is no such level; UsageError when ``loosest`` is not a level.
        """
        _check(loosest)
        for level in LEVELS[: LEVELS.index(loosest) + 1]:
            spans = self.occurrences(quote, level, prefix, suffix)
            if spans:
                return Match(level, tuple(spans))
        return None

    def occurrences(
        self, quote: str, level: str, prefix: str | None = None, suffix: str | None = None
    ) -> list[Span]:
        """Return the span of every occurrence at exactly ``level``, ascending, overlapping too.

        A span reaches from the first to the last character that contributes to the occurrence.
        A quote that folds to nothing has none. ``prefix`` and ``suffix`` are folded alike and
        must stand directly before and after; except at ``exact``, white space in between does
        not count; one that is None or folds to nothing demands nothing.
        """
        wanted = fold(quote, level)
        if not wanted:
            return []
        before, after = fold(prefix or "", level), fold(suffix or "", level)
        text = self._folded(level)
        spans = []
        for start in occurrences(text, wanted):
            end = start + len(wanted)
            span = self._span(level, start, end)
            if (
                span is not None
                and self._stands_before(level, before, start)
                and self._stands_after(level, after, end)
            ):
                spans.append(span)
        return spans

    def _stands_before(self, level: str, prefix: str, end: int) -> bool:
        """Return whether a folded prefix occurs directly before ``end`` of the folded text."""
        text = self._folded(level)
        while prefix:
            start = end - len(prefix)
            if text.endswith(prefix, 0, end) and self._span(level, start, end) is not None:
                return True
            if level == "exact" or not text.endswith(" ", 0, end):
                return False
            end -= 1
        return True

    def _stands_after(self, level: str, suffix: str, start: int) -> bool:
        """Return whether a folded suffix occurs directly after ``start`` of the folded text."""
        text = self._folded(level)
        while suffix:
            end = start + len(suffix)
            if text.startswith(suffix, start) and self._span(level, start, end) is not None:
                return True
            if level == "exact" or not text.startswith(" ", start):
                return False
            start += 1
        return True

    def _folded(self, level: str) -> str:
        """Return the folded text of the document."""
        return self.text if level == "exact" else self._layer(level).text

    def _layer(self, level: str) -> _Layer:
        """Return the layer of a level looser than ``exact``."""
        if level not in self._layers:
            below = self._folded(LEVELS[LEVELS.index(level) - 1])
            make = {"whitespace": _whitespace_layer, "nfkc": _nfkc_layer, "alnum": _alnum_layer}
            self._layers[level] = make[level](below)
        return self._layers[level]

    def _span(self, level: str, start: int, end: int) -> Span | None:
        """Return the raw span of a range of the folded text, or None when it cuts a segment."""
        # What alnum drops from a segment, marks above all, may stand outside of the span.
        seen = _alnum if level == "alnum" else str
        span = Span(start, end)
        for passed in LEVELS[LEVELS.index(level) : 0 : -1]:
            layer = self._layer(passed)
            ends = (layer.text[span.start], layer.text[span.end - 1])
            if passed == "whitespace" and " " in ends:
                return None  # Folded alone it would be stripped.
            source = layer.source(span, seen)
            if source is None:
                return None
            span = source
        return span


@dataclass(frozen=True, slots=True)
class _Layer:
    """A folded text and where each of its characters comes from in its source.

    The text is cut into pieces, 9 bytes each. A plain piece has one character for each
    character of the source, and then perhaps some of the source that were dropped. The
    characters of a whole piece come from its part of the source together.
    """

    text: str
    starts: array[int]
    """Where each piece starts in the text, ascending; then the length of the text."""
    places: array[int]
    """Where each piece starts in the source, ascending; then the length of the source."""
    whole: bytearray
    """1 for a whole piece, 0 for a plain one."""

    def source(self, span: Span, seen: Callable[[str], str]) -> Span | None:
        """Return the range of the source that a range of the text, not empty, comes from.

        None when an end of it cuts a whole piece and ``seen`` leaves something of the part of
        the piece that stays outside.
        """
        start, end = span
        first = bisect_right(self.starts, start) - 1
        last = bisect_right(self.starts, end - 1) - 1
        source_start = self.places[first]
        if not self.whole[first]:
            source_start += start - self.starts[first]
        elif seen(self.text[self.starts[first] : start]):
            return None
        if not self.whole[last]:
            return Span(source_start, self.places[last] + end - self.starts[last])
        if seen(self.text[end : self.starts[last + 1]]):
            return None
        return Span(source_start, self.places[last + 1])


def _edited(source: str, edits: Iterable[tuple[int, int, str]]) -> _Layer:
    """Return ``source`` with ascending edits ``(start, end, replacement)``; "" drops."""
    starts, places, whole = array("I"), array("I"), bytearray()
    written = io.StringIO()
    length = done = 0
    for start, end, replacement in edits:
        if start > done or not replacement:
            starts.append(length)
            places.append(done)
            whole.append(0)
            length += written.write(source[done:start])
        if replacement:
            starts.append(length)
            places.append(start)
            whole.append(1)
            length += written.write(replacement)
        done = end
    if done:
        written.write(source[done:])
    text = written.getvalue() if done else source
    starts.extend((length, len(text)))
    places.extend((done, len(source)))
    whole.append(0)
    return _Layer(text, starts, places, whole)


def _without_spaces(source: str) -> _Layer:
    """Return ``source`` without its spaces, of which there may be one a word, without a loop."""
    starts, places = array("I"), array("I")
    length = 0
    for at in range(0, len(source), BLOCK):
        words = source[at : at + BLOCK].split(" ")
        lengths = list(map(len, words))
        starts.extend(compress(accumulate(lengths, initial=length), words))
        places.extend(compress(accumulate(map(add, lengths, repeat(1)), initial=at), words))
        length += sum(lengths)
    whole = bytearray(len(starts))
    starts.append(length)
    places.append(len(source))
    return _Layer(source.replace(" ", ""), starts, places, whole)


def _replaced(text: str, table: dict[str, str]) -> str:
    """Return ``text`` with characters replaced by one each, none of which is itself replaced."""
    if text.isascii() or len(table) > 100:
        return text.translate({ord(one): other for one, other in table.items()})
    for character, replacement in table.items():
        text = text.replace(character, replacement)
    return text


def _whitespace_layer(text: str) -> _Layer:
    """Return the layer in which every run of white space is one space and the ends are bare."""
    text = _replaced(text, {space: " " for space in set(text) - {" "} if space.isspace()})
    start = len(text) - len(text.lstrip(" "))
    end = max(start, len(text.rstrip(" ")))

    def edits() -> Iterator[tuple[int, int, str]]:
        if start:
            yield 0, start, ""
        for run in re.compile("  +").finditer(text, start, end):
            yield run.start() + 1, run.end(), ""
        if end < len(text):
            yield end, len(text), ""

    return _edited(text, edits())


def _nfkc_layer(text: str) -> _Layer:
    """Return the layer in which every segment of text without runs of spaces is normalised.

    A segment begins after every space, and before every character whose decomposition starts
    with a starter that composes with nothing that may stand before it.
    """
    if text.isascii():
        return _edited(text, ())
    replaced: dict[str, str] = {}
    changing: list[str] = []
    joining: list[str] = []
    after: dict[frozenset[str], list[str]] = {}
    ends: dict[str, list[str]] = {}
    for character in sorted(set(text)):
        normal = _normal(character)
        if len(normal) != 1:
            changing.append(character)
        elif normal != character:
            replaced[character] = normal
        decomposed = unicodedata.normalize("NFKD", character)
        ends.setdefault(decomposed[-1], []).append(character)
        if unicodedata.combining(decomposed[0]):
            joining.append(character)
        elif decomposed[0] in _composing_starters():
            after.setdefault(_composing_starters()[decomposed[0]], []).append(character)

    joins = [_one_of(joining)] if joining else []
    for possible, characters in after.items():
        before = [character for end in sorted(possible) for character in ends.get(end, ())]
        if before:
            joins.append(f"(?<={_one_of(before)}){_one_of(characters)}")
    patterns = [f"[^ ](?:{'|'.join(joins)})+"] if joins else []
    patterns += [_one_of(changing)] if changing else []
    segments = re.compile("|".join(patterns)).finditer(text) if patterns else ()
    folded = lru_cache(SEGMENTS)(_normal)
    return _edited(
        _replaced(text, replaced),
        ((segment.start(), segment.end(), folded(segment[0])) for segment in segments),
    )


def _alnum_layer(text: str) -> _Layer:
    """Return the layer of the casefolded letters and digits of a normalised text."""
    folded = {character: _alnum(character) for character in set(text)}
    short = {one: other or " " for one, other in folded.items() if len(other) < 2 and one != other}
    long = {one: others for one, others in folded.items() if len(others) > 1}
    text = _replaced(text, short)
    if not long:
        return _without_spaces(text)
    edits = re.compile(f" +|{_one_of(long)}").finditer(text)
    return _edited(text, ((edit.start(), edit.end(), long.get(edit[0], "")) for edit in edits))


def _one_of(characters: Iterable[str]) -> str:
    """Return a pattern that matches one of these characters, of which there is one at least."""
    return f"[{re.escape(''.join(characters))}]"


@cache
def _composing_starters() -> Mapping[str, frozenset[str]]:
    """Return the starters that compose with a character before them, and how that may end.

    The value has the last characters of the decompositions of what may stand before: a letter
    or vowel sign of a few Indic scripts, or another part of a Hangul syllable.
    """
    leading, vowels, trailing = (
        frozenset(map(chr, range(*bounds)))
        for bounds in ((0x1100, 0x1113), (0x1161, 0x1176), (0x11A8, 0x11C3))
    )
    found = {vowel: set(leading) for vowel in vowels} | {last: set(vowels) for last in trailing}
    for block in range(0, sys.maxunicode + 1, 128):
        characters = "".join(map(chr, range(block, block + 128)))
        if unicodedata.is_normalized("NFD", characters):
            continue
        for composed in characters:
            parts = unicodedata.decomposition(composed).split()
            if len(parts) == 2 and not parts[0].startswith("<"):
                first, second = (chr(int(part, 16)) for part in parts)
                composes = unicodedata.normalize("NFC", first + second) == composed
                if composes and not unicodedata.combining(second):
                    last = unicodedata.normalize("NFKD", first)[-1]
                    found.setdefault(second, set()).add(last)
    return {second: frozenset(lasts) for second, lasts in found.items()}
