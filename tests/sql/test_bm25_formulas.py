"""BM25 in SQL against a slow, obvious reference and the given oracle, to the last bit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from bm25_corpora import (
    Corpus,
    expected_contributions,
    expected_hits,
    fill_corpora,
    found_contributions,
    found_hits,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from sql_cases import CaseWarehouse

from groundkit.text.analyzers import Word

WORDS = st.sampled_from(["queue", "Queue", "retry", "dead", "letter", "STRASSE", "straße", "ttl"])
TEXTS = st.lists(WORDS, max_size=8).map(" ".join)
CORPORA = st.builds(
    lambda texts, k1, b: Corpus("c", tuple(texts), k1, b),
    st.lists(TEXTS, min_size=1, max_size=8),
    st.sampled_from([0.0, 0.9, 1.2, 1.5, 2.0]),
    st.sampled_from([0.0, 0.4, 0.75, 1.0]),
)
TOGETHER = 30
"""Corpora of the oracle that stand in the warehouse side by side."""

QUERIES = st.lists(WORDS, max_size=6).map(" ".join)


@settings(max_examples=30, deadline=None)
@given(corpus=CORPORA, query=QUERIES)
def test_search_and_contribution_equal_the_definition_to_the_last_bit(
    corpus: Corpus, query: str, warehouse: CaseWarehouse
) -> None:
    # Texts repeat, so ties by content hash, and then by document, are common.
    tokens = Word().tokens(query)
    with warehouse.rolled_back():
        fill_corpora(warehouse, [corpus])
        contributions = found_contributions(warehouse, corpus)
        hits = found_hits(warehouse, corpus, tokens)
    assert contributions == expected_contributions(corpus)
    assert hits == expected_hits(corpus, tokens)


@settings(max_examples=10, deadline=None)
@given(corpus=CORPORA, other=CORPORA, query=QUERIES)
def test_another_corpus_in_the_warehouse_changes_no_score(
    corpus: Corpus, other: Corpus, query: str, warehouse: CaseWarehouse
) -> None:
    other = Corpus("other", (*other.texts, *corpus.texts), other.k1, other.b)
    tokens = Word().tokens(query)
    with warehouse.rolled_back():
        fill_corpora(warehouse, [corpus, other])
        hits = found_hits(warehouse, corpus, tokens)
    assert hits == expected_hits(corpus, tokens)


@pytest.fixture(scope="module")
def oracle(shared_data: Path) -> list[dict[str, Any]]:
    """Return the oracle's searches: texts, parameters, query and results."""
    text = (shared_data / "seed_oracle" / "fuzz" / "bm25.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_search_returns_what_the_oracle_returns(
    oracle: list[dict[str, Any]], warehouse: CaseWarehouse
) -> None:
    corpora = [
        Corpus(f"c{number}", tuple(case["texts"]), case["k1"], case["b"])
        for number, case in enumerate(oracle)
    ]
    found = {}
    for first in range(0, len(corpora), TOGETHER):
        some = corpora[first : first + TOGETHER]
        with warehouse.rolled_back():
            fill_corpora(warehouse, some)
            for corpus, case in zip(some, oracle[first:], strict=False):
                hits = found_hits(warehouse, corpus, Word().tokens(case["query"]))
                found[corpus.name] = [
                    (hit.doc, hit.score, hit.content_hash) for hit in hits[: case["top_k"]]
                ]
    assert found == {
        corpus.name: [(corpus.doc(index), score, of) for index, score, of in case["results"]]
        for corpus, case in zip(corpora, oracle, strict=True)
    }
