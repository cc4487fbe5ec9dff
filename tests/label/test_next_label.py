"""Which label tells most, and when no label can tell anything more."""

from __future__ import annotations

import random
import runpy
from itertools import combinations, product
from math import log2
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundkit.label.next_label import (
    Comparison,
    Labels,
    Lists,
    Passage,
    compare,
    discount,
    next_labels,
    overlap,
    sign,
)

A, B, C, D = (Passage(doc) for doc in "abcd")

# 1/log2(1+r): 1, 0.63093, 0.5, 0.43068, 0.38685, 0.35621, 0.33333 at ranks 1 to 7.
TWO: Lists = {"one": {"q": {A: 1, B: 2, C: 3}}, "two": {"q": {B: 1, D: 2, A: 3}}}


def ranking(*passages: Passage) -> dict[Passage, int]:
    return {passage: rank for rank, passage in enumerate(passages, start=1)}


def weights(lists: Lists, labels: Labels, cutoff: int = 10) -> list[tuple[str, float]]:
    return [
        (found.passage.doc, round(found.weight, 5)) for found in next_labels(lists, labels, cutoff)
    ]


def test_the_discount_is_that_of_dcg_and_nothing_beyond_the_cutoff() -> None:
    assert [discount(rank) for rank in (1, 3, 7, 10)] == [1.0, 0.5, 1 / 3, 1 / log2(11)]
    assert (discount(11), discount(3, cutoff=2), discount(None)) == (0.0, 0.0, 0.0)


def test_the_weight_is_the_difference_of_the_discounts() -> None:
    # a 1 - 0.5; b 1 - 0.63093; c 0.5 - 0; d 0 - 0.63093. a and c are equal: by content.
    assert weights(TWO, {}) == [("d", 0.63093), ("a", 0.5), ("c", 0.5), ("b", 0.36907)]


def test_ranks_are_given_by_list() -> None:
    found = next_labels(TWO, {})
    assert found[0].ranks == (("one", None), ("two", 2))
    assert found[1].ranks == (("one", 1), ("two", 3))


def test_a_cutoff_hides_what_is_below_it() -> None:
    # At 2: one has a, b; two has b, d. c is nobody's; a counts 1 in one and nothing in two.
    assert weights(TWO, {}, cutoff=2) == [("a", 1.0), ("d", 0.63093), ("b", 0.36907)]


def test_the_bounds_move_with_every_label() -> None:
    # Unlabelled: up to a 0.5 + c 0.5 for one, up to b 0.36907 + d 0.63093 for two.
    (found,) = compare(TWO, {})
    assert (found.difference, found.least, found.greatest) == pytest.approx((0, -1, 1))
    assert (found.settled, found.better) == (False, None)
    # d is relevant: two is ahead by 0.63093; a and c could still make up for more.
    (found,) = compare(TWO, {"q": {D: True}})
    assert found.difference == pytest.approx(-0.63093, abs=1e-5)
    assert (found.least, found.greatest) == pytest.approx((-1, 0.36907), abs=1e-5)
    assert not found.settled
    # a is not: c alone cannot (0.5 < 0.63093).
    (found,) = compare(TWO, {"q": {D: True, A: False}})
    assert found.greatest == pytest.approx(-0.13093, abs=1e-5)
    assert (found.settled, found.better) == (True, "two")


def test_the_bounds_are_those_of_the_mean_over_every_query_of_any_list() -> None:
    # q1 is open either way by 1, q2 is won by one with 1; together 0 to 2, halved.
    lists = {"one": {"q1": {A: 1}, "q2": {A: 1}}, "two": {"q1": {B: 1}}}
    (found,) = compare(lists, {"q2": {A: True}})
    assert found == Comparison("one", "two", 2, 0.5, 0.0, 1.0)


def test_a_list_that_cannot_fall_behind_but_may_be_equal_is_not_settled() -> None:
    lists: Lists = {"one": {"q": {A: 1}}, "two": {"q": {}}}
    (found,) = compare(lists, {})
    assert (found.least, found.greatest, found.settled) == (0.0, 1.0, False)
    assert compare(lists, {"q": {A: True}})[0].better == "one"
    (found,) = compare(lists, {"q": {A: False}})
    assert (found.settled, found.better) == (True, None)


def test_equal_lists_are_settled_as_equal_and_their_labels_weigh_nothing() -> None:
    lists = {"one": {"q": {A: 1, B: 2}}, "two": {"q": {A: 1, B: 2}}}
    (found,) = compare(lists, {})
    assert (found.settled, found.better) == (True, None)
    assert weights(lists, {}) == [("a", 0.0), ("b", 0.0)]


def test_a_difference_that_is_only_rounding_is_none() -> None:
    # Rank 1 once and rank 7 three times are both 1, and 3 * fl(1/3) rounds away from it.
    lists = {"one": {"q1": {A: 1}}, "two": {f"q{n}": {B: 7} for n in (1, 2, 3)}}
    labels = {"q1": {A: True, B: True}, "q2": {B: True}, "q3": {B: True}}
    (found,) = compare(lists, labels)
    assert (found.settled, found.better) == (True, None)


def test_of_three_lists_the_largest_difference_of_any_pair_counts() -> None:
    # a: ranks 2, 3 and 1; the largest difference is 1 - 0.5. b: 1, 1, 2: 1 - 0.63093.
    lists = {
        "one": {"q": {B: 1, A: 2}},
        "two": {"q": {B: 1, A: 3}},
        "three": {"q": {A: 1, B: 2}},
    }
    assert weights(lists, {}) == [("a", 0.5), ("b", 0.36907)]


def test_what_only_settled_pairs_rank_differently_weighs_nothing() -> None:
    # c at rank 1 of two and three alone settles both against one: its only other hit, d, adds
    # 0.63093. two and three differ in b alone; d is the same for them, though not for one.
    lists = {
        "one": {"q": {D: 2}},
        "two": {"q": {C: 1, B: 3}},
        "three": {"q": {C: 1}},
    }
    assert weights(lists, {}) == [("c", 1.0), ("d", 0.63093), ("b", 0.5)]
    assert weights(lists, {"q": {C: True}}) == [("b", 0.5), ("d", 0.0)]
    # Once two and three are settled too, every pair counts again.
    assert weights(lists, {"q": {C: True, B: True}}) == [("d", 0.63093)]


def test_of_one_list_the_weight_is_the_discount() -> None:
    assert weights({"one": {"q": {B: 1, A: 2}}}, {}) == [("b", 1.0), ("a", 0.63093)]
    assert compare({"one": {"q": {B: 1}}}, {}) == ()


def test_no_list_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one ranked list"):
        next_labels({}, {})


def test_an_overlapping_passage_is_the_same_evidence_at_its_best_rank() -> None:
    # The large passage overlaps both small ones: it is at rank 2 of "small"; they are at rank 1 of
    # "large", so "left" weighs 1 - 0.63093 and "right" 1 - 0.5.
    large, left, right = Passage("x", 0, 20), Passage("x", 0, 9), Passage("x", 10, 20)
    lists = {"large": {"q": {large: 1}}, "small": {"q": {A: 1, left: 2, right: 3}}}
    found = {it.passage: (round(it.weight, 5), it.ranks) for it in next_labels(lists, {})}
    assert found == {
        A: (1.0, (("large", None), ("small", 1))),
        right: (0.5, (("large", 1), ("small", 3))),
        left: (0.36907, (("large", 1), ("small", 2))),
        large: (0.36907, (("large", 1), ("small", 2))),
    }


def test_the_passage_itself_goes_before_a_better_one_that_overlaps_it() -> None:
    first, second = Passage("x", 0, 12), Passage("x", 10, 20)
    lists = {"one": {"q": ranking(first, second)}, "two": {"q": ranking(second, first)}}
    assert {found.passage: found.ranks for found in next_labels(lists, {})} == {
        first: (("one", 1), ("two", 2)),
        second: (("one", 2), ("two", 1)),
    }


def test_the_bounds_do_not_take_overlapping_passages_for_one() -> None:
    # The first part may be relevant and the second not.
    lists = {"one": {"q": {Passage("x", 0, 10): 1}}, "two": {"q": {Passage("x", 5, 20): 3}}}
    (found,) = compare(lists, {})
    assert (found.least, found.greatest) == (-0.5, 1.0)


def test_touching_is_not_overlapping_and_a_whole_document_overlaps_all_of_it() -> None:
    assert not overlap(Passage("x", 0, 5), Passage("x", 5, 9))
    assert overlap(Passage("x", 0, 6), Passage("x", 5, 9))
    assert overlap(Passage("x"), Passage("x", 5, 9))
    assert not overlap(Passage("x"), Passage("y", 5, 9))


PASSAGES = st.sampled_from(
    [A, B, C, Passage("x", 0, 10), Passage("x", 5, 20), Passage("x", 10, 20)]
)
RANKINGS = st.lists(PASSAGES, max_size=4, unique=True).map(lambda found: ranking(*found))
QUERIES = st.dictionaries(st.sampled_from(["q1", "q2"]), RANKINGS)
TWO_LISTS = st.fixed_dictionaries({"one": QUERIES, "two": QUERIES})
SOME_LISTS = st.dictionaries(st.sampled_from(["one", "two", "three"]), QUERIES, min_size=1)
LABELS = st.dictionaries(
    st.sampled_from(["q1", "q2"]), st.dictionaries(PASSAGES, st.booleans(), max_size=4)
)
CUTOFFS = st.integers(1, 4)


def mean_dcg(queries: dict[str, dict[Passage, int]], relevant: Labels, n: int, k: int) -> float:
    """Return the mean of DCG@k over n queries, as a textbook has it."""
    total = 0.0
    for query_id, ranked in queries.items():
        for passage, rank in ranked.items():
            if rank <= k and relevant.get(query_id, {}).get(passage, False):
                total += 1 / log2(rank + 1)
    return total / max(1, n)


def completions(lists: dict[str, dict[str, dict[Passage, int]]], labels: Labels) -> list[Labels]:
    """Return every way to label what has no label yet."""
    missing = sorted(
        {
            (query_id, passage)
            for queries in lists.values()
            for query_id, ranked in queries.items()
            for passage in ranked
            if passage not in labels.get(query_id, {})
        }
    )
    found = []
    for values in product([False, True], repeat=len(missing)):
        whole = {query_id: dict(known) for query_id, known in labels.items()}
        for (query_id, passage), value in zip(missing, values, strict=True):
            whole.setdefault(query_id, {})[passage] = value
        found.append(whole)
    return found


@given(TWO_LISTS, LABELS, CUTOFFS)
def test_the_bounds_are_the_extremes_of_all_completions_and_settled_is_never_contradicted(
    lists: dict[str, dict[str, dict[Passage, int]]], labels: Labels, cutoff: int
) -> None:
    (found,) = compare(lists, labels, cutoff)
    n = len(lists["one"].keys() | lists["two"].keys())

    def difference(relevant: Labels) -> float:
        first, second = (
            mean_dcg(lists[name], relevant, n, cutoff) for name in (found.first, found.second)
        )
        return first - second

    possible = [difference(whole) for whole in completions(lists, labels)]
    assert found.num_queries == n
    assert found.difference == pytest.approx(difference(labels), abs=1e-12)
    assert found.least == pytest.approx(min(possible), abs=1e-12)
    assert found.greatest == pytest.approx(max(possible), abs=1e-12)
    signs = {sign(value) for value in possible}
    assert found.settled == (len(signs) == 1)
    better = {1: found.first, -1: found.second, 0: None}
    assert found.better == (better[signs.pop()] if len(signs) == 1 else None)


@given(TWO_LISTS, LABELS, CUTOFFS, st.booleans(), st.data())
def test_a_label_narrows_the_bounds_by_its_weight_whatever_it_is(
    lists: dict[str, dict[str, dict[Passage, int]]],
    labels: dict[str, dict[Passage, bool]],
    cutoff: int,
    value: bool,
    data: st.DataObject,
) -> None:
    # Overlap only guesses; what the two lists hold themselves is certain.
    documents = {
        name: {query_id: {Passage(str(p)): r for p, r in ranked.items()} for query_id, ranked in it}
        for name, it in ((name, queries.items()) for name, queries in lists.items())
    }
    candidates = next_labels(documents, labels, cutoff)
    if not candidates:
        return
    chosen = data.draw(st.sampled_from(candidates))
    (before,) = compare(documents, labels, cutoff)
    more = {**labels, chosen.query_id: {**labels.get(chosen.query_id, {}), chosen.passage: value}}
    (after,) = compare(documents, more, cutoff)
    narrowed = (before.greatest - before.least) - (after.greatest - after.least)
    assert narrowed * before.num_queries == pytest.approx(chosen.weight, abs=1e-12)


@given(SOME_LISTS, LABELS, CUTOFFS)
def test_exactly_what_has_no_label_is_listed_heaviest_first(
    lists: dict[str, dict[str, dict[Passage, int]]], labels: Labels, cutoff: int
) -> None:
    found = next_labels(lists, labels, cutoff)
    listed = [(it.query_id, it.passage) for it in found]
    assert sorted(listed) == sorted(
        {
            (query_id, passage)
            for queries in lists.values()
            for query_id, ranked in queries.items()
            for passage, rank in ranked.items()
            if rank <= cutoff and passage not in labels.get(query_id, {})
        }
    )
    keys = [(-it.weight, it.query_id, it.passage) for it in found]
    assert keys == sorted(keys)
    assert all(0 <= it.weight <= 1 for it in found)


@given(SOME_LISTS, LABELS, CUTOFFS)
def test_the_order_of_the_input_changes_nothing(
    lists: dict[str, dict[str, dict[Passage, int]]], labels: Labels, cutoff: int
) -> None:
    backwards = {
        name: {
            query_id: dict(reversed(ranked.items()))
            for query_id, ranked in reversed(queries.items())
        }
        for name, queries in lists.items()
    }
    assert next_labels(backwards, labels, cutoff) == next_labels(lists, labels, cutoff)
    assert compare(backwards, labels, cutoff) == compare(lists, labels, cutoff)
    other_names = dict(reversed(lists.items()))
    assert [
        (it.query_id, it.passage, it.weight) for it in next_labels(other_names, labels, cutoff)
    ] == [(it.query_id, it.passage, it.weight) for it in next_labels(lists, labels, cutoff)]
    assert {frozenset((it.first, it.second)): it.better for it in compare(lists, labels)} == {
        frozenset((it.first, it.second)): it.better for it in compare(other_names, labels)
    }


def test_on_cranfield_every_pair_of_runs_is_settled_with_fewer_labels_than_in_any_random_order(
    shared_data: Path, root: Path
) -> None:
    cranfield = shared_data / "cranfield"
    benchmark = runpy.run_path(str(root / "benchmarks" / "next_labels.py"))
    relevant = benchmark["read_relevant"](cranfield / "qrels.binary.trec")
    runs = {
        path.name: benchmark["read_run"](path) for path in (cranfield / "runs").glob("*.run.gz")
    }
    assert len(runs) == 3
    for names in combinations(runs, 2):
        lists = {name: runs[name] for name in names}
        adds = benchmark["contributions"](lists)
        asked = [(it.query_id, it.passage) for it in next_labels(lists, {})]
        chosen = benchmark["effort"](asked, adds, relevant).settled
        benchmark["check"](lists, asked, relevant, chosen)
        for seed in range(5):
            order = random.Random(seed).sample(asked, len(asked))
            assert chosen < benchmark["effort"](order, adds, relevant).settled
