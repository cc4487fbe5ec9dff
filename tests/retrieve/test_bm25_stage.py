"""BM25 as a stage: in batches or one by one, and in plain SQL, the same numbers."""

from __future__ import annotations

import re

import pytest
from small_collection import JUDGMENTS, Collection, hits, rows

from groundkit import Warehouse
from groundkit.errors import UsageError
from groundkit.retrieve import bm25 as module
from groundkit.retrieve.bm25 import Bm25
from groundkit.retrieve.protocol import Query
from groundkit.text.analyzers import Word


def test_a_stage_must_be_prepared_before_it_answers() -> None:
    with pytest.raises(RuntimeError, match="prepare"):
        Bm25(Word()).answer([Query("q", "word")], 10)


@pytest.mark.parametrize(("k1", "b"), [(0, 0), (0.0, 1.0), (1.5, 0.75), (1000, 0.5)])
def test_weights_within_their_ranges_are_taken_as_floats(k1: float, b: float) -> None:
    stage = Bm25(Word(), k1=k1, b=b)
    assert (stage.k1, stage.b) == (k1, b)
    assert isinstance(stage.k1, float)
    assert isinstance(stage.b, float)


@pytest.mark.parametrize("weights", [{"k1": -1}, {"k1": float("nan")}, {"b": 1.01}, {"b": -0.01}])
def test_weights_outside_of_them_are_refused(weights: dict[str, float]) -> None:
    (name,) = weights
    with pytest.raises(UsageError, match=f"^{name} must be a number"):
        Bm25(Word(), **weights)


@pytest.mark.parametrize("largest", [1, 2, 3, 100])
def test_the_size_of_a_batch_changes_no_answer(
    opened: Warehouse, evaluated: Collection, monkeypatch: pytest.MonkeyPatch, largest: int
) -> None:
    usual = hits(opened, opened.run("first").run_id)
    monkeypatch.setattr(module, "LARGEST_BATCH", largest)
    run = opened.evaluate(inputs=evaluated.inputs())
    assert hits(opened, run.run_id) == usual
    assert rows(
        opened,
        "select batch_size from core.stage where run_id = $run_id",
        run_id=run.run_id,
    ) == [(min(largest, len(JUDGMENTS)),)]


def test_the_search_macro_gives_the_same_ranks_and_scores_as_the_stage(
    opened: Warehouse, evaluated: Collection
) -> None:
    run = opened.evaluate(
        inputs=evaluated.inputs(), chunk_size=64, chunk_overlap=8, k1=1.2, b=0.4, top_k=50
    )
    found = hits(opened, run.run_id)
    ((corpus, chunking, analyzer),) = rows(
        opened,
        "select corpus_hash, chunking_id, analyzer_id from core.run join core.stage using (run_id) "
        "where run_id = $run_id",
        run_id=run.run_id,
    )
    for entry in JUDGMENTS:
        searched = rows(
            opened,
            "select found.doc, start_offset, end_offset, score "
            "from bm25.search($corpus, $chunking, $analyzer, 1.2, 0.4, $tokens) as found "
            "join core.corpus_chunk as chunk on chunk.corpus_hash = $corpus "
            "and chunk.chunking_id = $chunking and chunk.doc = found.doc "
            "and chunk.chunk_index = found.chunk_index order by rank",
            corpus=corpus,
            chunking=chunking,
            analyzer=analyzer,
            tokens=re.findall(r"\w+", entry["query"].lower()),
        )
        assert searched == found.get(("bm25", entry["query_id"]), [])
    assert len(found) > 3


def test_the_stage_is_stored_with_its_weights_and_analyzer(
    opened: Warehouse, evaluated: Collection
) -> None:
    opened.evaluate(inputs=evaluated.inputs(), name="other", k1=2, b=0)
    assert rows(
        opened,
        "select stage.params->>'k1', stage.params->>'b', stage.params->>'analyzer', analyzer.name, "
        "retriever "
        "from core.stage as stage join core.analyzer as analyzer using (analyzer_id) "
        "join core.run as run using (run_id) where run.name = 'other'",
    ) == [("2.0", "0.0", "word", "word", "bm25")]


@pytest.mark.parametrize(
    "query",
    [
        "straße STRASSE Straße",
        "ΣΊΣΥΦΟΣ σίσυφος",
        "İstanbul",
        "café cafe\u0301",
        "x1 1x _ _x_",
        "数据库",
    ],
)
def test_words_are_those_of_python_in_documents_and_queries_alike(
    collection: Collection, query: str
) -> None:
    from small_collection import judgment

    collection.write(
        {"a.md": query, "b.md": "nothing of this"}, [judgment("q", query, "unlabelled")]
    )
    with collection.open() as wh:
        run = wh.evaluate(inputs=collection.inputs())
        terms = [term for (term,) in rows(wh, "select term from bm25.term order by term")]
        assert [doc for doc, *_ in hits(wh, run.run_id)["bm25", "q"]] == ["a.md"]
    assert set(re.findall(r"\w+", query.lower())) <= set(terms)
