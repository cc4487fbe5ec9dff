"""Every folder below this one is a case: rows in, rows out. ``sql_cases`` says how to write one."""

from __future__ import annotations

from pathlib import Path

import pytest
from sql_cases import CaseWarehouse, case_folders, case_id, expected_and_found, load_case


@pytest.mark.parametrize("folder", case_folders(), ids=case_id)
def test_a_view_returns_what_its_case_expects(folder: Path, warehouse: CaseWarehouse) -> None:
    with warehouse.rolled_back():
        load_case(warehouse, folder)
        expected, found = expected_and_found(warehouse, folder)
    assert found == expected
