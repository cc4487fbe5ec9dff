"""The warehouse in memory that all tests of the SQL share; each of them rolls back what it does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sql_cases import Column, new_warehouse, tables

from groundkit.engine.session import Session


@pytest.fixture(scope="session")
def warehouse() -> Iterator[Session]:
    """Return a new warehouse in memory, schema and all."""
    session = new_warehouse()
    yield session
    session.close()


@pytest.fixture(scope="session")
def warehouse_tables(warehouse: Session) -> dict[str, tuple[Column, ...]]:
    """Return the columns of every table of that warehouse."""
    return tables(warehouse)
