"""Listing, showing and renaming runs, and looking after the file."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from small_collection import Collection, Finished, stored_contents

from groundkit import Warehouse

Cli = Callable[..., Finished]
W = ("-w", "w.duckdb")


@pytest.fixture
def twins(evaluated: Collection) -> Collection:
    """Return a warehouse with the runs ``first``, ``twin`` and ``twin``."""
    with Warehouse.open(evaluated.warehouse) as wh:
        for _ in range(2):
            wh.evaluate(inputs=evaluated.inputs(), name="twin")
    return evaluated


def runs(cli: Cli) -> list[dict[str, str]]:
    """Return the runs of the warehouse, newest first."""
    listed: list[dict[str, str]] = json.loads(cli("runs", *W, "-f", "json").out)
    return listed


def test_a_run_is_renamed_and_found_by_its_new_name(cli: Cli, evaluated: Collection) -> None:
    before = stored_contents(evaluated.warehouse)
    run_id = runs(cli)[0]["run_id"]
    done = cli("runs", "rename", "first", "small chunks", *W)
    assert (done.code, done.out) == (0, "")
    assert done.err == f"run {run_id} is now called small chunks\n"
    assert runs(cli)[0]["run_name"] == "small chunks"
    assert cli("show", "small chunks", *W).code == 0
    assert cli("db", "verify", *W).code == 0
    after = stored_contents(evaluated.warehouse)
    assert before is not None
    assert after is not None
    assert {key: value for key, value in after.items() if key != "core.run"} == {
        key: value for key, value in before.items() if key != "core.run"
    }


def test_the_warehouse_may_be_named_before_or_after_rename(cli: Cli, evaluated: Collection) -> None:
    assert cli("runs", *W, "rename", "first", "one").code == 0
    assert cli("runs", "rename", *W, "one", "two").code == 0
    assert runs(cli)[0]["run_name"] == "two"


def test_a_run_is_shown_by_name_prefix_and_latest(cli: Cli, twins: Collection) -> None:
    listed = runs(cli)
    latest = cli("show", *W, "-f", "json").out
    assert cli("show", "latest", *W, "-f", "json").out == latest
    assert json.loads(latest)["run"][0]["run_id"] == listed[0]["run_id"]
    whole_id = listed[1]["run_id"]
    shown = json.loads(cli("show", whole_id, *W, "-f", "json").out)
    assert shown["run"][0]["run_id"] == whole_id
    assert json.loads(cli("show", "first", *W, "-f", "json").out)["run"][0]["name"] == "first"


def test_an_ambiguous_name_is_refused_with_all_that_it_could_be(
    cli: Cli, twins: Collection
) -> None:
    listed = runs(cli)
    both = f"{listed[0]['run_id']}, {listed[1]['run_id']}"
    for command in (("show", "twin"), ("runs", "rename", "twin", "other")):
        done = cli(*command, *W)
        assert (done.code, done.out) == (2, "")
        assert done.errors == [f'"twin" means 2 runs ({both}); give a whole id']


@pytest.mark.parametrize(
    ("command", "error"),
    [
        (("show", "frist"), 'no run is called "frist"; did you mean "first"?'),
        (("show", "xyzxyz"), 'no run is called "xyzxyz"; `groundkit-wh runs` lists them'),
        (("runs", "rename", "xyzxyz", "a"), 'no run is called "xyzxyz"; `groundkit-wh runs` lists'),
        (("runs", "rename", "first", "latest"), 'a run cannot be called "latest"'),
        (("runs", "rename", "first", " "), 'a run cannot be called " "'),
    ],
)
def test_what_cannot_be_found_or_called_so_is_refused(
    cli: Cli, evaluated: Collection, command: tuple[str, ...], error: str
) -> None:
    before = stored_contents(evaluated.warehouse)
    done = cli(*command, *W)
    assert (done.code, done.out) == (2, "")
    assert done.errors[0].startswith(error)
    assert stored_contents(evaluated.warehouse) == before


def test_show_with_queries_lists_every_query_with_its_rank(cli: Cli, evaluated: Collection) -> None:
    listed = json.loads(cli("show", "--queries", *W, "-f", "json").out)
    assert [row["query_id"] for row in listed] == [
        "attack",
        "both",
        "near",
        "none",
        "open",
        "retries",
        "ttl",
    ]
    assert listed[-1]["first_relevant_rank"] == 1
    assert listed[3]["num_hits"] == 0


def test_verify_finds_nothing_in_a_sound_warehouse_and_exits_1_otherwise(
    cli: Cli, evaluated: Collection
) -> None:
    done = cli("db", "verify", *W)
    assert (done.code, done.err) == (0, "")
    with Warehouse.open(evaluated.warehouse) as wh:
        wh.session.execute("update core.query_outcome set num_hits = 9 where query_id = 'ttl'")
    done = cli("db", "verify", *W, "-f", "json")
    assert done.code == 1
    problems = json.loads(done.out)
    assert {"seal_hash", "quality.broken_list"} <= {problem["check"] for problem in problems}
    assert done.errors == [f"{len(problems)} problems found in the warehouse"]


def test_info_and_schema_describe_the_warehouse(cli: Cli, evaluated: Collection) -> None:
    info = {
        row["property"]: row["value"] for row in json.loads(cli("db", "info", *W, "-f", "json").out)
    }
    assert info["path"] == "w.duckdb"
    assert str(info["core.run"]) == "1"
    schema = json.loads(cli("db", "schema", *W, "-f", "json").out)
    assert all(row["comment"] for row in schema)


def test_the_schema_of_a_new_warehouse_is_printed_without_making_one(
    cli: Cli, collection: Collection
) -> None:
    new = cli("db", "schema", "-f", "csv")
    assert (new.code, new.errors) == (0, [])
    assert list(collection.folder.rglob("*.duckdb")) == []
    cli("eval", "--corpus", "docs", "--judgments", "labels.jsonl", *W, "-q")
    assert cli("db", "schema", *W, "-f", "csv").out == new.out


def test_the_leaderboard_ranks_distinct_results(cli: Cli, twins: Collection) -> None:
    cli("eval", "--corpus", "docs", "--judgments", "labels.jsonl", "--top-k", "1", *W, "-q")
    board = json.loads(cli("leaderboard", *W, "-f", "json").out)
    by_name: dict[tuple[str, int], list[int]] = {}
    for row in board:
        by_name.setdefault((row["corpus_name"], row["depth"]), []).append(row["num_runs"])
    assert by_name == {("docs", 1): [1], ("docs", 10): [3]}


def test_verify_says_one_problem_in_the_singular(cli: Cli, evaluated: Collection) -> None:
    with Warehouse.open(evaluated.warehouse) as wh:
        wh.session.execute("update core.run set platform = 'abacus'")
    done = cli("db", "verify", *W)
    assert (done.code, done.errors) == (1, ["1 problem found in the warehouse"])
