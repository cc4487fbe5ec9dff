"""The nearest text to a quote that was not found."""

from __future__ import annotations

import random
import time

import pytest

from groundkit.text.nearest import LONGEST_NEEDLE, LONGEST_WORD, nearest_text


def prose(characters: int) -> str:
    """Return words that are always the same ones."""
    draw = random.Random(3)
    words = ["".join(draw.choices("abcdefghijklmnop", k=draw.randint(2, 9))) for _ in range(2000)]
    return " ".join(draw.choices(words, k=characters // 6))


def test_a_typo_is_found_where_the_right_text_stands() -> None:
    text = "Queues.\nA job is retried after five attempts at most.\nThen it is dropped."
    found = nearest_text(text, "five atempts at most")
    assert found is not None
    span, score = found
    assert text[span.start : span.end] == "five attempts at most"
    assert 90 < score < 100


def test_a_line_break_where_the_quote_has_a_space_is_a_near_text() -> None:
    text = "one two\nthree four"
    found = nearest_text(text, "two three")
    assert found is not None
    assert text[found[0].start : found[0].end] == "two\nthree"


@pytest.mark.parametrize(
    ("text", "quote"),
    [("", "a"), ("a", ""), ("alpha beta", "ZZZZ 9999"), ("ab", "xyz" * 100)],
)
def test_nothing_similar_is_none(text: str, quote: str) -> None:
    assert nearest_text(text, quote) is None


def test_a_document_inside_of_a_much_longer_quote_is_not_similar() -> None:
    assert nearest_text("the", "what the document says at length " * 20) is None


def test_a_document_that_is_a_little_shorter_than_the_quote_is_its_nearest_text() -> None:
    found = nearest_text("five attempts", "five attempts.")
    assert found is not None
    assert found[0] == (0, len("five attempts"))


@pytest.mark.parametrize("place", [0.02, 0.5, 0.98])
def test_a_long_quote_is_found_whole_wherever_it_is_wrong(place: float) -> None:
    text = prose(20_000)
    right = text[5000:7000]
    at = int(len(right) * place)
    found = nearest_text(text, right[:at] + "###" + right[at + 3 :])
    assert found is not None
    assert 0 <= 5000 - found[0].start <= LONGEST_WORD
    assert 0 <= found[0].end - 7000 <= LONGEST_WORD


def test_a_long_quote_with_another_beginning_is_found_by_its_end() -> None:
    text = prose(20_000)
    quote = "#" * LONGEST_NEEDLE + text[5000:6000]
    found = nearest_text(text, quote)
    assert found is not None
    assert 0 <= 5000 - LONGEST_NEEDLE - found[0].start <= LONGEST_WORD
    assert 0 <= found[0].end - 6000 <= LONGEST_WORD


@pytest.mark.parametrize("length", [30, 300, 100_000])
def test_a_long_document_is_searched_in_seconds(length: int) -> None:
    text = prose(2_000_000)
    started = time.process_time()
    nearest_text(text, text[7:length].swapcase())
    assert time.process_time() - started < 10
