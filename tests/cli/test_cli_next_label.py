"""``judgments next`` as a command."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from small_collection import Collection, Finished, stored_contents


@pytest.fixture
def ask(cli: Callable[..., Finished], evaluated: Collection) -> Callable[..., Finished]:
    """Return a function that runs the command in the folder of a warehouse with one run."""

    def call(*arguments: str) -> Finished:
        return cli("judgments", "next", "-w", "w.duckdb", *arguments)

    return call


def test_it_lists_hits_on_stdout_and_says_how_things_stand_on_stderr(ask) -> None:
    done = ask("-f", "json")
    rows = json.loads(done.out)
    assert done.code == 0
    assert rows[0]["weight"] == 1.0
    assert {"query_id", "place", "ranks", "snippet"} <= set(rows[0])
    assert done.err.startswith("5 queries, ")
    assert done.err.endswith(": bm25 is compared with no other list\n")


def test_the_latest_run_is_the_default_and_the_limit_holds(ask) -> None:
    by_name = ask("first", "--limit", "2", "-f", "csv", "-q")
    assert by_name == ask("--limit", "2", "-f", "csv", "-q")
    assert len(list(csv.reader(io.StringIO(by_name.out)))) == 3
    assert by_name.err == ""


def test_the_same_question_gives_the_same_bytes_and_changes_nothing(
    ask, evaluated: Collection
) -> None:
    before = stored_contents(evaluated.warehouse)
    assert ask() == ask()
    assert stored_contents(evaluated.warehouse) == before


def test_unanswerable_queries_are_shown_when_asked_for(ask) -> None:
    assert "near" not in ask("--limit", "100").out
    assert "near" in ask("--limit", "100", "--unanswerable").out


def test_the_result_is_written_to_a_file(ask, evaluated: Collection) -> None:
    done = ask("-f", "csv", "-o", "next.csv")
    assert done.out == ""
    assert (evaluated.folder / "next.csv").read_text().startswith("weight,query_id,query,doc,")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nosuch"], 'error: no run is called "nosuch"'),
        (["--stage", "bm52"], 'error: run first: unknown stage "bm52"; did you mean "bm25"?'),
        (["--limit", "0"], "error: Invalid value for '--limit'"),
        (["-f", "parquet"], "error: parquet is binary"),
    ],
    ids=["run", "stage", "limit", "parquet"],
)
def test_a_usage_error_is_one_line_and_exits_2(ask, arguments: list[str], message: str) -> None:
    done = ask(*arguments)
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith(message)


def test_a_missing_warehouse_is_an_error_and_none_is_made(ask, evaluated: Collection) -> None:
    done = ask("-w", "other.duckdb")
    assert done.code == 4
    assert not Path("other.duckdb").exists()
