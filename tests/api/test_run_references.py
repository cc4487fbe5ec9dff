"""What a person may call a run by."""

from __future__ import annotations

import pytest
from small_collection import Collection, rows

from groundkit import Warehouse
from groundkit.errors import UsageError


@pytest.fixture
def three(opened: Warehouse, evaluated: Collection) -> Warehouse:
    """Return a warehouse with the runs ``first``, ``twin`` and ``twin``."""
    for _ in range(2):
        opened.evaluate(inputs=evaluated.inputs(), name="twin")
    return opened


def ids(wh: Warehouse) -> list[str]:
    """Return the ids of all runs, oldest first."""
    return [run_id for (run_id,) in rows(wh, "select run_id from core.run order by created_at")]


def test_latest_is_the_newest_run(three: Warehouse) -> None:
    assert three.run().run_id == three.run("latest").run_id == ids(three)[-1]


def test_a_run_is_found_by_its_id_in_either_case_a_unique_prefix_and_its_name(
    three: Warehouse,
) -> None:
    first, second, third = ids(three)
    assert three.run("first").run_id == first
    for run_id in (first, second, third):
        assert three.run(run_id).run_id == run_id
        shortest = next(
            run_id[:length]
            for length in range(4, 37)
            if sum(other.startswith(run_id[:length]) for other in (first, second, third)) == 1
        )
        assert three.run(shortest).run_id == run_id
        assert three.run(shortest.upper()).run_id == run_id


def test_a_name_that_two_runs_have_is_ambiguous_and_both_are_listed(three: Warehouse) -> None:
    _, second, third = ids(three)
    with pytest.raises(UsageError) as caught:
        three.run("twin")
    assert str(caught.value) == f'"twin" means 2 runs ({third}, {second}); give a whole id'


def test_a_prefix_that_two_runs_have_is_ambiguous(three: Warehouse) -> None:
    # The first digits of an id are its time, so runs of one test share them.
    with pytest.raises(UsageError, match="means 3 runs"):
        three.run(ids(three)[0][:4])


def test_three_characters_are_no_prefix(three: Warehouse) -> None:
    with pytest.raises(
        UsageError, match="no run is called .*; the beginning of an id needs 4 characters"
    ):
        three.run(ids(three)[0][:3])


def test_a_name_goes_before_a_prefix(three: Warehouse) -> None:
    first, second, _ = ids(three)
    three.rename_run(first, second[:8])
    assert three.run(second[:8]).run_id == first


@pytest.mark.parametrize(
    ("reference", "hint"),
    [
        ("frist", 'did you mean "first"?'),
        ("zzzzzz", "`groundkit-wh runs` lists them"),
        ("", "`groundkit-wh runs` lists them"),
        ("%", "`groundkit-wh runs` lists them"),
    ],
)
def test_an_unknown_run_is_answered_with_the_nearest_name(
    opened: Warehouse, reference: str, hint: str
) -> None:
    with pytest.raises(UsageError) as caught:
        opened.run(reference)
    assert str(caught.value) == f'no run is called "{reference}"; {hint}'


def test_a_warehouse_without_runs_says_how_to_make_one(collection: Collection) -> None:
    with (
        Warehouse.open(collection.warehouse) as wh,
        pytest.raises(UsageError, match="no runs yet; run `groundkit-wh eval` to make one"),
    ):
        wh.run()


def test_runs_lists_the_newest_first_with_every_stage(
    three: Warehouse, evaluated: Collection
) -> None:
    three.evaluate(inputs=evaluated.inputs(), name="two", stages={"none": lambda q, d: []})
    listed = [(row["run_name"], row["stage"], row["mrr"]) for row in three.runs().as_dicts()]
    mrr = listed[0][2]
    assert listed == [
        ("two", "bm25", mrr),
        ("two", "none", 0.0),
        ("twin", "bm25", mrr),
        ("twin", "bm25", mrr),
        ("first", "bm25", mrr),
    ]


def test_the_leaderboard_has_each_distinct_result_once_best_first(
    three: Warehouse, evaluated: Collection
) -> None:
    three.evaluate(inputs=evaluated.inputs(), name="two", stages={"none": lambda q, d: []})
    board = three.leaderboard().as_dicts()
    assert [(row["place"], row["stage"], row["ndcg_at_10"] > 0) for row in board][0] == (
        1,
        "bm25",
        True,
    )
    assert (board[-1]["stage"], board[-1]["ndcg_at_10"]) == ("none", 0.0)
