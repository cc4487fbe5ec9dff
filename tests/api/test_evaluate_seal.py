"""`db verify` notices whatever was changed behind the warehouse's back."""

from __future__ import annotations

import pytest
from small_collection import Collection, contents

from groundkit import Warehouse
from groundkit.api.verify import verify

RUN = (
    "run_id",
    "corpus_hash",
    "judgments_hash",
    "corpus_name",
    "judgments_name",
    "created_at",
    "groundkit_version",
    "duckdb_version",
    "python_version",
    "unicode_version",
    "platform",
    "git_commit",
    "git_branch",
    "git_dirty",
    "config",
    "results_hash",
    "seal_hash",
)
STAGE = (
    "run_id",
    "stage",
    "position",
    "is_baseline",
    "retriever",
    "depth",
    "params",
    "input_stages",
    "chunking_id",
    "chunks_hash",
    "analyzer_id",
    "elapsed_ms",
    "batch_size",
)
OUTCOME = (
    "run_id",
    "stage",
    "query_id",
    "status",
    "list_hash",
    "num_hits",
    "latency_ms",
    "error",
    "num_duplicates",
    "num_surplus",
    "original_ranks",
)
HIT = ("list_hash", "rank", "doc", "start_offset", "end_offset", "located", "score")
"""The columns that make a list what it is; chunk_index is a remark."""

OTHER_VALUE = {
    "VARCHAR": "coalesce({column}, '') || 'x'",
    "JSON": """'{{"other": true}}'""",
    "VARCHAR[]": "['bm25']",
    "INTEGER[]": "[2, 1]",
    "INTEGER": "coalesce({column}, 0) + 1",
    "DOUBLE": "coalesce({column}, 0) + 1",
    "BOOLEAN": "not coalesce({column}, false)",
    "TIMESTAMP": "{column} + interval 1 microsecond",
}
"""An expression that gives another value of the type, and a value for NULL."""

ONE_ROW = {
    "core.run": "true",
    "core.stage": "true",
    "core.query_outcome": "query_id = 'retries'",
    "core.list_hit": "rank = 1 and list_hash = "
    "(select list_hash from core.query_outcome where query_id = 'retries')",
}


def change(wh: Warehouse, table: str, column: str) -> None:
    """Give one row of a table another value in one column."""
    schema, _, name = table.partition(".")
    of_type = wh.session.value(
        "select data_type from duckdb_columns() where database_name = 'warehouse' "
        "and schema_name = $schema and table_name = $name and column_name = $column",
        {"schema": schema, "name": name, "column": column},
    )
    other = OTHER_VALUE[of_type].format(column=column)
    # Where a key forbids an update, the row is replaced.
    wh.session.execute(
        f"create or replace temp table changed as from {table} where {ONE_ROW[table]}"
    )
    assert wh.session.value("select count(*) from changed") == 1
    wh.session.execute(f"delete from {table} where {ONE_ROW[table]}")
    wh.session.execute(f"insert into {table} select * replace ({other} as {column}) from changed")


@pytest.mark.parametrize(
    ("table", "column"),
    [("core.run", column) for column in RUN]
    + [("core.stage", column) for column in STAGE]
    + [("core.query_outcome", column) for column in OUTCOME]
    + [("core.list_hit", column) for column in HIT],
)
def test_a_changed_value_is_noticed(opened: Warehouse, table: str, column: str) -> None:
    change(opened, table, column)
    assert verify(opened.session).rows != ()


@pytest.mark.parametrize("table", ["core.stage", "core.query_outcome", "core.list_hit"])
def test_a_lost_row_is_noticed(opened: Warehouse, table: str) -> None:
    opened.session.execute(f"delete from {table} where {ONE_ROW[table]}")
    assert verify(opened.session).rows != ()


@pytest.mark.parametrize(
    "table",
    [
        "core.corpus",
        "core.judgment_set",
        "core.document_text",
        "core.gold_span",
        "core.chunking",
        "core.chunk",
        "core.analyzer",
        "core.query",
        "core.gold",
    ],
)
def test_lost_content_that_a_run_stands_on_is_noticed(opened: Warehouse, table: str) -> None:
    opened.session.execute(f"delete from {table} where rowid = (select min(rowid) from {table})")
    assert verify(opened.session).rows != ()


def test_every_sealed_column_is_tried_above(opened: Warehouse) -> None:
    columns = {
        table: tuple(
            name
            for (name,) in opened.session.rows(
                "select column_name from duckdb_columns() where database_name = 'warehouse' "
                "and schema_name = 'core' and table_name = $table order by column_index",
                {"table": table},
            )
        )
        for table in ("run", "stage", "query_outcome", "list_hit")
    }
    assert columns["run"] == ("run_id", "name", *RUN[1:])
    assert columns["stage"] == STAGE
    assert columns["query_outcome"] == OUTCOME
    assert set(columns["list_hit"]) == {*HIT, "chunk_index"}


def test_a_new_name_is_no_change(opened: Warehouse) -> None:
    opened.session.execute("update core.run set name = 'other'")
    assert verify(opened.session).rows == ()


def test_latencies_are_sealed_to_the_last_bit(collection: Collection) -> None:
    with collection.open() as wh:
        wh.evaluate(inputs=collection.inputs(), timed=True)
        assert verify(wh.session).rows == ()
        wh.session.execute(
            "update core.query_outcome set latency_ms = nextafter(latency_ms, 1e9) "
            "where query_id = 'retries'"
        )
        assert [row[0] for row in verify(wh.session).rows] == ["seal_hash"]


def test_verifying_changes_nothing(opened: Warehouse) -> None:
    before = contents(opened)
    verify(opened.session)
    assert contents(opened) == before
