"""Quotes as strings: where one occurs in a text, and how a text is shown in a message."""

from __future__ import annotations

import json

from groundkit.records import Span
from groundkit.text.analyzers import Word


def occurrences(text: str, quote: str) -> list[int]:
    """Return the offset of every occurrence of ``quote``, overlapping ones too, ascending.

    "aa" occurs twice in "aaa". The empty quote occurs at every offset, the end included.
    """
    found: list[int] = []
    at = text.find(quote)
    while at >= 0:
        if len(quote) > 64 and found and at < found[-1] + len(quote):
            # Every further find would compare almost the whole quote again.
            return found + _overlapping_occurrences(text, quote, at)
        found.append(at)
        at = text.find(quote, at + 1)
    return found


def _overlapping_occurrences(text: str, quote: str, start: int) -> list[int]:
    """Return the occurrences from ``start`` on in linear time (Knuth, Morris, Pratt 1977)."""
    borders = [0]
    matched = 0
    for character in quote[1:]:
        while matched and character != quote[matched]:
            matched = borders[matched - 1]
        matched += character == quote[matched]
        borders.append(matched)

    found: list[int] = []
    matched = 0
    for offset in range(start, len(text)):
        while matched and text[offset] != quote[matched]:
            matched = borders[matched - 1]
        matched += text[offset] == quote[matched]
        if matched == len(quote):
            found.append(offset + 1 - matched)
            matched = borders[matched - 1]
    return found


def line_of(text: str, offset: int) -> int:
    """Return the 1-based number of the line that ``offset`` is in; only LF ends a line."""
    return text.count("\n", 0, offset) + 1


def overlaps(first: Span, second: Span) -> bool:
    """Return whether two spans of one text share a character; touching is not overlapping."""
    return first.start < second.end and second.start < first.end


def token_overlap(query: str, quote: str) -> float:
    """Return the share of the query's distinct tokens that the quote holds too, 0 to 1.

    0 for a query without tokens. A label whose overlap is near 1 rewards word matching.
    """
    word = Word()
    asked = set(word.tokens(query))
    return len(asked & set(word.tokens(quote))) / len(asked) if asked else 0.0


def shown(text: str, limit: int | None = 60) -> str:
    """Return ``text`` for a message: on one line, at most ``limit`` characters of it.

    Double quotes, backslashes and everything that does not print as itself (controls, line
    separators, invisible and direction marks, white space other than the space, lone
    surrogates) are escaped as in JSON, so that a text can neither break a message's line nor
    steer a terminal. An ellipsis stands for what was cut; None cuts nothing.
    """
    cut = limit is not None and len(text) > limit
    return "".join(map(_escaped, text[:limit] if cut else text)) + ("…" if cut else "")


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun: 1 query, 2 queries."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def _escaped(character: str) -> str:
    plain = character.isprintable() and character not in '"\\'
    return character if plain else json.dumps(character)[1:-1]
