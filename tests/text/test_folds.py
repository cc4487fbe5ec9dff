"""Folds: what each level folds, and where a quote stands when spelling does not count."""

from __future__ import annotations

import itertools
import random
import sys
import time
import tracemalloc
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from groundkit.errors import UsageError
from groundkit.records import Span
from groundkit.text import folds
from groundkit.text.folds import LEVELS, Folds, Match, fold

LOOSE = LEVELS[1:]

ALPHABET = [
    *"aeqfis1_-.'\"Ab",
    *" \n\r\t\x0c\x85\xa0\u2028\u3000",  # White space.
    *"\u0301\u0327\u0307\u0344\u0345\u0338",  # Combining marks of several classes.
    *"\xad\u200d\ufe0f👩💻",  # A soft hyphen, and the parts of emoji.
    *"ﬁﬃßẞİıſ½²…´¨ͺŉΐᾳΣςKÅé①⑴ㇰ，",  # Characters that become others, or several.
    *"‘’‚‛′‹›“”„‟″«»‐‑–—−",  # Quotes and dashes.
    *"\u1100\u1161\u11a8가각ㅏㅠￂ",  # Parts of Hangul syllables, and syllables.
    *"ｶﾊﾞﾟカ\u3099",  # Voiced marks of halfwidth and of other katakana.
    *"الﻻﷺ\u064e\u0651",  # Arabic.
    *"กำ\u0e38\u0e48",  # Thai.
    *"कक़\u094d\u093f\u093c",  # Devanagari.
    *"\u0cc6\u0cc2\u0cd5\u0dd9\u0dcf\u0dca\u0ddd\u09c7\u09be",  # Vowel signs that compose.
]
"""Characters that folds change, or that change what folds make of their neighbours."""

TEXTS = st.text(st.sampled_from(ALPHABET), max_size=14)
ANY_TEXTS = st.text(st.characters(codec=None, exclude_categories=()), max_size=14)


# A slow and literal reference


def literal_fold(text: str, level: str) -> str:
    """Fold by the letter of the definition, character by character."""
    folded = ""
    for character in text:
        white = level != "exact" and character.isspace()
        if not (white and folded.endswith(" ")):
            folded += " " if white else character
    folded = folded if level == "exact" else folded.strip(" ")
    if level in ("nfkc", "alnum"):
        ascii_of = {**dict.fromkeys("‘’‚‛′‹›", "'"), **dict.fromkeys("“”„‟″«»", '"'), "\xad": ""}
        ascii_of |= dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
        normal = unicodedata.normalize("NFKC", folded)
        folded = "".join(ascii_of.get(character, character) for character in normal)
    if level == "alnum":
        folded = "".join(character for character in folded.casefold() if character.isalnum())
    return folded


@cache
def characters_by_their_end() -> dict[str, list[str]]:
    """Return all characters by the last character of their decomposition."""
    found: dict[str, list[str]] = {}
    for character in map(chr, range(sys.maxunicode + 1)):
        found.setdefault(unicodedata.normalize("NFKD", character)[-1], []).append(character)
    return found


@cache
def begins_segment(before: str, character: str) -> bool:
    """Return whether no normalisation reaches across these two characters, whatever is near."""
    first = unicodedata.normalize("NFKD", character)[0]
    if before.isspace():
        return True
    return not unicodedata.combining(first) and not any(
        len(unicodedata.normalize("NFC", other + first)) <= len(unicodedata.normalize("NFC", other))
        for other in characters_by_their_end()[unicodedata.normalize("NFKD", before)[-1]]
    )


class Unit(NamedTuple):
    """Characters that are folded together."""

    start: int
    end: int
    folded: str
    is_white: bool


def units(text: str, level: str) -> list[Unit]:
    """Cut a text into what is folded together at a level."""
    starts = [
        at
        for at, character in enumerate(text)
        if at == 0
        or (character.isspace() and not (level != "exact" and text[at - 1].isspace()))
        or (
            not character.isspace()
            and (level in ("exact", "whitespace") or begins_segment(text[at - 1], character))
        )
    ]
    found = []
    for start, end in zip(starts, [*starts, len(text)][1:], strict=True):
        part = text[start:end]
        white = part.isspace() and level != "exact"
        inside = start > 0 and end < len(text)
        space = " " if inside and level != "alnum" else ""
        found.append(Unit(start, end, space if white else literal_fold(part, level), white))
    return found


def ranges(cut: list[Unit], folded: str) -> list[tuple[int, int]]:
    """Return the ranges of units, first and last, that fold to ``folded``."""
    return [
        (first, last)
        for first in range(len(cut))
        for last in range(first, len(cut))
        if "".join(unit.folded for unit in cut[first : last + 1]) == folded
        and all(cut[end].folded and not cut[end].is_white for end in (first, last))
    ]


def literal_occurrences(
    text: str, quote: str, level: str, prefix: str = "", suffix: str = ""
) -> list[Span]:
    """Compare every range of units with the quote."""
    cut = units(text, level)

    def nothing_between(first: int, last: int) -> bool:
        return all(unit.is_white or not unit.folded for unit in cut[first + 1 : last])

    before = ranges(cut, literal_fold(prefix, level))
    after = ranges(cut, literal_fold(suffix, level))
    return [
        Span(cut[first].start, cut[last].end)
        for first, last in ranges(cut, literal_fold(quote, level))
        if not literal_fold(prefix, level)
        or any(end < first and nothing_between(end, first) for _, end in before)
        if not literal_fold(suffix, level)
        or any(last < start and nothing_between(last, start) for start, _ in after)
    ]


@st.composite
def texts_and_parts(draw: st.DrawFn, parts: int) -> tuple[str, list[str]]:
    """Draw a text and adjacent parts of it, some spelt in another way."""
    text = draw(TEXTS)
    cuts = sorted(draw(st.tuples(*[st.integers(0, len(text))] * (parts + 1))))
    spell: list[Callable[[str], str]] = [
        str,
        str.upper,
        lambda part: fold(part, "whitespace"),
        lambda part: fold(part, "nfkc"),
        lambda part: fold(part, "alnum"),
        lambda part: unicodedata.normalize("NFD", part),
        lambda part: f" {part}\n",
    ]
    return text, [
        draw(st.sampled_from(spell))(text[start:end]) for start, end in itertools.pairwise(cuts)
    ]


# Folding


@pytest.mark.parametrize("level", LEVELS)
@given(text=TEXTS | ANY_TEXTS)
def test_a_fold_is_the_composition_of_its_steps(level: str, text: str) -> None:
    assert fold(text, level) == literal_fold(text, level)


@pytest.mark.parametrize("level", LEVELS)
@given(text=TEXTS | ANY_TEXTS)
def test_a_document_folded_in_pieces_equals_the_fold_of_its_whole_text(
    level: str, text: str
) -> None:
    assert Folds(text)._folded(level) == fold(text, level)


@cache
def characters_that_fold() -> list[str]:
    """Return all characters that some fold changes, and the combining ones."""
    return [
        character
        for character in map(chr, range(sys.maxunicode + 1))
        if not unicodedata.is_normalized("NFKC", character)
        or character.casefold() != character
        or unicodedata.combining(character)
        or character.isspace()
        or "\x7f" < character < "\u3000"
    ]


@pytest.mark.parametrize("level", LOOSE)
def test_a_document_of_all_characters_that_fold_folds_like_its_whole_text(level: str) -> None:
    text = "".join(characters_that_fold()) + " ".join(characters_that_fold())
    assert Folds(text)._folded(level) == fold(text, level)


@pytest.mark.parametrize("level", LOOSE)
def test_folding_a_folded_character_changes_nothing(level: str) -> None:
    # So characters can be replaced one after the other, in any order.
    for character in characters_that_fold():
        folded = fold(character, level)
        assert fold(folded, level) == folded.strip(), character


def test_normalising_composes_nothing_across_the_boundaries_of_segments() -> None:
    # Every starter that composes, behind every character that could be thought to matter.
    composing = sorted(folds._composing_starters())
    befores = [*map(chr, range(0x250)), *composing, *ALPHABET]
    befores += [chr(code) for code in range(0x900, 0x1200)]
    for starter in composing:
        text = "".join(f"x{before}{starter}" for before in befores)
        assert Folds(text)._folded("nfkc") == fold(text, "nfkc")


@pytest.mark.parametrize(
    ("text", "level", "folded"),
    [
        (" a \r\n\x0c b\u2028", "exact", " a \r\n\x0c b\u2028"),
        (" a \r\n\x0c b\u2028", "whitespace", "a b"),
        ("a\u200bb", "whitespace", "a\u200bb"),  # Zero width space is no white space.
        ("“ﬁ\xadn”\xa0– e\u0301", "nfkc", '"fin" - é'),
        ("″", "nfkc", "''"),  # Normalised first, which makes it two primes.
        ("a´b", "nfkc", "a \u0301b"),
        ("Straße, ½ İ_x", "alnum", "strasse12ix"),
        ("कि", "alnum", "क"),  # A vowel sign is a mark, and no letter.
        ("-- …", "alnum", ""),
    ],
)
def test_what_a_fold_makes_of_a_text(text: str, level: str, folded: str) -> None:
    assert fold(text, level) == folded


# Occurrences


@pytest.mark.parametrize(
    ("text", "quote", "level", "spans"),
    [
        ("aaa", "aa", "exact", [(0, 2), (1, 3)]),
        ("a \n a", "a a", "exact", []),
        ("a \n a\ta", "a a", "whitespace", [(0, 5), (4, 7)]),
        ("\n a b \n", " a  b ", "whitespace", [(2, 5)]),
        ("a b", " \n", "whitespace", []),
        ("It’s ﬁne…", "'s fine...", "nfkc", [(2, 9)]),
        ("It’s ﬁne…", "ine", "nfkc", []),  # It would begin inside of the ligature.
        ("It’s ﬁne…", "ne..", "nfkc", []),
        ("co\xadop\xad", "coop", "nfkc", [(0, 5)]),
        ("cafe\u0301s", "café", "nfkc", [(0, 5)]),
        ("cafe\u0301s", "cafe", "nfkc", []),  # It would take the letter without its accent.
        ("cafe\u0301s", "cafe", "exact", [(0, 4)]),
        ("q\u0323\u0301.", "q\u0301\u0323", "nfkc", [(0, 3)]),  # Marks are put in order.
        ("q\u0301.", "q", "nfkc", []),
        ("q\u0301.", "q", "alnum", [(0, 2)]),  # The mark is nothing, and belongs to the letter.
        ("\u1112\u1161\u11ab\u1100", "한", "nfkc", [(0, 3)]),
        ("\u1112\u1161\u11ab\u1100", "하", "nfkc", []),
        ("좋다ㅠㅠ", "좋다", "nfkc", [(0, 2)]),
        ("ﾊﾞｶ", "バカ", "nfkc", [(0, 3)]),
        ("a \u0301b", "a", "nfkc", [(0, 1)]),  # A mark does not reach across white space.
        ("a´b", "a", "nfkc", [(0, 1)]),
        ("Straße", "STRASSE", "alnum", [(0, 6)]),
        ("Straße", "stras", "alnum", []),
        ("(half: ½!)", "12", "alnum", [(7, 8)]),
        ("(half: ½!)", "1", "alnum", []),
        ("- A, b -", "a-b!", "alnum", [(2, 6)]),
        ("a b\xad", "a b \xad", "nfkc", []),
        ("a b \xad c", "a b \xad", "nfkc", []),  # The span "a b " would fold to "a b".
    ],
)
def test_where_a_quote_occurs(
    text: str, quote: str, level: str, spans: list[tuple[int, int]]
) -> None:
    assert Folds(text).occurrences(quote, level) == spans


@pytest.mark.parametrize("level", LEVELS)
@given(drawn=texts_and_parts(1))
def test_what_stands_in_a_span_folds_to_the_folded_quote(
    level: str, drawn: tuple[str, list[str]]
) -> None:
    text, (quote,) = drawn
    for span in Folds(text * 2).occurrences(quote, level):
        assert fold((text * 2)[span.start : span.end], level) == fold(quote, level)


@pytest.mark.parametrize("level", LEVELS)
@given(drawn=texts_and_parts(1))
@example(drawn=("\u0cc6\u0cc2\u0cd5", ["\u0cc6"]))
@example(drawn=(" \u0301\u0345 ", ["\u0345"]))
def test_occurrences_are_the_ranges_of_segments_that_fold_to_the_folded_quote(
    level: str, drawn: tuple[str, list[str]]
) -> None:
    text, (quote,) = drawn
    for document in (text, text * 2):
        found = Folds(document).occurrences(quote, level)
        assert found == literal_occurrences(document, quote, level)


@pytest.mark.parametrize("level", LOOSE)
@given(drawn=texts_and_parts(1))
@example(drawn=("a \xadb", ["a \xad"]))
def test_an_exact_occurrence_is_one_at_each_looser_level_unless_it_is_cut_or_empty(
    level: str, drawn: tuple[str, list[str]]
) -> None:
    text, (quote,) = drawn
    document = Folds(text)
    for exact in document.occurrences(quote, "exact"):
        start = exact.end - len(quote.lstrip())
        end = exact.start + len(quote.rstrip())
        cut = [unit for unit in units(text, level) if unit.end > start and unit.start < end]
        whole = all(start <= unit.start and unit.end <= end for unit in cut)
        seen = [unit for unit in cut if unit.folded]
        if not (seen and whole) or seen[0].is_white or seen[-1].is_white:
            continue
        inside = Span(seen[0].start, seen[-1].end)
        assert inside in document.occurrences(quote, level)
        assert exact.start <= inside.start
        assert inside.end <= exact.end


def test_occurrences_that_overlap_everywhere_take_linear_time() -> None:
    text = "A " * 300_000
    started = time.process_time()
    assert len(Folds(text).occurrences("a" * 150_000, "alnum")) == 150_001
    assert time.process_time() - started < 20


# Prefix and suffix


@pytest.mark.parametrize(
    ("level", "prefix", "suffix", "found"),
    [
        ("exact", "the ", None, [4]),
        ("exact", "the", None, []),
        ("exact", None, " end", [21]),
        ("exact", "", "", [4, 12, 21]),
        ("whitespace", "the", None, [4, 12]),
        ("whitespace", " the  ", None, [4, 12]),
        ("whitespace", "The", "\nend", [21]),
        ("whitespace", " ", "\t", [4, 12, 21]),
        ("whitespace", "he", ".", [12]),
        ("nfkc", "THE", None, []),
        ("alnum", "THE", None, [4, 12, 21]),
        ("alnum", "-", "?", [4, 12, 21]),
        ("alnum", "x", None, []),
    ],
)
def test_prefix_and_suffix_stand_directly_around_a_quote(
    level: str, prefix: str | None, suffix: str | None, found: list[int]
) -> None:
    text = "the one the\none. The one end"
    spans = Folds(text).occurrences("one", level, prefix, suffix)
    assert [span.start for span in spans] == found


def test_a_prefix_that_cuts_a_segment_does_not_stand_before_a_quote() -> None:
    assert Folds("Straße x").occurrences("x", "alnum", prefix="se") == []
    assert Folds("Straße x").occurrences("x", "alnum", prefix="SSE") == [(7, 8)]
    assert Folds("x ﬁt").occurrences("x", "nfkc", suffix="f") == []


@pytest.mark.parametrize("level", LOOSE)
@given(drawn=texts_and_parts(3))
@example(drawn=("a \xad \xad b´c", ["a", "b", " \u0301c"]))
def test_prefix_and_suffix_equal_a_comparison_of_every_range(
    level: str, drawn: tuple[str, list[str]]
) -> None:
    text, (prefix, quote, suffix) = drawn
    document = Folds(text)
    for before, after in ((prefix, ""), ("", suffix), (prefix, suffix)):
        found = document.occurrences(quote, level, before or None, after or None)
        assert found == literal_occurrences(text, quote, level, before, after)


@given(drawn=texts_and_parts(3))
def test_prefix_and_suffix_are_literal_at_exact(drawn: tuple[str, list[str]]) -> None:
    text, (prefix, quote, suffix) = drawn
    found = Folds(text).occurrences(quote, "exact", prefix, suffix)
    assert found == [
        (start, start + len(quote))
        for start in range(len(text) if quote else 0)
        if text.startswith(quote + suffix, start)
        and start >= len(prefix)
        and text.startswith(prefix, start - len(prefix))
    ]


# Matching


@pytest.mark.parametrize(
    ("quote", "loosest", "match"),
    [
        ("One", "alnum", Match("exact", (Span(0, 3),))),
        ("One two", "exact", None),
        ("One two", "alnum", Match("whitespace", (Span(0, 7),))),
        ("two 'three'", "whitespace", None),
        ("two 'three'", "nfkc", Match("nfkc", (Span(4, 15),))),
        ("one", "nfkc", None),
        ("one", "alnum", Match("alnum", (Span(0, 3), Span(16, 19)))),
        ("four", "alnum", None),
        ("…", "alnum", None),
    ],
)
def test_a_match_is_at_the_least_level_that_has_an_occurrence(
    quote: str, loosest: str, match: Match | None
) -> None:
    assert Folds("One\ntwo ‘three’ ONE").match(quote, loosest) == match


def test_a_level_at_which_only_the_prefix_fails_is_not_the_level_of_the_match() -> None:
    match = Folds("an\nend, the\nend").match("end", "alnum", prefix="the ")
    assert match == Match("whitespace", (Span(12, 15),))


@given(drawn=texts_and_parts(1), loosest=st.sampled_from(LEVELS))
def test_a_match_is_never_looser_than_allowed_nor_than_necessary(
    drawn: tuple[str, list[str]], loosest: str
) -> None:
    text, (quote,) = drawn
    tried = [
        Match(level, tuple(literal_occurrences(text, quote, level)))
        for level in LEVELS[: LEVELS.index(loosest) + 1]
    ]
    expected = next((match for match in tried if match.spans), None)
    assert Folds(text).match(quote, loosest) == expected


def test_a_level_that_does_not_exist_is_refused_with_the_nearest_one() -> None:
    message = 'unknown match level "white-space"; did you mean "whitespace"?'
    calls = (
        lambda: fold("a", "white-space"),
        lambda: Folds("a").occurrences("a", "white-space"),
        lambda: Folds("a").match("a", "white-space"),
    )
    for call in calls:
        with pytest.raises(UsageError) as caught:
            call()
        assert str(caught.value) == message


# Cost


def test_a_document_is_folded_at_most_once_at_each_level_and_no_looser_than_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[str] = []
    for level in LOOSE:
        make = getattr(folds, f"_{level}_layer")

        def noted(text: str, level: str = level, make: Callable[[str], object] = make) -> object:
            made.append(level)
            return make(text)

        monkeypatch.setattr(folds, f"_{level}_layer", noted)
    document = Folds("One\ntwo")
    document.match("One", "alnum")
    assert made == []
    document.match("One two", "alnum")
    assert made == ["whitespace"]
    document.match("three", "alnum")
    document.match("four", "alnum")
    assert made == ["whitespace", "nfkc", "alnum"]


SCRIPTS = {
    "English": "Queues, workers and retries. A “job” is retried;\n\n",
    "Chinese": "数据库中的每一行，都有一个标识。\n",
    "Hindi": "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता। ",
    "Vietnamese": unicodedata.normalize("NFD", "Tất cả mọi người sinh ra đều được tự do. "),
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_folding_at_all_levels_takes_little_memory(script: str) -> None:
    words = SCRIPTS[script].split(" ")
    text = " ".join(random.Random(1).choices(words, k=40_000))
    Folds(text[:1000]).occurrences("x", "alnum")  # Tables that are made once.
    document = Folds(text)
    tracemalloc.start()
    try:
        document.match("no such text", "alnum")
        kept, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 10 * len(text)
    assert peak < 10 * len(text) + 200 * folds.BLOCK
