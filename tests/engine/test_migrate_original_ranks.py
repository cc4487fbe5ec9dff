"""Migration 5: lists keep their rows under a new packing, and seals of earlier runs still hold."""

from __future__ import annotations

from typing import Any

import pytest
from small_collection import Collection, groundkit, rows

from groundkit import Warehouse, __version__
from groundkit.engine import migrations
from groundkit.errors import WarehouseError

LAST = migrations.migrations()[-1].number
COLUMNS = (
    "select column_name from duckdb_columns() where database_name = 'warehouse' "
    "and schema_name = 'core' and table_name = $table order by column_index"
)
LISTS = (
    "select list_hash, rank, doc, start_offset, end_offset, located, chunk_index, score "
    "from core.list_hit order by all"
)


@pytest.fixture
def earlier(collection: Collection, monkeypatch: pytest.MonkeyPatch) -> Collection:
    """Return the collection with a warehouse as the version before made and filled it."""
    first = migrations.migrations()[:4]
    views = tuple(file for file in migrations.view_files() if file.name != "core.hit")
    with monkeypatch.context() as patched:
        patched.setattr(migrations, "migrations", lambda: first)
        patched.setattr(migrations, "view_files", lambda: views)
        patched.setattr(migrations, "view_fingerprint", lambda: "earlier")
        with Warehouse.open(collection.warehouse) as wh:
            wh.evaluate(inputs=collection.inputs(), name="first")
            assert "original_rank" in columns(wh, "list_hit")
            assert "original_ranks" not in columns(wh, "query_outcome")
    return collection


def columns(wh: Warehouse, table: str) -> list[str]:
    """Return the columns of a table of core."""
    return [name for (name,) in rows(wh, COLUMNS, table=table)]


def lists(collection: Collection) -> list[tuple[Any, ...]]:
    """Return every stored list."""
    with Warehouse.open(collection.warehouse, read_only=True) as wh:
        return rows(wh, LISTS)


def test_an_earlier_warehouse_is_refused_until_it_is_migrated(earlier: Collection) -> None:
    with pytest.raises(WarehouseError) as caught:
        Warehouse.open(earlier.warehouse)
    assert str(caught.value) == (
        f"{earlier.warehouse}: schema 4, this groundkit {__version__} needs schema {LAST}; "
        f"run `groundkit-wh db migrate -w {earlier.warehouse}`"
    )
    done = groundkit("db", "migrate", "-w", "w.duckdb", cwd=earlier.folder)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("applied migration 5 (imported_lists)\n")


def test_a_migrated_warehouse_keeps_its_lists_and_its_seals_hold(earlier: Collection) -> None:
    Warehouse.migrate(earlier.warehouse)
    with Warehouse.open(earlier.warehouse) as wh:
        assert "original_rank" not in columns(wh, "list_hit")
        assert columns(wh, "query_outcome")[-1] == "original_ranks"
        assert rows(wh, LISTS)
        assert wh.verify().rows == ()
        assert rows(wh, "select distinct original_rank from core.hit") == [(None,)]
        again = wh.evaluate(inputs=earlier.inputs(), name="second")
        assert again.evaluated is not None
        assert again.evaluated.earlier_run is not None
        assert again.evaluated.appended.num_new_lists == 0
        assert wh.verify().rows == ()


def test_a_migrated_warehouse_has_the_lists_of_a_new_one(
    earlier: Collection, tmp_path_factory: pytest.TempPathFactory
) -> None:
    Warehouse.migrate(earlier.warehouse)
    fresh = Collection(tmp_path_factory.mktemp("fresh")).write()
    with fresh.open() as wh:
        wh.evaluate(inputs=fresh.inputs(), name="first")
    assert lists(earlier) == lists(fresh)
