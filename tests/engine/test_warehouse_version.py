"""Warehouses of other versions: refused with what to do, or brought up to date."""

from __future__ import annotations

import pytest
from small_collection import (
    NUM_QUERIES,
    Collection,
    contents,
    groundkit,
    row_counts,
    stored_contents,
)

from groundkit import Warehouse, __version__
from groundkit.api.verify import verify
from groundkit.engine import migrations
from groundkit.engine.connection import open_session
from groundkit.errors import WarehouseError

LAST = migrations.migrations()[-1].number


def change(collection: Collection, *statements: str) -> None:
    """Change a warehouse as no version of groundkit would."""
    session = open_session(collection.warehouse, "write")
    try:
        for statement in statements:
            session.execute(statement)
    finally:
        session.close()


NEWER = "insert into meta.migration values (999, 'future', 'x', now()::timestamp, '9.8.7')"
OLD_VIEWS = (
    "update meta.view_build set fingerprint = 'old'",
    "drop view report.leaderboard",
    "create view report.of_old as select 1 as one",
)


def refusal(collection: Collection) -> str:
    """Return the message with which a warehouse is refused, for reading and writing alike."""
    messages = set()
    for read_only in (True, False):
        with pytest.raises(WarehouseError) as caught:
            Warehouse.open(collection.warehouse, read_only=read_only)
        messages.add(str(caught.value))
    (message,) = messages
    return message


def test_a_newer_warehouse_is_refused_naming_both_versions(evaluated: Collection) -> None:
    change(evaluated, NEWER)
    before = evaluated.warehouse.read_bytes()
    assert refusal(evaluated) == (
        f"{evaluated.warehouse}: written by groundkit 9.8.7 (schema 999), newer than this "
        f"groundkit {__version__} (schema {LAST}); upgrade groundkit-warehouse"
    )
    with pytest.raises(WarehouseError, match=r"newer than this groundkit"):
        Warehouse.migrate(evaluated.warehouse)
    assert evaluated.warehouse.read_bytes() == before


@pytest.mark.parametrize(
    "statement",
    [
        "update meta.migration set checksum = 'other' where number = 2",
        "delete from meta.migration where number = 2",
        "update meta.migration set number = 0 where number = 1",
    ],
)
def test_a_half_migrated_warehouse_is_refused_for_good(
    evaluated: Collection, statement: str
) -> None:
    change(evaluated, statement)
    assert refusal(evaluated).startswith(f"{evaluated.warehouse}: half-migrated: migration ")
    with pytest.raises(WarehouseError, match="half-migrated"):
        Warehouse.migrate(evaluated.warehouse)


@pytest.mark.parametrize(
    "statement",
    [
        "delete from meta.migration",
        "delete from meta.migration where number >= 4",
        "drop table meta.view_build",
    ],
)
def test_a_warehouse_whose_record_does_not_fit_its_tables_is_a_one_line_error(
    evaluated: Collection, statement: str
) -> None:
    change(evaluated, statement)
    with pytest.raises(WarehouseError) as caught:
        Warehouse.migrate(evaluated.warehouse)
    assert str(caught.value).startswith(f"{evaluated.warehouse}: ")
    assert "\n" not in str(caught.value)


def test_old_views_are_refused_until_they_are_rebuilt(evaluated: Collection) -> None:
    before = stored_contents(evaluated.warehouse)
    change(evaluated, *OLD_VIEWS)
    assert refusal(evaluated) == (
        f"{evaluated.warehouse}: its views are not those of groundkit {__version__}; "
        f"run `groundkit-wh db migrate -w {evaluated.warehouse}`"
    )
    assert Warehouse.migrate(evaluated.warehouse) == [
        f"rebuilt {len(migrations.view_files())} views and macros"
    ]
    assert stored_contents(evaluated.warehouse) == before
    with Warehouse.open(evaluated.warehouse) as wh:
        assert verify(wh.session).rows == ()
        assert len(wh.leaderboard().rows) == 1
        wh.evaluate(inputs=evaluated.inputs())
        assert row_counts(wh, ["core.query_outcome"]) == {"core.query_outcome": 2 * NUM_QUERIES}
        assert wh.session.row("from duckdb_views() where view_name = 'of_old'") is None


def test_a_current_warehouse_has_nothing_to_migrate(evaluated: Collection) -> None:
    before = stored_contents(evaluated.warehouse)
    assert Warehouse.migrate(evaluated.warehouse) == []
    assert stored_contents(evaluated.warehouse) == before


@pytest.mark.parametrize(
    "change_it", ["drop view report.leaderboard", "drop macro measure.ndcg_at"]
)
def test_a_view_that_is_missing_is_noticed_and_made_again(
    evaluated: Collection, change_it: str
) -> None:
    change(evaluated, change_it)
    name = change_it.split()[-1]
    with Warehouse.open(evaluated.warehouse, read_only=True) as wh:
        (offence,) = (row for row in wh.verify().rows if row[0] == "view")
    assert offence == (
        "view",
        name,
        "the view or macro is missing; `groundkit-wh db migrate` makes it again",
    )
    assert Warehouse.migrate(evaluated.warehouse) == [
        f"rebuilt {len(migrations.view_files())} views and macros"
    ]
    with Warehouse.open(evaluated.warehouse, read_only=True) as wh:
        assert wh.verify().rows == ()
        assert len(wh.leaderboard().rows) == 1


def test_a_missing_warehouse_cannot_be_migrated(collection: Collection) -> None:
    with pytest.raises(WarehouseError, match="no warehouse here; nothing to migrate"):
        Warehouse.migrate(collection.warehouse)
    assert not collection.warehouse.exists()


def test_a_measure_that_is_added_is_computed_for_all_history(evaluated: Collection) -> None:
    change(
        evaluated,
        "insert into meta.measure values ('Success@2', 'Success', 'chunk', 2, null)",
    )
    with Warehouse.open(evaluated.warehouse, read_only=True) as wh:
        ((value,),) = wh.query(
            "select value from report.stage_measure where measure = 'Success@2'"
        ).rows
        ((at_1, at_3),) = wh.query(
            "select any_value(value) filter (measure = 'Success@1'), "
            "any_value(value) filter (measure = 'Success@3') from report.stage_measure "
            "where level = 'chunk'"
        ).rows
    assert at_1 <= value <= at_3


def test_the_command_line_refuses_and_migrates(evaluated: Collection) -> None:
    change(evaluated, *OLD_VIEWS)
    done = groundkit("runs", "-w", "w.duckdb", cwd=evaluated.folder)
    assert done.code == 4
    assert done.errors == [
        f"w.duckdb: its views are not those of groundkit {__version__}; "
        "run `groundkit-wh db migrate -w w.duckdb`"
    ]
    done = groundkit("db", "migrate", "-w", "w.duckdb", cwd=evaluated.folder)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"rebuilt {len(migrations.view_files())} views and macros\n"
    done = groundkit("db", "migrate", "-w", "w.duckdb", cwd=evaluated.folder)
    assert (done.code, done.out) == (0, "")
    assert done.err == "nothing to do: tables and views are those of this version\n"
    assert groundkit("runs", "-w", "w.duckdb", cwd=evaluated.folder).code == 0


def test_views_read_only_what_is_made_before_them() -> None:
    made: set[str] = set()
    files = {file.name for file in migrations.view_files()}
    for file in migrations.view_files():
        assert {name for name in file.reads if name in files} <= made
        made.add(file.name)


def test_migrations_are_numbered_without_gaps() -> None:
    numbers = [migration.number for migration in migrations.migrations()]
    assert numbers == list(range(1, len(numbers) + 1))


def test_rebuilding_views_keeps_every_comment(evaluated: Collection) -> None:
    with Warehouse.open(evaluated.warehouse, read_only=True) as wh:
        before, stored = wh.schema(), contents(wh)
    change(evaluated, "update meta.view_build set fingerprint = 'old'")
    Warehouse.migrate(evaluated.warehouse)
    with Warehouse.open(evaluated.warehouse, read_only=True) as wh:
        assert wh.schema() == before
        assert contents(wh) == stored
