"""Every measure against a slow, obvious reference, an independent library and the given oracle."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ranked_collections import (
    NUM_CHUNKS,
    Ranked,
    fill_run,
    query_id,
    ranked_lists,
    value,
)
from sql_cases import CaseWarehouse

FAMILY_VIEWS = {
    "Success": "success",
    "RR": "reciprocal_rank",
    "P": "precision",
    "R": "recall",
    "nDCG": "ndcg",
    "Complete": "complete",
    "uDCG": "unit_gain",
    "Whole": "whole",
    "CharRecall": "char_recall",
    "CharPrecision": "char_precision",
    "CharIoU": "char_iou",
    "PrecisionOmega": "precision_omega",
    "CharCeiling": "char_ceiling",
    "AbstentionAUC": "abstention_auc",
    "AP": "average_precision",
}
CUTOFFS = st.integers(1, 50)
BATCH = 25
"""Lists that one statement computes."""


class Values(NamedTuple):
    """What the formulas say of one list at one cutoff."""

    num_within: int
    success: float
    reciprocal_rank: float
    uncut_reciprocal_rank: float
    precision: float
    recall: float
    gain: float
    ndcg: float


def computed(warehouse: CaseWarehouse, cases: Sequence[tuple[Ranked, int]]) -> list[Values]:
    """Return the values of the SQL formulas, a list and a cutoff each."""
    rows = warehouse.session.send(
        "with given as ("
        "select unnest(from_json($records::json, $structure), max_depth := 2)) "
        "select "
        "measure.num_within(ranks, cutoff), "
        "measure.success_at(ranks, cutoff), "
        "measure.reciprocal_rank_at(ranks, cutoff), "
        "measure.reciprocal_rank_at(ranks, null), "
        "measure.precision_at(ranks, cutoff), "
        "measure.recall_at(ranks, cutoff, num_relevant), "
        "measure.discounted_gain(list_filter(ranks, lambda rank: rank <= cutoff)), "
        "measure.ndcg_at(ranks, cutoff, num_relevant) "
        "from given order by number",
        {"number": "integer", "ranks": ["integer"], "cutoff": "integer", "num_relevant": "bigint"},
        (
            (number, ranked.relevant_ranks, cutoff, len(ranked.gold))
            for number, (ranked, cutoff) in enumerate(cases)
        ),
    )
    return [Values(*row) for row in rows]


def defined(ranked: Ranked, cutoff: int) -> Values:
    """Return the same from the definitions alone."""
    return Values(
        ranked.num_within(cutoff),
        ranked.success(cutoff),
        ranked.reciprocal_rank(cutoff),
        ranked.reciprocal_rank(None),
        ranked.precision(cutoff),
        ranked.recall(cutoff),
        ranked.gain(cutoff),
        ranked.ndcg(cutoff),
    )


def lists_of(case: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    """Return a strategy of what one statement computes."""
    return st.lists(case, min_size=1, max_size=BATCH)


NO_GOLD = (Ranked((1, 2, 3), frozenset()), 10)
NO_HITS = (Ranked((), frozenset({1, 2})), 10)
NEVER_RETRIEVED = (Ranked((1, 2, 3), frozenset({7})), 10)


@settings(max_examples=60, deadline=None)
@given(lists_of(st.tuples(ranked_lists(), CUTOFFS)))
@example([NO_GOLD, NO_HITS, NEVER_RETRIEVED])
def test_the_formulas_equal_their_definitions_to_the_last_bit(
    warehouse: CaseWarehouse, cases: list[tuple[Ranked, int]]
) -> None:
    assert computed(warehouse, cases) == [defined(*case) for case in cases]


@settings(max_examples=40, deadline=None)
@given(lists_of(st.tuples(ranked_lists(), CUTOFFS)))
@example([NO_GOLD, NO_HITS, NEVER_RETRIEVED])
def test_every_value_lies_in_the_unit_interval(
    warehouse: CaseWarehouse, cases: list[tuple[Ranked, int]]
) -> None:
    for values in computed(warehouse, cases):
        bounded = values._replace(num_within=0, gain=0.0)
        assert all(0.0 <= number <= 1.0 for number in bounded)


@settings(max_examples=40, deadline=None)
@given(lists_of(st.tuples(ranked_lists(), CUTOFFS)))
def test_a_larger_cutoff_never_lowers_success_reciprocal_rank_recall_or_gain(
    warehouse: CaseWarehouse, cases: list[tuple[Ranked, int]]
) -> None:
    smaller = computed(warehouse, cases)
    larger = computed(warehouse, [(ranked, cutoff + 1) for ranked, cutoff in cases])
    for before, after in zip(smaller, larger, strict=True):
        assert before.success <= after.success
        assert before.reciprocal_rank <= after.reciprocal_rank <= after.uncut_reciprocal_rank
        assert before.recall <= after.recall
        assert before.gain <= after.gain


@settings(max_examples=40, deadline=None)
@given(lists_of(st.tuples(st.sets(st.integers(0, 60), min_size=1), ranked_lists(), CUTOFFS)))
def test_an_ideal_ranking_has_ndcg_one(
    warehouse: CaseWarehouse, cases: list[tuple[set[int], Ranked, int]]
) -> None:
    ideal = [
        (Ranked((*sorted(gold), *(100 + item for item in tail.items)), frozenset(gold)), cutoff)
        for gold, tail, cutoff in cases
    ]
    assert [values.ndcg for values in computed(warehouse, ideal)] == [1.0] * len(cases)


@settings(max_examples=40, deadline=None)
@given(lists_of(st.tuples(ranked_lists(), st.integers(0, 59), CUTOFFS)))
def test_swapping_a_relevant_hit_up_never_lowers_a_measure(
    warehouse: CaseWarehouse, cases: list[tuple[Ranked, int, int]]
) -> None:
    def swapped(ranked: Ranked, position: int) -> Ranked:
        items = list(ranked.items)
        if 0 < position < len(items) and items[position] in ranked.gold:
            items[position - 1 : position + 1] = items[position], items[position - 1]
        return Ranked(tuple(items), ranked.gold)

    before = computed(warehouse, [(ranked, cutoff) for ranked, _, cutoff in cases])
    after = computed(warehouse, [(swapped(ranked, at), cutoff) for ranked, at, cutoff in cases])
    for worse, better in zip(before, after, strict=True):
        # Gains are sums of doubles in another order, so the last digit may differ.
        assert all(low <= high + 1e-12 for low, high in zip(worse, better, strict=True))


@settings(max_examples=40, deadline=None)
@given(lists_of(ranked_lists()), CUTOFFS)
@example([NO_GOLD[0], NO_HITS[0], NEVER_RETRIEVED[0]], 10)
def test_the_formulas_agree_with_ir_measures(
    warehouse: CaseWarehouse, lists: list[Ranked], cutoff: int
) -> None:
    irm = pytest.importorskip("ir_measures")
    # A query needs a judged document to count, and the library needs at least one hit in all.
    lists = [*lists, Ranked((0,), frozenset({0}))]
    qrels = [irm.Qrel(query_id(number), "judged only", 0) for number in range(len(lists))]
    run = []
    for number, ranked in enumerate(lists):
        qrels += [irm.Qrel(query_id(number), f"d{item}", 1) for item in ranked.gold]
        run += [
            irm.ScoredDoc(query_id(number), f"d{item}", float(len(ranked.items) - index))
            for index, item in enumerate(ranked.items)
        ]
    measures = {
        irm.Success @ cutoff: "success",
        irm.RR @ cutoff: "reciprocal_rank",
        irm.RR: "uncut_reciprocal_rank",
        irm.P @ cutoff: "precision",
        irm.R @ cutoff: "recall",
        irm.nDCG @ cutoff: "ndcg",
    }
    theirs = {
        (metric.query_id, measures[metric.measure]): metric.value
        for metric in irm.iter_calc(list(measures), qrels, run)
    }
    ours = {
        (query_id(number), name): getattr(values, name)
        for number, values in enumerate(computed(warehouse, [(one, cutoff) for one in lists]))
        for name in measures.values()
    }
    assert ours == pytest.approx(theirs, rel=0.0, abs=1e-12)


def test_the_formulas_return_what_the_oracle_returns(
    warehouse: CaseWarehouse, shared_data: Path
) -> None:
    text = (shared_data / "seed_oracle" / "fuzz" / "metrics.jsonl").read_text(encoding="utf-8")
    oracle = [json.loads(line) for line in text.splitlines()]
    numbers: dict[str, int] = {}
    lists = [
        Ranked(
            tuple(numbers.setdefault(name, len(numbers)) for name in case["ranked"]),
            frozenset(numbers.setdefault(name, len(numbers)) for name in case["gold"]),
        )
        for case in oracle
    ]
    cutoffs = (1, 3, 5, 10, 20)
    by_cutoff = {
        cutoff: computed(warehouse, [(ranked, cutoff) for ranked in lists]) for cutoff in cutoffs
    }
    for number, case in enumerate(oracle):
        at = {cutoff: by_cutoff[cutoff][number] for cutoff in cutoffs}
        found = {f"recall_at_{cutoff}": at[cutoff].success for cutoff in cutoffs}
        found |= {f"ndcg_at_{cutoff}": at[cutoff].ndcg for cutoff in cutoffs}
        found |= {"rr": at[1].uncut_reciprocal_rank, "dcg_at_10": at[10].gain}
        given_values = {key: case[key] for key in case if key not in ("ranked", "gold")}
        assert found == given_values, f"line {number + 1}"


# ---------------------------------------------------------------- the views

COLLECTIONS = st.lists(ranked_lists(NUM_CHUNKS, longest=25), min_size=1, max_size=4)
SHARED = "run_id, stage, judgments_hash, query_id, level, measure, value"


@settings(max_examples=10, deadline=None)
@given(lists=COLLECTIONS)
@example(lists=[NO_GOLD[0], NO_HITS[0], NEVER_RETRIEVED[0]])
def test_by_query_computes_the_definitions_from_stored_lists_and_spans(
    warehouse: CaseWarehouse, lists: list[Ranked]
) -> None:
    with warehouse.rolled_back():
        fill_run(warehouse, {"s": lists})
        measures = warehouse.session.rows(
            "select measure, family, cutoff from meta.measure where level = 'chunk'"
        )
        found = warehouse.session.rows(
            "select query_id, measure, value from measure.by_query where level = 'chunk'"
        )
    assert sorted(found) == sorted(
        (query_id(number), measure, value(ranked, family, cutoff))
        for number, ranked in enumerate(lists)
        for measure, family, cutoff in measures
    )


@settings(max_examples=10, deadline=None)
@given(lists=COLLECTIONS)
@example(lists=[NO_GOLD[0], NO_HITS[0], NEVER_RETRIEVED[0]])
def test_by_query_is_the_union_of_the_family_views(
    warehouse: CaseWarehouse, lists: list[Ranked]
) -> None:
    with warehouse.rolled_back():
        fill_run(warehouse, {"s": lists, "t": lists[::-1]})
        together = warehouse.session.rows(f"select {SHARED} from measure.by_query")
        apart = {
            family: warehouse.session.rows(f"select {SHARED} from measure.{view}")
            for family, view in FAMILY_VIEWS.items()
        }
    # No query of these collections is unanswerable.
    assert [family for family, rows in apart.items() if not rows] == ["AbstentionAUC"]
    assert sorted(together) == sorted(row for rows in apart.values() for row in rows)


def test_there_is_a_view_for_every_family_that_is_shipped(warehouse: CaseWarehouse) -> None:
    families = {family for (family,) in warehouse.session.rows("select family from meta.measure")}
    assert families == set(FAMILY_VIEWS)


@settings(max_examples=10, deadline=None)
@given(lists=COLLECTIONS, length=st.integers(1, 20))
def test_an_irrelevant_tail_never_raises_a_measure(
    warehouse: CaseWarehouse, lists: list[Ranked], length: int
) -> None:
    def with_tail(ranked: Ranked) -> Ranked:
        unused = [item for item in range(NUM_CHUNKS) if item not in {*ranked.items, *ranked.gold}]
        return Ranked((*ranked.items, *unused[:length]), ranked.gold)

    tailed = [with_tail(ranked) for ranked in lists]
    with warehouse.rolled_back():
        fill_run(warehouse, {"short": lists, "tailed": tailed})
        rows = warehouse.session.rows(
            "select stage, query_id, level, measure, value from measure.by_query"
        )
    values = {(stage, *others): number for stage, *others, number in rows}
    pairs = [
        (number, values["tailed", *others])
        for (stage, *others), number in values.items()
        if stage == "short"
    ]
    assert len(pairs) * 2 == len(values) > 0
    assert all(tail <= short for short, tail in pairs)


# ---------------------------------------------------------------- percentiles


def nearest_ranks(
    warehouse: CaseWarehouse, cases: Sequence[tuple[list[float], float]]
) -> list[float]:
    """Return what ``report.nearest_rank`` says, numbers and a percentage each."""
    rows = warehouse.session.send(
        "with given as ("
        "select unnest(from_json($records::json, $structure), max_depth := 2)) "
        "select report.nearest_rank(numbers, percent) from given order by number",
        {"number": "integer", "numbers": ["double"], "percent": "double"},
        ((number, numbers, percent) for number, (numbers, percent) in enumerate(cases)),
    )
    return [found for (found,) in rows]


def nearest_rank(numbers: list[float], percent: float) -> float:
    """Return the same from the definition alone."""
    n = len(numbers)
    if not n:
        return 0.0
    return sorted(numbers)[max(1, min(n, math.ceil(percent / 100 * n))) - 1]


PERCENTS = st.one_of(st.integers(0, 100).map(float), st.floats(0.0, 100.0))


@settings(max_examples=60, deadline=None)
@given(lists_of(st.tuples(st.lists(st.floats(0.0, 1e9), max_size=40), PERCENTS)))
@example([([], 50.0)])
def test_nearest_rank_equals_its_definition(
    warehouse: CaseWarehouse, cases: list[tuple[list[float], float]]
) -> None:
    assert nearest_ranks(warehouse, cases) == [nearest_rank(*case) for case in cases]


def test_nearest_rank_returns_what_the_oracle_returns(
    warehouse: CaseWarehouse, shared_data: Path
) -> None:
    text = (shared_data / "seed_oracle" / "fuzz" / "percentile.jsonl").read_text(encoding="utf-8")
    oracle = [json.loads(line) for line in text.splitlines()]
    # The numbers are given in descending order, since the formula has to sort them itself.
    cases = [
        (case["sorted_values"][::-1], float(key.removeprefix("p")), case[key])
        for case in oracle
        for key in case
        if key != "sorted_values"
    ]
    assert cases
    assert nearest_ranks(warehouse, [case[:2] for case in cases]) == [case[2] for case in cases]
