"""Stages of a user's own beside the baseline: what they return is stored as it is, or fails."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from small_collection import (
    JUDGMENTS,
    NUM_QUERIES,
    TEXTS,
    Collection,
    contents,
    hits,
    judgment,
    row_counts,
    rows,
)

from groundkit import CallableStage, Warehouse
from groundkit.errors import UsageError

WHOLE = {doc: (0, len(text)) for doc, text in TEXTS.items()}
"""The one chunk of each document."""


def backwards(query: str, depth: int) -> list[tuple[str, int, int, float]]:
    """Return the chunk of every document, last document first, with rising scores."""
    return [
        (doc, *WHOLE[doc], float(number)) for number, doc in enumerate(sorted(WHOLE, reverse=True))
    ][:depth]


def outcomes(wh: Warehouse, run_id: str, stage: str = "mine") -> dict[str, tuple[Any, ...]]:
    """Return (status, num_hits, error, num_duplicates, num_surplus) by query of one stage."""
    return {
        query_id: tuple(outcome)
        for query_id, *outcome in rows(
            wh,
            "select query_id, status, num_hits, error, num_duplicates, num_surplus "
            "from core.query_outcome where run_id = $run_id and stage = $stage",
            run_id=run_id,
            stage=stage,
        )
    }


def answer_always(wh: Warehouse, evaluated: Collection, returned: Any) -> tuple[Any, ...]:
    """Evaluate a stage that returns the same for every query and give the outcome of one."""

    def mine(query: str, depth: int) -> Any:
        return returned

    run = wh.evaluate(inputs=evaluated.inputs(), stages={"mine": mine})
    (outcome,) = set(outcomes(wh, run.run_id).values())
    return outcome


def test_the_baseline_runs_first_and_the_others_in_the_order_given(
    opened: Warehouse, evaluated: Collection
) -> None:
    run = opened.evaluate(inputs=evaluated.inputs(), stages={"zeta": backwards, "alpha": backwards})
    assert rows(
        opened,
        "select stage, position, is_baseline, retriever, depth, batch_size from core.stage "
        "where run_id = $run_id order by position",
        run_id=run.run_id,
    ) == [
        ("bm25", 1, True, "bm25", 10, NUM_QUERIES),
        ("zeta", 2, False, "callable", 10, 1),
        ("alpha", 3, False, "callable", 10, 1),
    ]


def test_a_stage_is_asked_every_query_in_file_order_with_the_depth(
    opened: Warehouse, evaluated: Collection
) -> None:
    asked: list[tuple[str, int]] = []

    def mine(query: str, depth: int) -> list[Any]:
        asked.append((query, depth))
        return []

    opened.evaluate(inputs=evaluated.inputs(), stages={"mine": mine}, top_k=4)
    assert asked == [(entry["query"], 4) for entry in JUDGMENTS]


def test_the_order_of_the_result_is_the_ranking_whatever_the_scores_are(
    opened: Warehouse, evaluated: Collection
) -> None:
    run = opened.evaluate(inputs=evaluated.inputs(), stages={"mine": backwards})
    assert hits(opened, run.run_id)["mine", "ttl"] == backwards("", 10)
    assert [score for *_, score in backwards("", 10)] == [0.0, 1.0, 2.0, 3.0, 4.0]


def test_every_answer_of_a_stage_has_its_latency(opened: Warehouse, evaluated: Collection) -> None:
    def fails_on_logs(query: str, depth: int) -> list[Any]:
        if "log" in query:
            raise ValueError("no logs")
        return backwards(query, depth)

    run = opened.evaluate(inputs=evaluated.inputs(), stages={"mine": fails_on_logs})
    assert rows(
        opened,
        "select stage, count(latency_ms), count(*) filter (latency_ms < 0) "
        "from core.query_outcome where run_id = $run_id group by stage order by stage",
        run_id=run.run_id,
    ) == [("bm25", 0, 0), ("mine", NUM_QUERIES, 0)]


def test_a_query_on_which_the_stage_raises_has_failed_and_the_others_stay(
    collection: Collection,
) -> None:
    collection.write(
        judgments=[
            judgment(f"q{number:02}", f"cache {number}", "normal", ("cache.md", "ten minutes"))
            for number in range(1, 22)
        ]
    )

    def every_seventh_fails(query: str, depth: int) -> list[tuple[str, int, int, float]]:
        number = int(query.split()[1])
        if number % 7 == 0:
            raise RuntimeError(f"query {number} is out of reach")
        return [("cache.md", *WHOLE["cache.md"], 1.0)]

    with collection.open() as wh:
        run = wh.evaluate(inputs=collection.inputs(), stages={"mine": every_seventh_fails})
        found = outcomes(wh, run.run_id)
        stages = {row["stage"]: row for row in run.tables()["stages"].as_dicts()}
        means = {
            measure: (value, num_queries, num_failed, is_lower_bound)
            for measure, value, num_queries, num_failed, is_lower_bound in rows(
                wh,
                "select measure, value, num_queries, num_failed, is_lower_bound "
                "from report.stage_measure where stage = 'mine' and level = 'chunk'",
            )
        }
        assert (
            rows(wh, "select list_hash from core.query_outcome where status = 'failed'")
            == [(None,)] * 3
        )
    assert {query_id for query_id, outcome in found.items() if outcome[0] == "failed"} == {
        "q07",
        "q14",
        "q21",
    }
    assert found["q14"] == ("failed", 0, "RuntimeError: query 14 is out of reach", 0, 0)
    assert found["q15"] == ("ok", 1, None, 0, 0)
    # 18 of 21 queries have their answer at rank 1, the failed ones count 0.
    assert means["RR"] == (18 / 21, 21, 3, True)
    assert stages["mine"]["is_lower_bound"] is True
    assert stages["mine"]["num_failed"] == 3
    assert stages["bm25"]["is_lower_bound"] is False


def test_a_failure_of_an_unanswerable_query_does_not_make_the_means_lower_bounds(
    opened: Warehouse, evaluated: Collection
) -> None:
    def no_zebras(query: str, depth: int) -> list[Any]:
        if "zebra" in query:
            raise LookupError("zebra")
        return backwards(query, depth)

    run = opened.evaluate(inputs=evaluated.inputs(), stages={"mine": no_zebras})
    mine = run.tables()["stages"].as_dicts()[1]
    assert (mine["num_failed"], mine["is_lower_bound"]) == (1, False)
    # It did not abstain either: it gave no answer.
    assert (mine["no_answer_queries"], mine["no_answer_abstained"]) == (1, 0)


def test_a_stage_that_fails_on_every_query_is_reported_as_zero(
    opened: Warehouse, evaluated: Collection
) -> None:
    assert answer_always(opened, evaluated, None)[0] == "failed"
    run = opened.run()
    mine = run.tables()["stages"].as_dicts()[1]
    assert (mine["mrr"], mine["num_failed"], mine["is_lower_bound"]) == (0.0, NUM_QUERIES, True)


CHUNK = ("cache.md", *WHOLE["cache.md"])


UNUSABLE: Sequence[tuple[Any, str]] = (
    ([(*CHUNK, math.nan)], "hit 1: score nan is not a finite number"),
    ([(*CHUNK, math.inf)], "hit 1: score inf is not a finite number"),
    ([(*CHUNK, -math.inf)], "hit 1: score -inf is not a finite number"),
    ([(*CHUNK, 10**400)], "hit 1: "),
    ([(*CHUNK, "0.5")], "hit 1: expected (doc, start, end, score)"),
    ([(*CHUNK, None)], "hit 1: expected (doc, start, end, score)"),
    ([(*CHUNK, 1j)], "hit 1: expected (doc, start, end, score)"),
    ([("none.md", 0, 1, 1.0)], "hit 1: document 'none.md' is not in the corpus"),
    ([(None, 0, 1, 1.0)], "hit 1: "),
    ([([], 0, 1, 1.0)], "hit 1: "),
    ([("cache.md", 0, 9999, 1.0)], "hit 1: span [0, 9999) is not inside 'cache.md'"),
    ([("cache.md", -1, 5, 1.0)], "hit 1: span [-1, 5) is not inside 'cache.md'"),
    ([("cache.md", 5, 5, 1.0)], "hit 1: span [5, 5) is not inside 'cache.md'"),
    ([("cache.md", 6, 5, 1.0)], "hit 1: span [6, 5) is not inside 'cache.md'"),
    ([("cache.md", 0, 10**30, 1.0)], "hit 1: span [0, "),
    ([("cache.md", 0.0, 5.0, 1.0)], "hit 1: expected (doc, start, end, score)"),
    ([("cache.md", "0", "5", 1.0)], "hit 1: expected (doc, start, end, score)"),
    ([("cache.md", False, True, 1.0)], "hit 1: expected (doc, start, end, score)"),
    ([("cache.md", None, None, 1.0)], "hit 1: expected (doc, start, end, score)"),
    ([("cache.md", 0, 5)], "hit 1: expected (doc, start, end, score)"),
    ([("cache.md", 0, 5, 1.0, "more")], "hit 1: expected (doc, start, end, score)"),
    (["cache.md"], "hit 1: expected (doc, start, end, score)"),
    ([(*CHUNK, 1.0), None], "hit 2: expected (doc, start, end, score)"),
    (17, "TypeError: 'int' object is not iterable"),
    (None, "TypeError: 'NoneType' object is not iterable"),
)
"""What a stage returned, and how the error of its outcome begins."""


@pytest.fixture(scope="module")
def unusable(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Any, ...]]:
    """Return the outcomes of one run in which each query got one of the unusable answers."""
    collection = Collection(tmp_path_factory.mktemp("unusable")).write(
        judgments=[judgment(f"q{number:02}", str(number), "unlabelled") for number in range(40)]
    )

    def mine(query: str, depth: int) -> Any:
        return UNUSABLE[int(query)][0] if int(query) < len(UNUSABLE) else []

    with collection.open() as wh:
        run = wh.evaluate(inputs=collection.inputs(), stages={"mine": mine})
        return outcomes(wh, run.run_id)


@pytest.mark.parametrize(
    "number", range(len(UNUSABLE)), ids=lambda number: repr(UNUSABLE[number][0])[:60]
)
def test_an_unusable_answer_is_a_failed_outcome_that_says_why(
    unusable: dict[str, tuple[Any, ...]], number: int
) -> None:
    status, num_hits, said, _, _ = unusable[f"q{number:02}"]
    assert (status, num_hits) == ("failed", 0)
    assert said.startswith(UNUSABLE[number][1])


def test_the_queries_after_an_unusable_answer_are_answered(
    unusable: dict[str, tuple[Any, ...]],
) -> None:
    assert len(UNUSABLE) < 39
    assert unusable["q39"] == ("ok", 0, None, 0, 0)


class Unspeakable(Exception):
    """An exception that cannot be turned into text."""

    def __str__(self) -> str:
        raise ValueError("no words")


RAISED: Sequence[Exception] = (
    ValueError("a lone \udc80 surrogate"),
    ValueError("a null \0 character"),
    ValueError("x" * 1_000_000),
    ValueError(),
    Unspeakable(),
    ExceptionGroup("several", [ValueError("one"), ValueError("two")]),
    StopIteration("done"),
    RecursionError("deep"),
    MemoryError(),
)


def test_whatever_a_stage_raises_is_its_outcome(collection: Collection) -> None:
    collection.write(
        judgments=[
            judgment(f"q{number}", str(number), "unlabelled") for number in range(len(RAISED))
        ]
    )

    def mine(query: str, depth: int) -> list[Any]:
        raise RAISED[int(query)]

    with collection.open() as wh:
        run = wh.evaluate(inputs=collection.inputs(), stages={"mine": mine})
        found = outcomes(wh, run.run_id)
    for number, error in enumerate(RAISED):
        status, num_hits, said, _, _ = found[f"q{number}"]
        assert (status, num_hits) == ("failed", 0)
        assert said.startswith(type(error).__name__)


class Treacherous:
    """An entry of a result that raises whatever is asked of it."""

    def __iter__(self) -> Iterator[Any]:
        raise RuntimeError("not to be unpacked")

    def __str__(self) -> str:
        raise RuntimeError("not to be shown")


def test_an_entry_that_cannot_even_be_looked_at_is_a_failed_outcome(
    opened: Warehouse, evaluated: Collection
) -> None:
    status, num_hits, _, _, _ = answer_always(opened, evaluated, [Treacherous()])
    assert (status, num_hits) == ("failed", 0)


def test_a_generator_is_as_good_as_a_list_and_may_fail_on_the_way(
    opened: Warehouse, evaluated: Collection
) -> None:
    def lazy(query: str, depth: int) -> Iterator[tuple[str, int, int, float]]:
        yield from backwards(query, depth)
        if "log" in query:
            raise ValueError("broke off")

    run = opened.evaluate(inputs=evaluated.inputs(), stages={"mine": lazy})
    found = outcomes(opened, run.run_id)
    assert found["open"] == ("failed", 0, "ValueError: broke off", 0, 0)
    assert found["ttl"] == ("ok", 5, None, 0, 0)
    assert hits(opened, run.run_id)["mine", "ttl"] == backwards("", 10)


def test_an_empty_list_is_an_abstention(opened: Warehouse, evaluated: Collection) -> None:
    assert answer_always(opened, evaluated, []) == ("ok", 0, None, 0, 0)
    mine = opened.run().tables()["stages"].as_dicts()[1]
    assert (mine["no_answer_queries"], mine["no_answer_abstained"]) == (1, 1)
    assert (mine["near_miss_queries"], mine["near_miss_abstained"]) == (1, 1)
    assert (mine["mrr"], mine["is_lower_bound"]) == (0.0, False)


def test_repeated_hits_are_dropped_and_counted(opened: Warehouse, evaluated: Collection) -> None:
    first, second = ("cache.md", 0, 5, 3.0), ("leases.md", 0, 5, 2.0)
    again = ("cache.md", 0, 5, 1.0)
    assert answer_always(opened, evaluated, [first, again, second, first]) == ("ok", 2, None, 2, 0)
    assert hits(opened, opened.run().run_id)["mine", "ttl"] == [first, second]
    mine = opened.run().tables()["stages"].as_dicts()[1]
    assert (mine["num_duplicates"], mine["num_surplus"]) == (2 * NUM_QUERIES, 0)


def test_hits_beyond_the_depth_are_dropped_and_counted_after_the_repeated_ones(
    opened: Warehouse, evaluated: Collection
) -> None:
    def too_many(query: str, depth: int) -> list[tuple[str, int, int, float]]:
        assert depth == 2
        one = ("cache.md", 0, 5, 9.0)
        return [one, one, *(("cache.md", 0, end, 1.0) for end in range(6, 10))]

    run = opened.evaluate(inputs=evaluated.inputs(), stages={"mine": too_many}, top_k=2)
    assert set(outcomes(opened, run.run_id).values()) == {("ok", 2, None, 1, 3)}
    assert hits(opened, run.run_id)["mine", "ttl"] == [
        ("cache.md", 0, 5, 9.0),
        ("cache.md", 0, 6, 1.0),
    ]


@pytest.mark.parametrize("score", [-0.0, 5e-324, 1.7976931348623157e308, -1e308, 0.1 + 0.2])
def test_scores_are_stored_to_the_last_bit(
    opened: Warehouse, evaluated: Collection, score: float
) -> None:
    answer_always(opened, evaluated, [(*CHUNK, score)])
    ((stored,),) = rows(opened, "select distinct score from core.hit where stage = 'mine'")
    assert stored.hex() == score.hex()


class Index:
    """A whole number of a library, as numpy's are."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


class Real:
    """A real number of a library, as numpy's float32 is."""

    def __init__(self, value: float) -> None:
        self.value = value

    def __float__(self) -> float:
        return self.value


def test_numbers_of_other_libraries_are_taken(opened: Warehouse, evaluated: Collection) -> None:
    entry = ("cache.md", Index(0), Index(5), Real(0.5))
    assert answer_always(opened, evaluated, [entry, ["leases.md", 0, 5, 1]])[:2] == ("ok", 2)
    assert hits(opened, opened.run().run_id)["mine", "ttl"] == [
        ("cache.md", 0, 5, 0.5),
        ("leases.md", 0, 5, 1.0),
    ]


def stage_row(wh: Warehouse, stage: str = "mine") -> tuple[Any, ...]:
    """Return chunking_id and chunks_hash of a stage, and the measures it has."""
    ((chunking_id, chunks_hash),) = rows(
        wh, "select chunking_id, chunks_hash from core.stage where stage = $stage", stage=stage
    )
    found = rows(
        wh,
        "select count(*) from measure.by_query where stage = $stage and level = 'chunk'",
        stage=stage,
    )
    return chunking_id, chunks_hash, found[0][0]


def test_hits_that_are_chunks_have_chunk_measures(opened: Warehouse, evaluated: Collection) -> None:
    opened.evaluate(inputs=evaluated.inputs(), stages={"mine": backwards})
    baseline = rows(opened, "select distinct chunking_id, chunks_hash from core.stage limit 1")
    chunking_id, chunks_hash, num_values = stage_row(opened)
    assert [(chunking_id, chunks_hash)] == baseline
    assert num_values > 0
    assert rows(
        opened, "select count(*), count(chunk_index) from core.hit where stage = 'mine'"
    ) == [(5 * NUM_QUERIES, 5 * NUM_QUERIES)]


@pytest.mark.parametrize("spans", ["auto", "free"])
def test_free_spans_have_no_chunk_set_and_no_chunk_measures(
    opened: Warehouse, evaluated: Collection, spans: Any
) -> None:
    def mine(query: str, depth: int) -> list[tuple[str, int, int, float]]:
        return [(*CHUNK, 2.0), ("leases.md", 3, 7, 1.0)]

    run = opened.evaluate(
        inputs=evaluated.inputs(), stages={"mine": CallableStage(mine, spans=spans)}
    )
    assert stage_row(opened) == (None, None, 0)
    assert hits(opened, run.run_id)["mine", "ttl"] == mine("", 10)
    mean = run.tables()["stages"].as_dicts()[1]
    assert (mean["mrr"], mean["num_chunks"], mean["chunker"]) == (None, None, None)


def test_chunks_that_are_said_to_be_free_have_no_chunk_measures(
    opened: Warehouse, evaluated: Collection
) -> None:
    stage = CallableStage(backwards, spans="free")
    opened.evaluate(inputs=evaluated.inputs(), stages={"mine": stage})
    assert stage_row(opened) == (None, None, 0)


def test_where_chunks_are_promised_another_span_fails_its_query_only(
    opened: Warehouse, evaluated: Collection
) -> None:
    def mine(query: str, depth: int) -> list[tuple[str, int, int, float]]:
        return [("leases.md", 3, 7, 1.0)] if "log" in query else backwards(query, depth)

    run = opened.evaluate(
        inputs=evaluated.inputs(), stages={"mine": CallableStage(mine, spans="chunks")}
    )
    found = outcomes(opened, run.run_id)
    assert found["open"][0] == found["attack"][0] == "failed"
    assert found["open"][2] == ("hit 1: span [3, 7) of 'leases.md' is no chunk of the chunk set")
    assert found["ttl"][0] == "ok"
    assert stage_row(opened)[2] > 0


def test_parameters_of_a_stage_are_stored_with_the_name_of_its_function(
    opened: Warehouse, evaluated: Collection
) -> None:
    stage = CallableStage(backwards, params={"model": "tiny", "weights": [1, 0.5]})
    opened.evaluate(inputs=evaluated.inputs(), stages={"mine": stage, "plain": lambda q, d: []})
    assert rows(
        opened,
        "select params->>'model', params->>'function', params->>'spans' from core.stage "
        "where stage = 'mine'",
    ) == [("tiny", "backwards", "auto")]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: CallableStage("bm25"), "a stage must be callable, not str"),  # type: ignore[arg-type]
        (lambda: CallableStage(None), "a stage must be callable, not NoneType"),  # type: ignore[arg-type]
        (
            lambda: CallableStage(backwards, spans="chunk"),  # type: ignore[arg-type]
            'unknown kind of spans "chunk"; did you mean "chunks"?',
        ),
        (
            lambda: CallableStage(backwards, params={"model": object()}),
            "the parameters of a stage must be JSON values",
        ),
        (
            lambda: CallableStage(backwards, params={"x": math.nan}),
            "the parameters of a stage must be JSON values",
        ),
    ],
)
def test_a_stage_that_cannot_be_is_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        make()
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["bm25", "", " ", "two words", "tab\t", "line\n"])
def test_a_name_that_a_stage_cannot_have_is_refused(collection: Collection, name: str) -> None:
    with pytest.raises(UsageError, match="a stage cannot be called"):
        Warehouse.open(collection.warehouse).evaluate(
            inputs=collection.inputs(), stages={name: backwards}
        )
    assert not collection.warehouse.exists()


@pytest.mark.parametrize("stage", [None, "bm25", 3])
def test_what_is_neither_stage_nor_function_is_refused(collection: Collection, stage: Any) -> None:
    with pytest.raises(UsageError, match="must be callable"):
        Warehouse.open(collection.warehouse).evaluate(
            inputs=collection.inputs(), stages={"mine": stage}
        )
    assert not collection.warehouse.exists()


def test_stages_that_are_no_mapping_are_refused(collection: Collection) -> None:
    with pytest.raises(UsageError, match="stages"):
        Warehouse.open(collection.warehouse).evaluate(
            inputs=collection.inputs(),
            stages=[backwards],
        )
    assert not collection.warehouse.exists()


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, SystemExit])
def test_an_interruption_of_a_stage_stores_nothing_and_the_warehouse_goes_on(
    opened: Warehouse, evaluated: Collection, interruption: type[BaseException]
) -> None:
    before = contents(opened)

    def mine(query: str, depth: int) -> list[Any]:
        if "cache" in query:
            raise interruption
        return []

    evaluated.write({**TEXTS, "new.md": "a new text"})
    with pytest.raises(interruption):
        opened.evaluate(inputs=evaluated.inputs(), stages={"mine": mine})
    assert contents(opened) == before
    counted = row_counts(opened)["core.run"]
    opened.evaluate(inputs=evaluated.inputs())
    assert row_counts(opened)["core.run"] == counted + 1


def test_a_stage_is_compared_with_the_baseline_query_by_query(collection: Collection) -> None:
    texts = {"a.txt": "apple", "b.txt": "banana banana", "c.txt": "cherry apple"}
    gold = {
        "one": ("a.txt", "apple"),
        "two": ("b.txt", "banana banana"),
        "tri": ("c.txt", "cherry"),
    }
    collection.write(
        texts,
        [
            judgment("one", "apple", "normal", gold["one"]),
            judgment("tri", "cherry", "normal", gold["tri"]),
            judgment("two", "quince", "normal", gold["two"]),
        ],
    )

    def mine(query: str, depth: int) -> list[tuple[str, int, int, float]]:
        # Finds "one" and "tri" at rank 2 and "two" at rank 1.
        ranking = {"apple": "ba", "cherry": "bc", "quince": "b"}[query]
        return [(f"{doc}.txt", 0, len(texts[f"{doc}.txt"]), 1.0) for doc in ranking]

    with collection.open() as wh:
        run = wh.evaluate(inputs=collection.inputs(), stages={"mine": mine})
        deltas = {row["measure"]: row for row in run.tables()["deltas"].as_dicts()}
    # The baseline has "one" at rank 1 ("a.txt" is shorter than "c.txt"), "tri" at 1 and "two" not
    # at all, so its RR are 1, 1, 0; those of the stage are 1/2, 1/2, 1.
    wanted = {
        # measure: (value, baseline, wins, ties, losses)
        "RR": (2 / 3, 2 / 3, 1, 0, 2),
        "Success@1": (1 / 3, 2 / 3, 1, 0, 2),
        "Success@5": (3 / 3, 2 / 3, 1, 2, 0),
        "P@1": (1 / 3, 2 / 3, 1, 0, 2),
        "P@5": (3 / 5 / 3, 2 / 5 / 3, 1, 2, 0),
        "R@10": (3 / 3, 2 / 3, 1, 2, 0),
        "nDCG@10": ((2 / math.log2(3) + 1) / 3, 2 / 3, 1, 0, 2),
    }
    for measure, (value, baseline, wins, ties, losses) in wanted.items():
        delta = deltas[measure]
        assert delta["value"] == pytest.approx(value, abs=1e-12)
        assert delta["baseline_value"] == pytest.approx(baseline, abs=1e-12)
        assert delta["delta"] == delta["value"] - delta["baseline_value"]
        assert (delta["num_wins"], delta["num_ties"], delta["num_losses"]) == (wins, ties, losses)
        assert (delta["stage"], delta["baseline"], delta["num_queries"]) == ("mine", "bm25", 3)


def test_a_run_of_one_stage_has_no_deltas(opened: Warehouse) -> None:
    assert opened.run().tables()["deltas"].rows == ()


def test_lists_that_two_stages_share_are_stored_once(
    opened: Warehouse, evaluated: Collection
) -> None:
    before = row_counts(opened, ["core.list_hit"])["core.list_hit"]
    opened.evaluate(inputs=evaluated.inputs(), stages={"one": backwards, "two": backwards})
    # All queries of both stages have the same list of 5 hits.
    assert row_counts(opened, ["core.list_hit"])["core.list_hit"] == before + 5
