"""Results are the same bytes under any locale, time zone, hash seed and terminal width."""

from __future__ import annotations

import datetime
import locale
from typing import Any

import pytest
from small_collection import Collection, groundkit

HITS = (
    "select results_hash, stage, query_id, rank, doc, start_offset, end_offset, chunk_index, "
    "content_hash, score, list_hash from core.hit join core.run using (run_id) order by all"
)


def answers(collection: Collection, **environment: Any) -> str:
    """Evaluate in a process of its own and return hits and hashes as CSV from another."""
    collection.warehouse.unlink(missing_ok=True)
    done = groundkit(
        *("eval", "--corpus", "docs", "--judgments", "labels.jsonl", "-w", "w.duckdb"),
        *("--chunk-size", "64", "--chunk-overlap", "8"),
        cwd=collection.folder,
        **environment,
    )
    assert (done.code, done.errors) == (0, [])
    hits = groundkit(
        *("sql", "-w", "w.duckdb", "-f", "csv", HITS), cwd=collection.folder, **environment
    )
    assert (hits.code, hits.err) == (0, "")
    return hits.out


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the answers of the environment at hand."""
    found = answers(Collection(tmp_path_factory.mktemp("usual")).write())
    assert found.count("\n") > 20
    return found


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C", "PYTHONHASHSEED": "0"},
        {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "COLUMNS": "20"},
        {"TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "1"},
        {"LC_ALL": "tr_TR.UTF-8", "TZ": "Pacific/Apia", "COLUMNS": "1"},
    ],
    ids=lambda environment: " ".join(f"{key}={value}" for key, value in environment.items()),
)
def test_the_environment_changes_no_byte(
    collection: Collection, usual: str, environment: dict[str, str]
) -> None:
    wanted = environment.get("LC_ALL", "C")
    before = locale.setlocale(locale.LC_ALL)
    try:
        locale.setlocale(locale.LC_ALL, wanted)
    except locale.Error:
        pytest.skip(f"the locale {wanted} is not on this machine")
    finally:
        locale.setlocale(locale.LC_ALL, before)
    assert answers(collection, **environment) == usual


def test_times_are_stored_and_printed_in_utc(collection: Collection) -> None:
    before = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    answers(collection, TZ="Asia/Kathmandu")
    done = groundkit(
        *("sql", "-w", "w.duckdb", "-f", "csv", "select created_at, name from core.run"),
        cwd=collection.folder,
        TZ="America/St_Johns",
    )
    after = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    created_at, name = done.out.splitlines()[1].split(",")
    assert before <= datetime.datetime.fromisoformat(created_at.removesuffix("Z")) <= after
    assert name == created_at[:19] + "Z"
