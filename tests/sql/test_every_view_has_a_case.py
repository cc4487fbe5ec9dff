"""No view or macro without a case, and no case without its view or macro."""

from __future__ import annotations

from sql_cases import (
    CALL,
    CASES,
    EXPECT,
    WHY,
    CaseWarehouse,
    case_folders,
    case_id,
    case_object,
    read_cells,
)

MOST_ROWS = 12
"""Rows of one table of one case."""


def objects(warehouse: CaseWarehouse, kind: str) -> set[str]:
    """Return the qualified names of all views, or of all macros, in the catalog."""
    function, name = {
        "view": ("duckdb_views", "view_name"),
        "macro": ("duckdb_functions", "function_name"),
    }[kind]
    return {
        f"{schema}.{found}"
        for schema, found in warehouse.session.rows(
            f"select schema_name, {name} from {function}() "
            "where database_name = 'warehouse' and not internal"
        )
    }


def test_every_view_and_macro_has_a_case(warehouse: CaseWarehouse) -> None:
    covered = {case_object(folder) for folder in case_folders()}
    wanted = objects(warehouse, "view") | objects(warehouse, "macro")
    assert sorted(wanted - covered) == []


def test_every_case_is_about_a_view_or_macro(warehouse: CaseWarehouse) -> None:
    covered = {case_object(folder) for folder in case_folders()}
    assert sorted(covered - objects(warehouse, "view") - objects(warehouse, "macro")) == []


def test_no_folder_of_a_view_is_empty() -> None:
    views = {path for path in CASES.glob("[a-z]*/[a-z]*") if path.is_dir()}
    assert sorted(views - {folder.parent for folder in case_folders()}) == []


def test_a_case_folder_holds_only_files_that_are_read(warehouse: CaseWarehouse) -> None:
    macros = objects(warehouse, "macro")
    inputs = {f"{table}.csv" for table in warehouse.tables}
    missing, unread = [], []
    for folder in case_folders():
        required = {EXPECT, CALL} if case_object(folder) in macros else {EXPECT}
        names = {path.name for path in folder.iterdir()}
        missing += [f"{case_id(folder)}/{name}" for name in required - names]
        unread += [f"{case_id(folder)}/{name}" for name in names - required - {WHY} - inputs]
    assert (missing, unread) == ([], [])


def test_the_call_of_a_case_is_of_its_macro(warehouse: CaseWarehouse) -> None:
    calls = {folder: folder / CALL for folder in case_folders() if (folder / CALL).exists()}
    assert {case_object(folder) for folder in calls} == objects(warehouse, "macro")
    assert [
        case_id(folder)
        for folder, call in calls.items()
        if f"{case_object(folder)}(" not in call.read_text(encoding="utf-8")
    ] == []


def test_a_case_is_small_enough_to_be_read() -> None:
    tables = [path for folder in case_folders() for path in folder.glob("*.csv")]
    lengths = {path: len(read_cells(path).rows) for path in tables}
    assert [str(path) for path, length in lengths.items() if length > MOST_ROWS] == []
