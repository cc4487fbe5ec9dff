"""What to label next, asked of stored runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from small_collection import JUDGMENTS, TEXTS, Collection, judgment

from groundkit import Warehouse
from groundkit.api.next_label import COLUMNS, next_labels
from groundkit.errors import UsageError

WHOLE = {doc: (0, len(text)) for doc, text in TEXTS.items()}
"""The one chunk of each document."""

Ranked = list[tuple[str, int, int, float]]


def always(*docs: str) -> Callable[[str, int], Ranked]:
    """Return a stage that ranks the whole of these documents for every query."""
    return lambda query, depth: [(doc, *WHOLE[doc], 1.0) for doc in docs]


def listed(found: Any) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the rows by query and document, in their order."""
    return {(row["query_id"], row["doc"]): row for row in found.as_dicts()}


def evaluate(collection: Collection, wh: Warehouse, name: str, **settings: Any) -> None:
    wh.evaluate(inputs=collection.inputs(), name=name, **settings)


def test_hits_that_two_stages_rank_differently_come_first(collection: Collection) -> None:
    collection.write(
        judgments=[judgment("retries", "fifth attempt", "normal", ("queues.txt", "five times"))]
    )
    with collection.open() as wh:
        evaluate(
            collection,
            wh,
            "both",
            stages={"mine": always("cache.md", "queues.txt"), "other": always("queues.txt")},
        )
        found = next_labels(wh, ["both"], limit=1)
    (row,) = found.as_dicts()
    assert found.columns == COLUMNS
    # bm25 has every word in queues.txt alone, which is labelled; cache.md is first in mine only.
    assert row == {
        "weight": 1.0,
        "query_id": "retries",
        "query": "fifth attempt",
        "doc": "cache.md",
        "place": "cache.md:1",
        "start_offset": 0,
        "end_offset": len(TEXTS["cache.md"]),
        "ranks": "bm25 -, mine 1, other -",
        "snippet": row["snippet"],
    }
    assert row["snippet"].startswith("# Cache An entry of the cache lives for ten minutes.")
    assert "\n" not in row["snippet"]


def test_place_and_snippet_show_the_words_of_the_query(evaluated: Collection) -> None:
    with Warehouse.open(evaluated.warehouse, read_only=True) as wh:
        rows = listed(next_labels(wh, ["latest"]))
    # "who writes a log": of the chunk's lines only the fifth has a word of it.
    row = rows["attack", "cache.md"]
    assert row["place"] == "cache.md:5"
    assert row["snippet"] == "A full cache drops the entry that was read least recently."
    assert row["ranks"].startswith("bm25 ")


def test_labelled_hits_are_left_out_and_unlabelled_queries_have_all_of_theirs(
    evaluated: Collection,
) -> None:
    with Warehouse.open(evaluated.warehouse, read_only=True) as wh:
        rows = listed(next_labels(wh, ["first"], limit=100))
        retrieved = {
            (query_id, doc)
            for query_id, doc in wh.query("select query_id, doc from core.hit").rows
            if query_id not in ("near", "none")
        }
    labelled = {(j["query_id"], g["doc"]) for j in JUDGMENTS for g in j.get("gold", [])}
    assert len(labelled & retrieved) > 0
    assert set(rows) == retrieved - labelled
    assert {doc for query_id, doc in rows if query_id == "open"} == {
        doc for query_id, doc in retrieved if query_id == "open"
    }


def test_queries_without_an_answer_are_left_out_unless_asked_for(evaluated: Collection) -> None:
    with Warehouse.open(evaluated.warehouse, read_only=True) as wh:
        without = {query_id for query_id, _ in listed(next_labels(wh, ["first"], limit=100))}
        whole = next_labels(wh, ["first"], limit=100, unanswerable=True)
    assert "near" not in without
    assert {query_id for query_id, _ in listed(whole)} == without | {"near"}


def test_a_hit_labelled_as_not_relevant_is_labelled_and_counts_nothing(
    collection: Collection,
) -> None:
    gold = [
        {"doc": "queues.txt", "quote": "five times"},
        {"doc": "queues.txt", "quote": "A job waits", "relevance": 0},
        {"doc": "cache.md", "quote": "ten minutes", "relevance": 0},
    ]
    collection.write(
        judgments=[judgment("retries", "fifth attempt", "normal", gold=gold)],
    )
    with collection.open() as wh:
        evaluate(
            collection,
            wh,
            "r",
            stages={"a": always("queues.txt"), "b": always("cache.md", "queues.txt")},
        )
        found = next_labels(wh, ["r"])
    # Every hit has a label: a 1, bm25 1, b 0.63093, and nothing is missing.
    assert found.rows == ()
    assert found.title == (
        "1 query, 0 hits without a label in the first 10 ranks; 3 of 3 comparisons by mean "
        "DCG@10 settled: bm25 and a are level, whatever the missing labels are; bm25 is ahead of b "
        "by 0.3691, and by at least 0.3691 whatever the missing labels are; a is ahead of b by "
        "0.3691, and by at least 0.3691 whatever the missing labels are"
    )


def test_the_title_says_what_missing_labels_can_still_change(collection: Collection) -> None:
    collection.write(
        judgments=[judgment("retries", "fifth attempt", "normal", ("queues.txt", "five times"))]
    )
    with collection.open() as wh:
        evaluate(collection, wh, "r", stages={"b": always("cache.md", "queues.txt")})
        found = next_labels(wh, ["r"])
    # bm25 has the one relevant hit first, b second: 1 - 0.63093. If cache.md is relevant too, b has
    # 1.63093 against 1.
    assert found.title == (
        "1 query, 1 hit without a label in the first 10 ranks; 0 of 1 comparisons by mean "
        "DCG@10 settled: bm25 is ahead of b by 0.3691, missing labels can make it -0.6309 to "
        "+0.3691"
    )


def test_the_list_that_is_ahead_is_named_first(collection: Collection) -> None:
    collection.write(
        judgments=[judgment("retries", "fifth attempt", "normal", ("cache.md", "ten minutes"))]
    )
    with collection.open() as wh:
        stages = {"b": always("workers.markdown", "cache.md")}
        evaluate(collection, wh, "r", stages=stages)
        found = next_labels(wh, ["r"])
    # b has the relevant cache.md second, 0.63093. bm25 has only queues.txt, which would add 1 to
    # it; workers.markdown would add 1 to b.
    assert str(found.title).endswith(
        ": b is ahead of bm25 by 0.6309, missing labels can make it -0.3691 to +1.6309"
    )


def test_a_run_that_is_named_twice_is_one_run(evaluated: Collection) -> None:
    with Warehouse.open(evaluated.warehouse, read_only=True) as wh:
        once, twice = next_labels(wh, ["first"]), next_labels(wh, ["first", "latest"])
    assert (once.rows, once.title) == (twice.rows, twice.title)


def test_a_single_list_is_ordered_by_its_own_ranks(evaluated: Collection) -> None:
    with Warehouse.open(evaluated.warehouse, read_only=True) as wh:
        found = next_labels(wh, ["first"], limit=100)
    ranks = [int(row["ranks"].removeprefix("bm25 ")) for row in found.as_dicts()]
    assert ranks == sorted(ranks)
    assert str(found.title).endswith(": bm25 is compared with no other list")


def test_runs_of_different_chunkings_are_compared_by_overlap(collection: Collection) -> None:
    with collection.open() as wh:
        evaluate(collection, wh, "large")
        evaluate(collection, wh, "small", chunk_size=64, chunk_overlap=0)
        found = next_labels(wh, ["large", "small"], limit=100)
        large = dict(
            wh.query(
                "select doc, rank from core.hit inner join core.run using (run_id) "
                "where name = 'large' and query_id = 'open'"
            ).rows
        )
    rows = [row for row in found.as_dicts() if row["query_id"] == "open"]
    small = [row for row in rows if (row["start_offset"], row["end_offset"]) != WHOLE[row["doc"]]]
    assert len(small) > 3
    for row in small:
        # The text is one chunk of "large": every small chunk of it is at that rank there.
        assert row["ranks"].startswith(f"large {large[row['doc']]}, small ")


def test_labels_of_either_run_count_and_queries_are_matched_by_text(
    collection: Collection,
) -> None:
    with collection.open() as wh:
        collection.write(judgments=[judgment("q", "fifth attempt", "unlabelled")])
        evaluate(collection, wh, "before")
        before = listed(next_labels(wh, ["before"]))
        collection.write(
            judgments=[
                judgment("another", "log of a worker", "unlabelled"),
                judgment("renamed", "fifth attempt", "normal", ("queues.txt", "five times")),
            ]
        )
        evaluate(collection, wh, "after", stages={"mine": always("cache.md", "queues.txt")})
        both = listed(next_labels(wh, ["before", "after"]))
    assert ("q", "queues.txt") in before
    assert set(both) == {("q", "cache.md")}
    assert both["q", "cache.md"]["ranks"] == "before/bm25 -, after/bm25 -, after/mine 1"


def test_runs_of_one_name_are_told_apart_by_id(evaluated: Collection) -> None:
    with Warehouse.open(evaluated.warehouse) as wh:
        evaluate(evaluated, wh, "twin", stages={"mine": always("cache.md")})
        evaluate(evaluated, wh, "twin", stages={"mine": always("queues.txt")})
        ids = [row[0] for row in wh.query("select run_id from core.run where name = 'twin'").rows]
        found = next_labels(wh, [*ids, ids[0]], stage="mine", limit=1)
    (row,) = found.as_dicts()
    assert sorted(part.split()[0] for part in row["ranks"].split(", ")) == sorted(ids)


def test_the_shallowest_list_decides_how_deep_to_look(evaluated: Collection) -> None:
    with Warehouse.open(evaluated.warehouse) as wh:
        evaluate(evaluated, wh, "short", top_k=1)
        found = next_labels(wh, ["first", "short"], limit=100)
    assert "without a label in the first 1 rank; 1 of 1 comparisons by mean DCG@1" in str(
        found.title
    )
    assert {row["ranks"] for row in found.as_dicts()} == {"first 1, short 1"}
    assert {row["weight"] for row in found.as_dicts()} == {0.0}


def test_what_cannot_be_asked_is_refused(evaluated: Collection) -> None:
    with Warehouse.open(evaluated.warehouse) as wh:
        with pytest.raises(
            UsageError, match='run first: unknown stage "bm52"; did you mean "bm25"'
        ):
            next_labels(wh, ["first"], stage="bm52")
        with pytest.raises(UsageError, match='no run is called "fist"; did you mean "first"'):
            next_labels(wh, ["fist"])
        with pytest.raises(UsageError, match="limit must be at least 1, not 0"):
            next_labels(wh, ["first"], limit=0)
        with pytest.raises(UsageError, match="no run was named"):
            next_labels(wh, [])
        evaluated.write(judgments=[judgment("none", "zebra migration", "no_answer")])
        evaluate(evaluated, wh, "nothing")
        with pytest.raises(UsageError, match="no query to look at"):
            next_labels(wh, ["nothing"])
        evaluated.write({**TEXTS, "new.md": "A new document.\n"})
        evaluate(evaluated, wh, "grown")
        with pytest.raises(UsageError, match=r"runs first \(.*\) and grown \(.*\) searched differ"):
            next_labels(wh, ["first", "grown"])
