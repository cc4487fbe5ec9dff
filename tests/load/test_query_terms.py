"""The terms of a query are stored once for each analyzer, in order, repeats kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from small_collection import JUDGMENTS, Collection, contents, judgment, rows

from groundkit import Warehouse
from groundkit.engine import migrations
from groundkit.engine.connection import open_memory_session
from groundkit.engine.session import Session
from groundkit.load.query_terms import store_query_terms
from groundkit.text.analyzers import Word, analyzer_id

TERMS = "select analyzer_id, query_text, token_position, term from core.query_term order by all"


class Letters:
    """An analyzer whose tokens are the characters of a text."""

    name = "letters"
    revision = 1
    unicode_version = "none"
    params: Mapping[str, Any] = {}

    def tokens(self, text: str) -> list[str]:
        return list(text)


@pytest.fixture(scope="module")
def memory() -> Iterator[Session]:
    """Return an empty warehouse in memory; each test takes back what it did."""
    session = open_memory_session()
    migrations.migrate(session)
    yield session
    session.close()


@pytest.fixture
def session(memory: Session) -> Iterator[Session]:
    """Return that warehouse inside a transaction that is rolled back."""
    memory.execute("begin transaction")
    yield memory
    memory.execute("rollback")


def test_terms_are_stored_in_query_order_with_repeats(session: Session) -> None:
    assert store_query_terms(session, ["To be or not to be"], Word(), "w") == 1
    assert session.rows(TERMS) == [
        ("w", "To be or not to be", position, term)
        for position, term in enumerate(["to", "be", "or", "not", "to", "be"], start=1)
    ]


def test_a_known_text_adds_nothing(session: Session) -> None:
    store_query_terms(session, ["one two", "three"], Word(), "w")
    before = session.rows(TERMS)
    assert store_query_terms(session, ["three", "one two", "three"], Word(), "w") == 0
    assert session.rows(TERMS) == before
    assert store_query_terms(session, ["three", "four", "four"], Word(), "w") == 1
    assert session.rows(TERMS) == sorted([*before, ("w", "four", 1, "four")])


def test_every_analyzer_has_terms_of_its_own(session: Session) -> None:
    store_query_terms(session, ["ab"], Word(), "w")
    assert store_query_terms(session, ["ab"], Letters(), "l") == 1
    assert session.rows(TERMS) == [("l", "ab", 1, "a"), ("l", "ab", 2, "b"), ("w", "ab", 1, "ab")]


def test_a_text_without_a_token_has_no_row(session: Session) -> None:
    assert store_query_terms(session, ["?!", ""], Word(), "w") == 0
    assert session.rows(TERMS) == []


@pytest.mark.parametrize(
    "text", ["null \0 inside", "quotes ' \" \\ $1 ;--", "astral 𐍈 e\u0301", "ΑΣ\u2028Σ", "İ"]
)
def test_any_text_is_stored_to_the_last_code_point(session: Session, text: str) -> None:
    store_query_terms(session, [text], Word(), "w")
    assert session.rows(TERMS) == [
        ("w", text, position, term) for position, term in enumerate(Word().tokens(text), start=1)
    ]


def test_an_evaluation_stores_the_terms_of_every_query(opened: Warehouse) -> None:
    assert rows(opened, TERMS) == sorted(
        (analyzer_id(Word()), entry["query"], position, term)
        for entry in JUDGMENTS
        for position, term in enumerate(Word().tokens(entry["query"]), start=1)
    )


def test_another_judgment_set_adds_only_the_texts_that_are_new(
    opened: Warehouse, evaluated: Collection
) -> None:
    before = rows(opened, TERMS)
    evaluated.write(judgments=[*JUDGMENTS, judgment("zz", "who reads a log", "unlabelled")])
    opened.evaluate(inputs=evaluated.inputs())
    assert rows(opened, TERMS) == sorted(
        before
        + [
            (analyzer_id(Word()), "who reads a log", position, term)
            for position, term in enumerate(["who", "reads", "a", "log"], start=1)
        ]
    )


def test_an_evaluation_that_fails_stores_no_terms(
    opened: Warehouse, evaluated: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("full")

    before = contents(opened)
    evaluated.write(judgments=[*JUDGMENTS, judgment("zz", "who reads a log", "unlabelled")])
    monkeypatch.setattr("groundkit.api.evaluate.append_run", broken)
    with pytest.raises(RuntimeError, match="full"):
        opened.evaluate(inputs=evaluated.inputs())
    assert contents(opened) == before
