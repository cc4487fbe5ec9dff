"""What a warehouse is and holds, in one table."""

from __future__ import annotations

from pathlib import Path

from groundkit.engine import migrations
from groundkit.engine.connection import engine_version
from groundkit.engine.session import Session
from groundkit.table import Table
from groundkit.version import VERSION

_COUNTED = (
    "run",
    "stage",
    "query_outcome",
    "list_hit",
    "corpus",
    "document_text",
    "chunking",
    "chunk",
    "posting",
    "judgment_set",
    "query",
    "gold",
)


def info(session: Session) -> Table:
    """Return (property, value) rows: path, size, versions, and rows of the main tables."""
    found = migrations.status(session)
    rows: list[tuple[str, str | int]] = [
        ("path", session.path),
        ("bytes", Path(session.path).stat().st_size),
        ("schema", found.applied),
        ("views", "current" if found.views_current else "out of date"),
        ("groundkit", VERSION),
        ("duckdb", engine_version()),
    ]
    rows += [
        (f"core.{table}", session.value(f"select count(*) from core.{table}")) for table in _COUNTED
    ]
    return Table(("property", "value"), tuple(rows))
