"""``measures`` of stored runs."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from small_collection import Collection, Finished, stored_contents

from groundkit import Warehouse

Cli = Callable[..., Finished]
W = ("-w", "w.duckdb")


def rows(done: Finished) -> list[dict[str, object]]:
    """Return the rows that a command printed as JSON."""
    assert done.code == 0, done.err
    found: list[dict[str, object]] = json.loads(done.out)
    return found


def test_means_are_those_of_the_views_and_nothing_is_stored(
    cli: Cli, evaluated: Collection
) -> None:
    before = stored_contents(evaluated.warehouse)
    with Warehouse.open(evaluated.warehouse, read_only=True) as wh:
        stored = wh.query(
            "select level, measure, value, num_queries from report.stage_measure order by all"
        ).rows
    asked = []
    for level in ("chunk", "unit", "character", "list", "document"):
        names = [name for at, name, *_ in stored if at == level]
        options = [part for name in names for part in ("-m", name)]
        found = rows(cli("measures", "first", *W, *options, "--level", level, "-f", "json"))
        asked += [(r["level"], r["measure"], r["value"], r["num_queries"]) for r in found]
    assert sorted(asked) == list(stored)
    assert stored_contents(evaluated.warehouse) == before


def test_any_cutoff_can_be_asked_for_by_query(cli: Cli, evaluated: Collection) -> None:
    found = rows(cli("measures", *W, "-m", "R(cover=0.5)@77c", "--per-query", "-f", "json"))
    assert {row["measure"] for row in found} == {"R(cover=0.5)@77c"}
    assert {row["level"] for row in found} == {"unit"}
    assert len(found) == rows(cli("measures", *W, "-m", "RR", "-f", "json"))[0]["num_queries"]


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (("-m", "Sucess@5"), 2, 'unknown measure "Sucess@5"; did you mean "Success"?'),
        (("-m", "P@5", "--level", "unit"), 2, "does not exist at level unit"),
        (("nowhere", "-m", "P@5"), 2, 'no run is called "nowhere"'),
        (("-m", "P@5", "-f", "trec"), 2, "--format trec are for files"),
        (("-m", "P@5", "--qrels", "q", "--run", "r", "latest"), 2, "are for stored runs"),
        (("-m", "P@5", "--population", "topics"), 2, "leave out the population"),
    ],
)
def test_what_cannot_be_measured_is_an_error_of_use(
    options: tuple[str, ...], code: int, message: str, cli: Cli, evaluated: Collection
) -> None:
    done = cli("measures", *W, *options)
    assert (done.code, done.out) == (code, "")
    assert message in done.err


def test_a_measure_beyond_the_depth_is_said_to_be_missing(cli: Cli, evaluated: Collection) -> None:
    done = cli("measures", *W, "-m", "Success@500", "-f", "csv")
    assert done.code == 0
    assert done.out.count("\n") == 1
    assert done.err.startswith("nothing to report")


def test_a_warehouse_that_is_not_there_is_refused(cli: Cli) -> None:
    assert cli("measures", "-w", "none.duckdb", "-m", "RR").code == 4
