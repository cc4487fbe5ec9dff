"""Migration 4: a warehouse of migrations 1 to 3 is refused, migrated with its rows, and usable."""

from __future__ import annotations

from typing import Any

import pytest
from small_collection import (
    CONTENT,
    NUM_ANSWERABLE,
    RUNS,
    Collection,
    contents,
    groundkit,
    row_counts,
    rows,
)

from groundkit import Warehouse, __version__
from groundkit.engine import migrations
from groundkit.engine.connection import open_session
from groundkit.errors import WarehouseError

LAST = migrations.migrations()[-1].number
EARLIER = [table for table in (*CONTENT, *RUNS) if table != "core.query_term"]
"""The tables that there were before."""
VERDICTS = "select num_answerable, num_unknown, verdict from report.discrimination order by run_id"


def earlier_views() -> tuple[migrations.ViewFile, ...]:
    """Return the views that need nothing of this or later migrations, in order of reading."""
    later = {"core.query_term", "core.hit"}
    kept = []
    for file in migrations.view_files():
        if later.intersection((file.name, *file.reads)):
            later.add(file.name)
        else:
            kept.append(file)
    return tuple(kept)


@pytest.fixture
def earlier(collection: Collection, monkeypatch: pytest.MonkeyPatch) -> Collection:
    """Return the collection with a warehouse as the version before made and filled it."""
    first, views = migrations.migrations()[:3], earlier_views()
    with monkeypatch.context() as patched:
        patched.setattr(migrations, "migrations", lambda: first)
        patched.setattr(migrations, "view_files", lambda: views)
        patched.setattr(migrations, "view_fingerprint", lambda: "earlier")
        patched.setattr("groundkit.api.evaluate.store_query_terms", lambda *_: 0)
        with Warehouse.open(collection.warehouse) as wh:
            wh.evaluate(inputs=collection.inputs(), name="first")
            tables = [f"{schema}.{name}" for schema, name in rows(wh, TABLES)]
    assert "core.query_term" not in tables
    assert "core.posting" in tables
    return collection


TABLES = "select schema_name, table_name from duckdb_tables() where database_name = 'warehouse'"


def test_an_earlier_warehouse_is_refused_until_it_is_migrated(earlier: Collection) -> None:
    before = earlier.warehouse.read_bytes()
    for read_only in (True, False):
        with pytest.raises(WarehouseError) as caught:
            Warehouse.open(earlier.warehouse, read_only=read_only)
        assert str(caught.value) == (
            f"{earlier.warehouse}: schema 3, this groundkit {__version__} needs schema {LAST}; "
            f"run `groundkit-wh db migrate -w {earlier.warehouse}`"
        )
    assert earlier.warehouse.read_bytes() == before
    done = groundkit("db", "migrate", "-w", "w.duckdb", cwd=earlier.folder)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("applied migration 4 (query_terms)\n")
    assert groundkit("runs", "-w", "w.duckdb", cwd=earlier.folder).code == 0


LATER_CHANGES = {"original_rank", "original_ranks"}
"""Columns that migration 5 takes away or adds."""


def earlier_contents(collection: Collection) -> dict[str, Any]:
    """Return all rows of the earlier tables, sorted, without asking for the version."""
    session = open_session(collection.warehouse, "read")
    try:
        found = {}
        for table in EARLIER:
            all_rows = session.table(f"from {table} order by all")
            kept = [column for column in all_rows.columns if column not in LATER_CHANGES]
            found[table] = [[row[column] for column in kept] for row in all_rows.as_dicts()]
        return found
    finally:
        session.close()


def test_a_migrated_warehouse_keeps_its_rows_and_has_no_terms_yet(earlier: Collection) -> None:
    before = earlier_contents(earlier)
    assert len(before["core.run"]) == 1
    Warehouse.migrate(earlier.warehouse)
    with Warehouse.open(earlier.warehouse, read_only=True) as wh:
        assert row_counts(wh, ["core.query_term"]) == {"core.query_term": 0}
        assert wh.verify().rows == ()
    assert earlier_contents(earlier) == before


def test_a_run_from_before_has_no_verdict_until_its_queries_are_evaluated_again(
    earlier: Collection,
) -> None:
    Warehouse.migrate(earlier.warehouse)
    with Warehouse.open(earlier.warehouse) as wh:
        assert rows(wh, VERDICTS) == [(NUM_ANSWERABLE, NUM_ANSWERABLE, None)]
        before = contents(wh, CONTENT)
        wh.evaluate(inputs=earlier.inputs())
        old, new = rows(wh, VERDICTS)
        assert old == new
        assert old[1:] == (0, "useless by construction")
        after = contents(wh, CONTENT)
        assert {table for table in CONTENT if after[table] != before[table]} == {"core.query_term"}
        assert wh.verify().rows == ()
