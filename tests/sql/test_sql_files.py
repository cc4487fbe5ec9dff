"""The SQL files keep their promises: headers, comments, layers, and arithmetic that is total."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sql_cases import CaseWarehouse
from sql_files import (
    HEADER_KEYS,
    ViewFile,
    migration_files,
    query_files,
    view_files,
    without_comments,
)
from sql_parse_tree import Tree, parse

from groundkit.files.resources import query, sql_folder

FILES = view_files()
NAMES = {file.name for file in FILES}
LAYER_OF = {file.name: file.layer for file in FILES}
FORMULAS = {file.name for file in FILES if file.kind == "macro"}

STARS_ALLOWED: frozenset[str] = frozenset()
"""Views whose output may be ``*``: none."""

NOT_THE_SAME_TWICE = frozenset(
    {
        "any_value",
        "arbitrary",
        "current_date",
        "current_localtime",
        "current_localtimestamp",
        "current_timestamp",
        "first",
        "gen_random_uuid",
        "get_current_time",
        "get_current_timestamp",
        "hash",
        "last",
        "mode",
        "now",
        "nextval",
        "random",
        "reservoir_quantile",
        "today",
        "transaction_timestamp",
        "uuid",
        "uuidv4",
        "uuidv7",
    }
)
"""Functions whose value depends on the clock, on chance, on the order of rows, or on a version."""

DRIFTING_SUMS = frozenset({"avg", "mean", "favg", "fsum", "sumkahan", "kahan_sum", "product"})
"""Aggregates over doubles that have no form with the same bits at any thread count."""

every_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)


@pytest.fixture(scope="module")
def trees(warehouse: CaseWarehouse) -> dict[str, Tree]:
    """Return the parse tree of every view and macro by name."""
    return {file.name: parse(warehouse.session, file.select) for file in FILES}


@every_file
def test_a_view_file_starts_with_its_machine_read_header(file: ViewFile) -> None:
    first, *others = file.header_lines
    assert first == file.name
    keys = [line.partition(":")[0] for line in others]
    assert keys == [key for key in HEADER_KEYS if key in keys]
    assert {"Grain", "Reads", "Serves"} <= set(keys)
    assert all(file.header.values())


@every_file
def test_a_view_file_makes_one_object_and_comments_on_no_other(file: ViewFile) -> None:
    assert re.findall(r"^create\b.*", file.text, re.MULTILINE | re.IGNORECASE) == [
        line for line in file.text.splitlines() if line.startswith("create or replace ")
    ]
    assert len(re.findall(r"\bcreate\b", without_comments(file.text))) == 1
    assert file.created == file.name
    kinds = [kind for kind, _ in file.comments]
    assert kinds == [file.kind] + ["column"] * (len(kinds) - 1)
    owners = [
        name if kind == file.kind else name.rpartition(".")[0] for kind, name in file.comments
    ]
    assert set(owners) == {file.name}


@every_file
def test_a_view_comments_on_each_of_its_columns_once(
    file: ViewFile, warehouse: CaseWarehouse
) -> None:
    commented = [name.rpartition(".")[2] for kind, name in file.comments if kind == "column"]
    schema, _, view = file.name.partition(".")
    columns = warehouse.session.rows(
        "select column_name from duckdb_columns() where database_name = 'warehouse' "
        "and schema_name = $schema and table_name = $view order by column_index",
        {"schema": schema, "view": view},
    )
    assert commented == [column for (column,) in columns]


@pytest.mark.parametrize("path", migration_files(), ids=lambda path: path.stem)
def test_a_migration_comments_only_on_tables_that_are_there_by_then(path: Path) -> None:
    made = {
        table
        for earlier in migration_files()
        if earlier.name <= path.name
        for table in re.findall(
            r"^create table ([a-z_.]+)", earlier.read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    sql = path.read_text(encoding="utf-8")
    commented = re.findall(r"^comment on (table|column) ([a-z_.0-9]+) is '", sql, re.MULTILINE)
    assert commented
    assert {name if kind == "table" else name.rpartition(".")[0] for kind, name in commented} <= (
        made
    )


def test_every_table_view_macro_and_column_has_a_comment(warehouse: CaseWarehouse) -> None:
    entries = warehouse.session.table(query("dictionary")).as_dicts()
    views = {f"{entry['schema']}.{entry['object']}" for entry in entries} & NAMES
    assert views == NAMES
    assert [
        f"{entry['schema']}.{entry['object']}.{entry['column'] or ''}"
        for entry in entries
        if not (entry["comment"] or "").strip()
    ] == []


def test_the_dictionary_leaves_no_object_out(warehouse: CaseWarehouse) -> None:
    described = {
        (entry["schema"], entry["object"], entry["column"])
        for entry in warehouse.session.table(query("dictionary")).as_dicts()
    }
    stored = warehouse.session.rows(
        "select schema_name, table_name, column_name from duckdb_columns() "
        "where database_name = 'warehouse' and not internal union all "
        "select schema_name, table_name, null from duckdb_tables() "
        "where database_name = 'warehouse' and not internal union all "
        "select schema_name, view_name, null from duckdb_views() "
        "where database_name = 'warehouse' and not internal union all "
        "select distinct schema_name, function_name, null from duckdb_functions() "
        "where database_name = 'warehouse' and not internal"
    )
    assert described == set(stored)


@every_file
def test_a_header_names_exactly_what_is_read(file: ViewFile, trees: dict[str, Tree]) -> None:
    assert trees[file.name].relations() == file.reads
    assert file.header["Reads"] == (", ".join(sorted(file.reads)) or "nothing")


@every_file
def test_a_relation_without_a_schema_is_a_step_of_the_same_statement(
    file: ViewFile, trees: dict[str, Tree]
) -> None:
    assert trees[file.name].unqualified() <= trees[file.name].steps()


@every_file
def test_whom_a_header_says_to_serve_reads_the_object(
    file: ViewFile, trees: dict[str, Tree]
) -> None:
    def uses(name: str) -> set[str]:
        queries = sql_folder() / f"{name.replace('.', '/')}.sql"
        if name not in trees and queries.exists():
            return set(re.findall(r"\b[a-z0-9_]+\.[a-z0-9_]+\b", queries.read_text("utf-8")))
        return trees[name].relations() | {call.name for call in trees[name].calls()}

    assert [name for name in sorted(file.serves) if file.name not in uses(name)] == []


@every_file
def test_nothing_reads_a_later_layer(file: ViewFile, trees: dict[str, Tree]) -> None:
    formulas = {call.name for call in trees[file.name].calls()} & FORMULAS
    stored = ("core.", "meta.")
    later = [
        name
        for name in sorted(trees[file.name].relations() | formulas)
        if LAYER_OF.get(name, 0 if name.startswith(stored) else 99) > file.layer
    ]
    assert later == []


@every_file
def test_an_output_names_its_columns(file: ViewFile, trees: dict[str, Tree]) -> None:
    assert trees[file.name].has_star() == (file.name in STARS_ALLOWED)


@every_file
def test_a_sum_over_doubles_is_ordered(
    file: ViewFile, trees: dict[str, Tree], warehouse: CaseWarehouse
) -> None:
    # A sum without an order is let through only over one plain column whose name stands for
    # whole numbers in every table and view of the warehouse.
    whole = {
        name
        for name, types in warehouse.session.rows(
            "select column_name, list(distinct data_type) from duckdb_columns() "
            "where database_name = 'warehouse' group by column_name"
        )
        if set(types) <= {"INTEGER", "BIGINT"}
    }
    calls = trees[file.name].calls()
    assert [call.name for call in calls if call.name in DRIFTING_SUMS] == []
    assert [
        call
        for call in calls
        if call.name == "sum"
        and (call.is_window or not call.is_ordered)
        and (call.is_window or len(call.columns) != 1 or not set(call.columns) <= whole)
    ] == []


@every_file
def test_no_view_depends_on_the_clock_on_chance_or_on_the_order_of_rows(
    file: ViewFile, trees: dict[str, Tree]
) -> None:
    assert [call.name for call in trees[file.name].calls() if call.name in NOT_THE_SAME_TWICE] == []
    unordered = [
        call.name
        for call in trees[file.name].calls()
        if call.name in ("string_agg", "group_concat", "listagg") and not call.is_ordered
    ]
    assert unordered == []


@every_file
def test_no_constant_and_no_column_is_a_decimal(
    file: ViewFile, trees: dict[str, Tree], warehouse: CaseWarehouse
) -> None:
    assert trees[file.name].decimals() == []
    schema, _, view = file.name.partition(".")
    odd = warehouse.session.rows(
        "select column_name, data_type from duckdb_columns() where database_name = 'warehouse' "
        "and schema_name = $schema and table_name = $view "
        "and (data_type like 'DECIMAL%' or data_type in ('HUGEINT', '\"NULL\"'))",
        {"schema": schema, "view": view},
    )
    assert odd == []


def test_layers_holds_the_schemas_of_all_folders_and_nothing_else() -> None:
    text = (sql_folder() / "views" / "layers.sql").read_text(encoding="utf-8")
    statements = without_comments(text).split(";")
    schemas = [statement.split() for statement in statements if statement.strip()]
    folders = {file.name.partition(".")[0] for file in FILES} - {"core"}
    assert sorted(schemas) == sorted(["create", "schema", name] for name in folders)


@pytest.mark.parametrize("path", query_files(), ids=lambda path: path.stem)
def test_a_query_says_what_it_does_and_names_its_parameters(path: Path) -> None:
    sql = path.read_text(encoding="utf-8")
    lines = sql.splitlines()
    end = next(number for number, line in enumerate(lines) if not line.startswith("-- "))
    comment = [line.removeprefix("-- ") for line in lines[:end]]
    named: dict[str, str] = {}
    for line in comment:
        key, _, value = line.partition(": ")
        if key in ("Parameters", "Records"):
            named[key] = value
    words = [line for line in comment if line.partition(": ")[0] not in named]
    assert words
    assert words == comment[: len(words)]
    assert words[-1].endswith(".")
    expected = {name.strip() for name in named.get("Parameters", "").split(",")} - {""}
    if "Records" in named:
        expected |= {"records", "structure"}
    assert set(re.findall(r"\$([a-z_0-9]+)", without_comments(sql))) == expected
