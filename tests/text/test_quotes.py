"""Quotes as strings: their occurrences, their lines, and how they are shown."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundkit.records import Span
from groundkit.text.quotes import line_of, occurrences, overlaps, shown, token_overlap


def lines_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


# Occurrences


@pytest.mark.parametrize(
    ("text", "quote", "offsets"),
    [
        ("abc", "x", []),
        ("aaa", "aa", [0, 1]),
        ("abab ab", "ab", [0, 2, 5]),
        ("🚀x🚀x", "🚀x", [0, 2]),
        ("", "a", []),
        ("ab", "", [0, 1, 2]),
    ],
)
def test_occurrences_overlap_and_ascend(text: str, quote: str, offsets: list[int]) -> None:
    assert occurrences(text, quote) == offsets


@given(st.text("ab\n", max_size=60), st.text("ab\n", max_size=5), st.integers(1, 70))
def test_occurrences_equal_a_loop_over_every_offset(text: str, quote: str, times: int) -> None:
    # Repeated, because long quotes that overlap themselves are searched in another way.
    for haystack, needle in ((text, quote), (text + quote * (times + 3), quote * times)):
        assert occurrences(haystack, needle) == [
            offset
            for offset in range(len(haystack) - len(needle) + 1)
            if haystack[offset : offset + len(needle)] == needle
        ]


def test_a_long_quote_that_overlaps_itself_everywhere_takes_linear_time() -> None:
    started = time.process_time()
    found = occurrences("-" * 600_000, "-" * 300_000)
    assert found == list(range(300_001))
    assert time.process_time() - started < 10


# Small functions


def test_lines_count_from_1_and_end_with_lf_only() -> None:
    text = "a\nb\rc\u2028d\n"
    assert [line_of(text, text.index(letter)) for letter in "abcd"] == [1, 2, 2, 2]
    assert line_of(text, len(text)) == 3


@given(st.tuples(*[st.integers(0, 8)] * 4))
def test_spans_overlap_when_they_share_a_character(ends: tuple[int, ...]) -> None:
    first, second = Span(*sorted(ends[:2])), Span(*sorted(ends[2:]))
    if first.start < first.end and second.start < second.end:
        shared = set(range(*first)) & set(range(*second))
        assert overlaps(first, second) == bool(shared)


def test_every_overlap_of_the_oracle_is_reproduced(shared_data: Path) -> None:
    cases = lines_of(shared_data / "seed_oracle/fuzz/chunk_overlaps_span.jsonl")
    assert len(cases) >= 100
    for case in cases:
        assert overlaps(Span(*case["chunk"]), Span(*case["span"])) == case["overlaps"], case


@pytest.mark.parametrize(
    ("query", "quote", "share"),
    [("", "x", 0.0), ("?", "x", 0.0), ("a a b", "A c", 0.5), ("a b", "b a", 1.0)],
)
def test_token_overlap_is_a_share_of_distinct_query_tokens(
    query: str, quote: str, share: float
) -> None:
    assert token_overlap(query, quote) == share


def test_every_token_overlap_of_the_oracle_is_reproduced(shared_data: Path) -> None:
    for case in lines_of(shared_data / "seed_oracle/fuzz/query_gold_token_overlap.jsonl"):
        assert token_overlap(case["query"], case["quote"]) == case["overlap"], case


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("plain text é 東京 🚀", "plain text é 東京 🚀"),
        ('say "no" \\ yes', 'say \\"no\\" \\\\ yes'),
        ("a\nb\tc\r", "a\\nb\\tc\\r"),
        ("\x1b[31mred\x07\x00", "\\u001b[31mred\\u0007\\u0000"),
        ("\x85\x9b\u2028\u2029", "\\u0085\\u009b\\u2028\\u2029"),
        ("\u202e\ufeff\u00a0\u200b", "\\u202e\\ufeff\\u00a0\\u200b"),
        ("\udcff", "\\udcff"),
    ],
)
def test_text_is_shown_on_one_line_without_anything_a_terminal_obeys(
    text: str, message: str
) -> None:
    assert shown(text) == message


def test_long_text_is_cut_with_an_ellipsis() -> None:
    assert shown("x" * 60) == "x" * 60
    assert shown("x" * 61) == "x" * 60 + "…"
    assert shown("x" * 61, 3) == "xxx…"
    assert shown("x" * 61, None) == "x" * 61


@given(st.text(st.characters(codec=None, exclude_categories=())))
def test_shown_text_is_one_printable_line_that_json_reads_back(text: str) -> None:
    message = shown(text, None)
    assert message.isprintable()
    assert json.loads(f'"{message}"') == json.loads(json.dumps(text))
