"""The chunker ``fixed``, and the windows and blanks that both chunkers share."""

from __future__ import annotations

import re
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundkit.chunking.fixed import Fixed, Ink
from groundkit.errors import UsageError


def reference_windows(text: str, size: int, overlap: int) -> list[tuple[int, int]]:
    """Return the windows by looking at each one."""
    found = []
    start = 0
    while True:
        end = min(start + size, len(text))
        if text[start:end].strip():
            found.append((start, end))
        if end == len(text):
            return found
        start += max(1, size - overlap)


TEXTS = st.lists(st.sampled_from(["a", "🚀", " ", "\n", " " * 15, "\u2003" * 9])).map("".join)
SIZES = st.integers(1, 9).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))


@given(TEXTS, SIZES)
def test_windows_equal_a_loop_over_each_window(text: str, sizes: tuple[int, int]) -> None:
    assert Fixed(*sizes).spans(text) == reference_windows(text, *sizes)


def test_the_first_window_that_reaches_the_end_is_the_last() -> None:
    assert Fixed(4, 2).spans("abcdef") == [(0, 4), (2, 6)]
    assert Fixed(4, 2).spans("abcdefg") == [(0, 4), (2, 6), (4, 7)]


def test_blank_windows_are_dropped_and_the_others_keep_their_places() -> None:
    assert Fixed(2, 0).spans("ab    cd ") == [(0, 2), (6, 8)]


@pytest.mark.parametrize("text", ["", " \n", "\u00a0" * 2000])
def test_a_blank_text_has_no_windows(text: str) -> None:
    assert Fixed().spans(text) == []


@pytest.mark.parametrize(("size", "overlap"), [(0, 0), (4, 4), (4, -1), (True, 0)])
def test_sizes_that_make_no_windows_are_refused(size: int, overlap: int) -> None:
    with pytest.raises(UsageError):
        Fixed(size, overlap)


def test_a_blank_text_takes_no_time_however_small_the_step() -> None:
    started = time.process_time()
    assert Fixed(512, 511).spans(" " * 20_000_000 + "x") == [(19_999_489, 20_000_001)]
    assert time.process_time() - started < 2


def test_white_space_means_the_same_to_the_pattern_as_to_strip() -> None:
    characters = [chr(code) for code in range(sys.maxunicode + 1)]
    assert [c for c in characters if re.fullmatch(r"\s", c)] == [
        c for c in characters if not c.strip()
    ]


@given(
    st.text(" \u00a0x", max_size=30),
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=20),
)
def test_blanks_are_seen_in_any_order_of_questions(
    text: str, questions: list[tuple[int, int]]
) -> None:
    ink = Ink(text)
    for start, end in questions:
        start, end = min(start, len(text)), min(end, len(text))
        assert ink.is_blank(start, end) == (not text[start:end].strip())
