"""What is said of one run: the report views, restricted to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundkit.engine.session import Session
from groundkit.files.resources import query
from groundkit.table import Table

if TYPE_CHECKING:
    import pyarrow as pa

PARTS = ("run", "stages", "categories", "deltas")
"""The parts of a summary; each is a query ``sql/queries/summary_PART.sql``."""


class Summary(NamedTuple):
    """A run's summary as Arrow tables, read from the report views."""

    run: pa.Table
    """One row of ``core.run``: hashes and provenance."""
    stages: pa.Table
    """Rows of ``report.run_summary``, in order of execution."""
    categories: pa.Table
    """Rows of ``report.category_summary``, by stage and category."""
    deltas: pa.Table
    """Rows of ``report.stage_delta`` at level chunk: every later stage against the baseline."""


def summary(session: Session, run_id: str) -> Summary:
    """Return the summary of one run as Arrow tables."""
    run = {"run_id": run_id}
    session.execute(query("summary_mean"), run)
    return Summary(*(session.arrow(query(f"summary_{part}"), run) for part in PARTS))


def summary_tables(session: Session, run_id: str) -> dict[str, Table]:
    """Return the same as ``summary`` as plain rows, by part; no deltas for a single stage."""
    run = {"run_id": run_id}
    session.execute(query("summary_mean"), run)
    tables = {
        part: session.table(query(f"summary_{part}"), run) for part in PARTS if part != "deltas"
    }
    has_deltas = len(tables["stages"].rows) > 1
    tables["deltas"] = session.table(query("summary_deltas"), run) if has_deltas else Table((), ())
    return tables
