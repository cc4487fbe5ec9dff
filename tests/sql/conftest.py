"""The warehouse in memory that all tests of the SQL share; each of them rolls back what it does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sql_cases import CaseWarehouse


@pytest.fixture(scope="session")
def warehouse() -> Iterator[CaseWarehouse]:
    """Return a new warehouse in memory, schema and all."""
    made = CaseWarehouse()
    yield made
    made.session.close()
