"""Ids of queries are made from their words, valid and unused."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundkit.label.query_id import MOST_CHARS, new_query_id


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("How often is a failed job tried?", "often-failed-job-tried"),
        ("What is it?", "what-is-it"),  # Function words alone are better than none.
        ("Wie groß ist die Größe, Café?", "wie-gross-ist-die-grosse"),
        ("don't retry", "dont-retry"),
        ("one two three four five six", "one-two-three-four-five"),
        ("x" * 100, "x" * MOST_CHARS),
        ("GPU 价格", "gpu"),
        ("ｆｕｌｌ width", "full-width"),
    ],
)
def test_an_id_is_made_of_the_first_words_that_say_something(query: str, expected: str) -> None:
    assert new_query_id(query, set()) == expected


@pytest.mark.parametrize("query", ["队列保存任务", "как часто", "2024年的价格", "2024", "?!", ""])
def test_a_query_without_latin_letters_gets_the_documents_name_and_a_hash(query: str) -> None:
    assert re.fullmatch("dead-letters-[0-9a-f]{8}", new_query_id(query, set(), "a/dead-letters.md"))
    assert re.fullmatch("query-[0-9a-f]{8}", new_query_id(query, set()))
    assert new_query_id(query, set()) != new_query_id(query + "x", set())


def test_an_id_that_is_used_gets_a_number() -> None:
    assert new_query_id("job", {"job", "job-2"}) == "job-3"


@given(st.text(), st.text() | st.none())
def test_every_id_is_valid_short_and_unused(query: str, doc: str | None) -> None:
    made = new_query_id(query, set(), doc)
    again = new_query_id(query, {made}, doc)
    for query_id in (made, again):
        assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", query_id)
        assert len(query_id) <= MOST_CHARS + 10
    assert again != made
