"""A user's SQL reads the warehouse and nothing else, whether it is open for reading or writing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from small_collection import Collection, contents, stored_contents, stored_run

from groundkit import Warehouse
from groundkit.errors import SqlRejected

secret = [1, 2, 3]  # A variable that the engine would read as a table if it could.

CHANGES = (
    "insert into core.run select * from core.run",
    "update core.run set name = 'x'",
    "delete from core.run",
    "delete from core.query_outcome returning *",
    "truncate core.run",
    "merge into core.run using core.run as r on true when matched then delete",
    "create table t (a integer)",
    "create temp table t (a integer)",
    "create or replace view core.hit as select 1 as one",
    "create schema s",
    "create macro m(a) as a",
    "create type t as enum ('a')",
    "create sequence s",
    "create index i on core.run (name)",
    "create secret (type s3, key_id 'a', secret 'b')",
    "alter table core.run rename to r",
    "drop table core.run",
    "drop schema report cascade",
    "comment on table core.run is 'x'",
    "vacuum",
    "analyze",
    "checkpoint",
    "with gone as (delete from core.run returning *) from gone",
    "with new as (insert into core.run from core.run returning *) from new",
    "from (delete from core.run returning *)",
    "explain delete from core.run",
    "explain analyze delete from core.run",
    "explain analyze update core.run set name = 'x'",
    "from query('delete from core.run')",
    "select nextval('s')",
)
"""Statements that would change what is stored, or the catalog."""

STATE = (
    "begin transaction",
    "commit",
    "rollback",
    "use memory",
    "set threads = 1",
    "set search_path = 'report'",
    "set variable x = 1",
    "reset threads",
    "set enable_external_access = true",
    "set lock_configuration = false",
    "pragma enable_verification",
    "pragma database_list",
    "prepare p as select 1",
    "execute p",
    "deallocate p",
    "call pragma_version()",
    "from enable_logging('QueryLog')",
    "from enable_logging(storage := 'file', storage_config := {'path': 'FOLDER/log'})",
    "from enable_profiling()",
    "detach warehouse",
    "attach ':memory:' as other",
    "load json",
    "install httpfs",
    "force install httpfs from community",
    "update extensions",
)
"""Statements that would change the connection, or what the engine is."""

FILES = (
    "copy core.run to 'FOLDER/run.csv'",
    "copy (select 1) to 'FOLDER/one.parquet'",
    "copy core.run from 'FOLDER/secret.csv'",
    "export database 'FOLDER/all'",
    "import database 'FOLDER'",
    "attach 'FOLDER/other.duckdb' as other",
    "attach 'FOLDER/other.duckdb' as other (read_only)",
    "explain analyze copy core.run to 'FOLDER/run.csv'",
    "from 'FOLDER/secret.csv'",
    "from 'FOLDER/secret.json'",
    "from 'FOLDER/secret.parquet'",
    "from 'https://example.invalid/secret.csv'",
    "from read_csv('FOLDER/secret.csv')",
    "from read_csv_auto('FOLDER/*.csv')",
    "from sniff_csv('FOLDER/secret.csv')",
    "from read_json('FOLDER/secret.json')",
    "from read_parquet('FOLDER/secret.parquet')",
    "from parquet_metadata('FOLDER/secret.parquet')",
    "from read_text('FOLDER/secret.csv')",
    "from read_blob('FOLDER/secret.csv')",
    "from glob('FOLDER/*')",
    "select * from query_table('FOLDER/secret.csv')",
    "from query('from read_text(''FOLDER/secret.csv'')')",
    "from read_text('w.duckdb')",
    "select getenv('HOME')",
    "from duckdb_secrets()",
    "from secret",
    "from sqlite_scan('FOLDER/other.db', 'run')",
    "from arrow_scan(1, 2, 3)",
    "from pandas_scan(1)",
)
"""Statements that would reach a file, the network, or the memory of the process."""

NOT_ONE = (
    "",
    "   ",
    ";",
    "-- only a comment",
    "select 1; select 2",
    "select 1; delete from core.run",
    "select 1; commit; delete from core.run",
    "pivot core.run on name using count(*)",
    "selct 1",
    "select",
    "from core.runn",
    "select no_such_column from core.run",
    "select error('no')",
    "select 'a'::integer",
    "select $missing",
    "select \udc80",
)
"""What is not one statement that can be answered."""


CHANGED_FIRST = ("core.run", "core.query_outcome")
"""The tables that the statements above would change; all are compared in the end."""


class Guarded(NamedTuple):
    """An open warehouse, and everything that must stay as it is."""

    wh: Warehouse
    folder: Path
    stored: dict[str, Any]
    settings: list[tuple[Any, ...]]
    files: list[Path]


def settings_of(wh: Warehouse) -> list[tuple[Any, ...]]:
    """Return every setting of the engine."""
    return wh.session.rows("select name, value from duckdb_settings() order by name")


@pytest.fixture(scope="module", params=[True, False], ids=["read-only", "writable"])
def guarded(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Guarded]:
    """Return a warehouse, open for reading or for writing, beside files with a secret."""
    folder = tmp_path_factory.mktemp("guarded")
    collection = Collection(folder).write()
    collection.warehouse.write_bytes(stored_run())
    (folder / "secret.csv").write_text("word\nunspoken\n")
    (folder / "secret.json").write_text('{"word": "unspoken"}')
    with Warehouse.open(collection.warehouse, read_only=request.param) as wh:
        before = contents(wh)
        files = sorted(folder.rglob("*"))
        yield Guarded(wh, folder, contents(wh, CHANGED_FIRST), settings_of(wh), files)
        assert contents(wh) == before


@pytest.fixture
def session(guarded: Guarded) -> Iterator[Warehouse]:
    """Return that warehouse and prove afterwards that nothing was changed."""
    yield guarded.wh
    assert contents(guarded.wh, CHANGED_FIRST) == guarded.stored
    assert settings_of(guarded.wh) == guarded.settings
    assert sorted(guarded.folder.rglob("*")) == guarded.files


@pytest.mark.parametrize("statement", CHANGES + STATE + FILES + NOT_ONE)
def test_a_statement_that_does_more_than_read_is_rejected(
    session: Warehouse, guarded: Guarded, statement: str
) -> None:
    local = secret
    with pytest.raises(SqlRejected) as caught:
        session.query(statement.replace("FOLDER", str(guarded.folder)))
    assert "\n" not in str(caught.value)
    assert "unspoken" not in str(caught.value)
    assert session.query("select count(*) from core.run").rows == ((1,),)
    assert local == [1, 2, 3]


READING = (
    "select 1",
    "select 1;",
    "  select 1 -- and a remark\n",
    "from core.run",
    "table core.run",
    "values (1), (2)",
    "with one as (select 1 as a) from one",
    "describe core.run",
    "describe select 1",
    "summarize core.query",
    "show tables",
    "show all tables",
    "explain select 1",
    "explain analyze from core.run",
    "from report.run_summary",
    "from bm25.search((select corpus_hash from core.corpus), "
    "(select chunking_id from core.chunking), "
    "(select analyzer_id from core.analyzer), 1.5, 0.75, ['lease'])",
    "from query('select 1')",
    "from duckdb_tables()",
    "from pragma_version()",
    "select unnest(generate_series(1, 3))",
)


@pytest.mark.parametrize("statement", READING)
def test_a_statement_that_reads_is_answered_and_changes_nothing(
    session: Warehouse, statement: str
) -> None:
    table = session.query(statement)
    assert len(table.columns) >= 1
    assert session.sql(statement).num_columns == len(table.columns)


def test_values_go_through_parameters(session: Warehouse) -> None:
    hostile = "'; delete from core.run; --"
    assert session.query("select $word as word", {"word": hostile}).rows == ((hostile,),)
    with pytest.raises(SqlRejected):
        session.query("select $word as word", {"other": 1})
    with pytest.raises(SqlRejected):
        session.query("select 1", {"unused": 1})


def test_a_rejected_statement_in_arrow_is_rejected_too(session: Warehouse) -> None:
    for statement in ("delete from core.run", "from core.runn", "select 'a'::integer"):
        with pytest.raises(SqlRejected):
            session.sql(statement)
    assert session.sql("select 1 as one").to_pydict() == {"one": [1]}


def test_an_error_on_the_way_through_many_rows_is_rejected(session: Warehouse) -> None:
    statement = "select case when a = 900000 then error('late') else a end from range(1000000) t(a)"
    with pytest.raises(SqlRejected, match="late"):
        session.query(statement)
    with pytest.raises(SqlRejected, match="late"):
        session.sql(statement)
    assert session.query("select 1").rows == ((1,),)


def test_reading_leaves_the_bytes_of_the_file_alone(evaluated: Collection) -> None:
    before = evaluated.warehouse.read_bytes()
    with Warehouse.open(evaluated.warehouse, read_only=True) as wh:
        for statement in READING:
            wh.query(statement)
    assert evaluated.warehouse.read_bytes() == before
    assert [path.name for path in evaluated.folder.glob("w.duckdb*")] == ["w.duckdb"]


def test_an_evaluation_goes_on_after_a_rejected_statement(evaluated: Collection) -> None:
    with Warehouse.open(evaluated.warehouse) as wh:
        with pytest.raises(SqlRejected):
            wh.query("delete from core.run")
        wh.evaluate(inputs=evaluated.inputs())
    stored = stored_contents(evaluated.warehouse)
    assert stored is not None
    assert len(stored["core.run"]) == 2


def test_a_question_cannot_open_a_port_or_start_a_thread_of_python(session: Warehouse) -> None:
    before = threading.active_count()
    with pytest.raises(SqlRejected):
        session.query("from 'http://127.0.0.1:1/x.parquet'")
    assert threading.active_count() == before


def test_the_folder_of_the_process_is_not_reachable_either(
    session: Warehouse, guarded: Guarded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(guarded.folder)
    for statement in ("from 'secret.csv'", "from read_text('secret.csv')", "from glob('*')"):
        with pytest.raises(SqlRejected):
            session.query(statement)
    assert Path("secret.csv").exists()
