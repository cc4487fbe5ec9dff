"""Depth, weights and sizes: what they change, and which are refused before anything is stored."""

from __future__ import annotations

import math
from typing import Any

import pytest
from small_collection import NUM_ANSWERABLE, Collection, hits, judgment, row_counts, rows

from groundkit import Warehouse
from groundkit.errors import UsageError

TEN_WORDS = {
    f"{number:02}.txt": f"common word number {number}\n\n{'common ' * number}\n"
    for number in range(12)
}
"""Twelve documents that all hold "common", each another number of times."""


def test_one_retrieval_serves_every_cutoff_within_the_depth(
    opened: Warehouse, evaluated: Collection
) -> None:
    run = opened.evaluate(inputs=evaluated.inputs(), top_k=3)
    cutoffs = rows(
        opened,
        "select distinct measure from measure.by_query "
        "where run_id = $run_id and level = 'chunk' order by measure",
        run_id=run.run_id,
    )
    assert [measure for (measure,) in cutoffs] == [
        "P@1",
        "RR",
        "Success@1",
        "Success@3",
        "nDCG@1",
        "nDCG@3",
    ]
    (summary,) = run.tables()["stages"].as_dicts()
    assert summary["depth"] == 3
    assert summary["recall_at_1"] is not None
    assert summary["mrr"] is not None
    assert summary["recall_at_5"] is None
    assert summary["recall_at_10"] is None
    assert summary["ndcg_at_10"] is None
    for category in run.tables()["categories"].as_dicts():
        assert category["recall_at_5"] is None


def test_a_shallow_list_is_the_beginning_of_a_deep_one(collection: Collection) -> None:
    collection.write(TEN_WORDS, [judgment("q", "common word", "unlabelled")])
    with collection.open() as wh:
        deep = hits(wh, wh.evaluate(inputs=collection.inputs(), top_k=50).run_id)
        for depth in (1, 2, 10, 11):
            shallow = hits(wh, wh.evaluate(inputs=collection.inputs(), top_k=depth).run_id)
            assert shallow["bm25", "q"] == deep["bm25", "q"][:depth]
    assert len(deep["bm25", "q"]) == 12


@pytest.mark.parametrize("depth", [1_000_000, 2**31 - 1])
def test_a_depth_far_beyond_the_corpus_returns_all_there_is(
    opened: Warehouse, evaluated: Collection, depth: int
) -> None:
    ten = opened.run("first").run_id
    all_there_is = opened.evaluate(inputs=evaluated.inputs(), top_k=depth).run_id
    # Five documents of one chunk each are fewer than ten.
    assert hits(opened, all_there_is) == hits(opened, ten)


@pytest.mark.parametrize("top_k", [0, -1, True, 1.0, "10", None, 2**31])
def test_a_depth_that_is_no_positive_whole_number_is_refused(
    collection: Collection, top_k: Any
) -> None:
    with pytest.raises(UsageError, match=f"top-k must be a whole number .*not {top_k}"):
        Warehouse.open(collection.warehouse).evaluate(inputs=collection.inputs(), top_k=top_k)
    assert not collection.warehouse.exists()


@pytest.mark.parametrize("k1", [math.nan, math.inf, -math.inf, -1, -1e-9])
def test_a_k1_that_is_no_number_from_0_is_refused(collection: Collection, k1: float) -> None:
    with pytest.raises(UsageError, match="k1 must be a number from 0 to "):
        Warehouse.open(collection.warehouse).evaluate(inputs=collection.inputs(), k1=k1)
    assert not collection.warehouse.exists()


@pytest.mark.parametrize("b", [math.nan, math.inf, -0.1, 1.1, 2])
def test_a_b_outside_of_0_to_1_is_refused(collection: Collection, b: float) -> None:
    with pytest.raises(UsageError, match="b must be a number from 0 to 1, not "):
        Warehouse.open(collection.warehouse).evaluate(inputs=collection.inputs(), b=b)
    assert not collection.warehouse.exists()


@pytest.mark.parametrize("name", ["k1", "b"])
@pytest.mark.parametrize("value", ["0.5", None, True, [1]])
def test_a_weight_that_is_no_number_is_refused(
    collection: Collection, name: str, value: Any
) -> None:
    with pytest.raises(UsageError, match=f"{name} must be a number "):
        Warehouse.open(collection.warehouse).evaluate(inputs=collection.inputs(), **{name: value})
    assert not collection.warehouse.exists()


def test_a_k1_whose_scores_would_overflow_is_refused(collection: Collection) -> None:
    with pytest.raises(UsageError, match="k1 must be a number "):
        Warehouse.open(collection.warehouse).evaluate(inputs=collection.inputs(), k1=1e308)
    assert not collection.warehouse.exists()


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"chunk_size": 0}, "chunk size must be a whole number above 0, not 0"),
        ({"chunk_size": -5}, "chunk size must be a whole number above 0, not -5"),
        ({"chunk_size": 1.5}, "chunk size must be a whole number above 0, not 1.5"),
        ({"chunk_size": True}, "chunk size must be a whole number above 0, not True"),
        ({"chunk_size": 64}, "from 0 to below the chunk size, here 64, not 64"),
        ({"chunk_overlap": 512}, "from 0 to below the chunk size, here 512, not 512"),
        ({"chunk_overlap": -1}, "from 0 to below the chunk size, here 512, not -1"),
    ],
)
@pytest.mark.parametrize("chunker", ["recursive", "recursive@1", "fixed"])
def test_sizes_that_make_no_chunks_are_refused(
    collection: Collection, chunker: str, sizes: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        Warehouse.open(collection.warehouse).evaluate(
            inputs=collection.inputs(), chunker=chunker, **sizes
        )
    assert not collection.warehouse.exists()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"chunksize": 3}, 'unknown setting "chunksize"; did you mean "chunk_size"?'),
        ({"topk": 3}, 'unknown setting "topk"; did you mean "top_k"?'),
        ({"chunker": "recursiv"}, 'unknown chunker "recursiv"; did you mean "recursive"?'),
        ({"chunker": "fixd"}, 'unknown chunker "fixd"; did you mean "fixed"?'),
        ({"chunker": "recursive@3"}, "chunker recursive has no revision 3; use 2, or 1"),
        ({"chunker": "recursive@two"}, 'expected a whole number after "@", as in recursive@1'),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest_valid_one(
    collection: Collection, settings: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageError) as caught:
        Warehouse.open(collection.warehouse).evaluate(inputs=collection.inputs(), **settings)
    assert message in str(caught.value)
    assert not collection.warehouse.exists()


def test_without_corpus_or_judgments_nothing_is_evaluated(collection: Collection) -> None:
    with pytest.raises(UsageError, match="needs a corpus and judgments"):
        Warehouse.open(collection.warehouse).evaluate(collection.corpus)
    assert not collection.warehouse.exists()


def test_with_k1_0_only_the_presence_of_a_word_counts(collection: Collection) -> None:
    collection.write(TEN_WORDS, [judgment("q", "common", "unlabelled")])
    with collection.open() as wh:
        run = wh.evaluate(inputs=collection.inputs(), k1=0, top_k=50)
        found = hits(wh, run.run_id)["bm25", "q"]
    # All 12 chunks hold it: idf = ln((12 - 12 + 0.5) / (12 + 0.5) + 1), weight tf / tf = 1.
    assert {score for *_, score in found} == {math.log(0.5 / 12.5 + 1)}
    assert len(found) == 12


def test_with_b_0_the_length_of_a_chunk_does_not_count(collection: Collection) -> None:
    texts = {"long.txt": "word and much more beside it", "short.txt": "word"}
    collection.write(texts, [judgment("q", "word", "unlabelled")])
    with collection.open() as wh:
        without = hits(wh, wh.evaluate(inputs=collection.inputs(), b=0).run_id)
        with_length = hits(wh, wh.evaluate(inputs=collection.inputs(), b=1).run_id)
    long, short = sorted(without["bm25", "q"])
    assert long[3] == short[3]
    long, short = sorted(with_length["bm25", "q"])
    # idf = ln((2 - 2 + 0.5) / (2 + 0.5) + 1); avgdl = (6 + 1) / 2;
    # weight = 2.5 / (1 + 1.5 * dl / avgdl).
    idf = math.log(0.5 / 2.5 + 1)
    assert long[3] == idf * (2.5 / (1 + 1.5 * (6 / 3.5)))
    assert short[3] == idf * (2.5 / (1 + 1.5 * (1 / 3.5)))


def test_a_timed_run_stores_a_latency_for_each_query_and_has_the_same_results(
    opened: Warehouse, evaluated: Collection
) -> None:
    batched = opened.run("first").run_id
    timed = opened.evaluate(inputs=evaluated.inputs(), timed=True).run_id
    assert rows(
        opened,
        "select run_id = $timed, count(latency_ms), count(*), max(batch_size), "
        "count(*) filter (latency_ms < 0) "
        "from core.query_outcome join core.stage using (run_id, stage) group by 1 order by 1",
        timed=timed,
    ) == [(False, 0, 7, 7, 0), (True, 7, 7, 1, 0)]
    assert hits(opened, timed) == hits(opened, batched)
    assert rows(opened, "select count(distinct results_hash) from core.run") == [(1,)]
    (summary,) = opened.run(timed).tables()["stages"].as_dicts()
    assert 0 < summary["latency_p50_ms"] <= summary["latency_p95_ms"] <= summary["latency_p99_ms"]
    (summary,) = opened.run(batched).tables()["stages"].as_dicts()
    assert summary["latency_p50_ms"] is None


def test_a_query_without_tokens_retrieves_nothing(collection: Collection) -> None:
    judgments = [
        judgment("dots", "... --- ...", "normal", ("cache.md", "ten minutes")),
        judgment("no-word", "?!", "no_answer"),
        judgment("word", "cache", "normal", ("cache.md", "ten minutes")),
    ]
    collection.write(judgments=judgments)
    with collection.open() as wh:
        run = wh.evaluate(inputs=collection.inputs())
        assert rows(
            wh, "select query_id, status, num_hits from core.query_outcome order by query_id"
        ) == [("dots", "ok", 0), ("no-word", "ok", 0), ("word", "ok", 1)]
        (summary,) = run.tables()["stages"].as_dicts()
    assert summary["no_answer_abstained"] == 1
    assert summary["mrr"] == 0.5  # (0 + 1) / 2
    assert summary["is_lower_bound"] is False


def test_an_empty_judgments_file_makes_a_run_without_queries(collection: Collection) -> None:
    collection.write(judgments=[])
    with collection.open() as wh:
        run = wh.evaluate(inputs=collection.inputs())
        assert row_counts(wh, ["core.run", "core.stage", "core.query_outcome", "core.chunk"]) == {
            "core.run": 1,
            "core.stage": 1,
            "core.query_outcome": 0,
            "core.chunk": 4,
        }
        (summary,) = run.tables()["stages"].as_dicts()
        assert run.tables()["categories"].rows == ()
        assert run.queries().rows == ()
    assert summary["num_queries"] == summary["num_answerable"] == 0
    assert summary["mrr"] is None


def test_judgments_of_which_none_is_answerable_are_reported_without_means(
    collection: Collection,
) -> None:
    judgments = [
        judgment("near", "worker of the cache", "near_miss"),
        judgment("none", "zebra migration", "no_answer"),
        judgment("open", "lease", "unlabelled"),
    ]
    collection.write(judgments=judgments)
    with collection.open() as wh:
        run = wh.evaluate(inputs=collection.inputs())
        (summary,) = run.tables()["stages"].as_dicts()
        assert rows(wh, "select count(*) from measure.by_query") == [(0,)]
        assert {query_id for _, query_id in hits(wh, run.run_id)} == {"near", "open"}
    assert summary["num_answerable"] == 0
    assert summary["mrr"] is None
    assert (summary["no_answer_queries"], summary["no_answer_abstained"]) == (1, 1)
    assert (summary["near_miss_queries"], summary["near_miss_abstained"]) == (1, 0)
    assert summary["unlabelled_queries"] == 1


def test_only_answerable_queries_enter_the_means_and_all_are_retrieved(opened: Warehouse) -> None:
    run = opened.run("first")
    assert rows(
        opened,
        "select distinct query_id from measure.by_query order by query_id",
    ) == [("attack",), ("both",), ("retries",), ("ttl",)]
    assert rows(opened, "select query_id from core.query_outcome where num_hits > 0") == [
        ("attack",),
        ("both",),
        ("near",),
        ("open",),
        ("retries",),
        ("ttl",),
    ]
    (summary,) = run.tables()["stages"].as_dicts()
    assert summary["num_answerable"] == NUM_ANSWERABLE
    categories = {row["category"]: row for row in run.tables()["categories"].as_dicts()}
    assert set(categories) == {
        "adversarial",
        "ambiguous",
        "near_miss",
        "no_answer",
        "normal",
        "unlabelled",
    }
    for category in ("near_miss", "no_answer", "unlabelled"):
        assert categories[category]["num_queries"] == 1
        assert categories[category]["mrr"] is None
    assert categories["normal"]["num_queries"] == 2
    assert categories["normal"]["mrr"] is not None


def test_history_gives_no_rank_for_a_query_that_has_no_answer(opened: Warehouse) -> None:
    queries = {row["query_id"]: row for row in opened.run().queries().as_dicts()}
    assert list(queries) == ["attack", "both", "near", "none", "open", "retries", "ttl"]
    assert queries["near"]["num_hits"] > 0
    assert queries["near"]["first_relevant_rank"] is None
    assert queries["near"]["reciprocal_rank"] is None
    assert queries["none"]["num_hits"] == 0
    assert queries["ttl"]["first_relevant_rank"] == 1


def test_a_grade_of_0_or_below_is_stored_and_not_relevant(collection: Collection) -> None:
    gold = [
        {"doc": "cache.md", "quote": "ten minutes", "relevance": 0},
        {"doc": "queues.txt", "quote": "fifth attempt", "relevance": -2},
        {"doc": "leases.md", "quote": "thirty seconds", "relevance": 3},
    ]
    collection.write(judgments=[{**judgment("q", "minutes fifth seconds"), "gold": gold}])
    with collection.open() as wh:
        wh.evaluate(inputs=collection.inputs())
        assert rows(wh, "select relevance from core.gold order by gold_index") == [
            (0,),
            (-2,),
            (3,),
        ]
        assert rows(wh, "select doc, relevance from relevance.gold_chunk") == [("leases.md", 3)]
        assert rows(wh, "select distinct doc from core.hit where query_id = 'q' order by doc") == [
            ("archive/leases.md",),
            ("cache.md",),
            ("leases.md",),
            ("queues.txt",),
        ]


def test_the_engines_threads_are_at_least_one(collection: Collection) -> None:
    with pytest.raises(UsageError, match="threads must be at least 1, not 0"):
        Warehouse.open(collection.warehouse, threads=0).evaluate(inputs=collection.inputs())
    assert not collection.warehouse.exists()
