"""A warehouse made with one line of DuckDB is read and extended with the other.

``GROUNDKIT_OTHER_PYTHON`` names the Python of an environment with the other line.
"""

from __future__ import annotations

import os

import duckdb
import pytest
from small_collection import Collection, groundkit, rows

from groundkit import Warehouse
from groundkit.api.verify import verify

OTHER = os.environ.get("GROUNDKIT_OTHER_PYTHON")

pytestmark = pytest.mark.skipif(
    OTHER is None, reason="GROUNDKIT_OTHER_PYTHON names no environment with the other DuckDB"
)

EVAL = ("eval", "--corpus", "docs", "--judgments", "labels.jsonl", "-w", "w.duckdb", "-q")
HITS = (
    "select query_id, rank, doc, start_offset, end_offset, chunk_index, content_hash, score, "
    "list_hash from core.hit where run_id = (select {} (run_id) from core.run) order by all"
)


def other(*arguments: str, collection: Collection) -> str:
    """Run a command with the other line and return its output."""
    assert OTHER is not None
    done = groundkit(*arguments, cwd=collection.folder, python=OTHER)
    assert (done.code, done.errors) == (0, [])
    return done.out


def here(*arguments: str, collection: Collection) -> str:
    """Run a command with this line and return its output."""
    done = groundkit(*arguments, cwd=collection.folder)
    assert (done.code, done.errors) == (0, [])
    return done.out


def check_both_runs(collection: Collection) -> None:
    """Assert that the two runs of a warehouse are of both lines and have equal results."""
    with Warehouse.open(collection.warehouse) as wh:
        versions = {
            version.split(".")[0] for (version,) in rows(wh, "select duckdb_version from core.run")
        }
        assert versions == {"1", "2"}
        assert duckdb.__version__.split(".")[0] in versions
        assert rows(wh, "select count(distinct results_hash), count(*) from core.run") == [(1, 2)]
        assert rows(wh, "select count(distinct list_hash), count(*) from core.query_outcome") == [
            (7, 14)
        ]
        assert verify(wh.session).rows == ()


def test_what_the_other_made_is_read_and_extended_here(collection: Collection) -> None:
    other(*EVAL, collection=collection)
    here(*EVAL, collection=collection)
    check_both_runs(collection)
    # The other line still reads it.
    assert other("runs", "-w", "w.duckdb", "-f", "csv", collection=collection) == here(
        "runs", "-w", "w.duckdb", "-f", "csv", collection=collection
    )


def test_what_is_made_here_is_read_and_extended_by_the_other(collection: Collection) -> None:
    here(*EVAL, collection=collection)
    made = here("sql", "-w", "w.duckdb", "-f", "csv", HITS.format("min"), collection=collection)
    other(*EVAL, collection=collection)
    again = other("sql", "-w", "w.duckdb", "-f", "csv", HITS.format("max"), collection=collection)
    assert made.count("\n") > 5
    assert again == made
    check_both_runs(collection)


def test_both_lines_print_the_same_summary(evaluated: Collection) -> None:
    for arguments in (
        ("show", "-w", "w.duckdb", "-f", "json"),
        ("leaderboard", "-w", "w.duckdb"),
    ):
        assert here(*arguments, collection=evaluated) == other(*arguments, collection=evaluated)
