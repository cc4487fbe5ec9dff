"""Every folder below this one is a case: rows in, rows out. ``sql_cases`` says how to write one."""

from __future__ import annotations

from pathlib import Path

import pytest
from sql_cases import Column, case_folders, case_id, expected_and_found, load_case, rolled_back

from groundkit.engine.session import Session


@pytest.mark.parametrize("folder", case_folders(), ids=case_id)
def test_a_view_returns_what_its_case_expects(
    folder: Path, warehouse: Session, warehouse_tables: dict[str, tuple[Column, ...]]
) -> None:
    with rolled_back(warehouse):
        load_case(warehouse, warehouse_tables, folder)
        expected, found = expected_and_found(warehouse, folder)
    assert found == expected
