"""What is said of one run: the report views, restricted to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundkit.api.measure_runs import measure_runs
from groundkit.engine.session import Session
from groundkit.files.resources import query
from groundkit.table import Table

if TYPE_CHECKING:
    import pyarrow as pa

PARTS = ("run", "stages", "categories", "deltas")
"""The parts of a summary; each is a query ``sql/queries/summary_PART.sql``."""
LEVELS = {
    "unit": ("Success@1", "Success@5", "Complete@5", "RR", "uDCG@10"),
    "document": ("nDCG@10", "AP", "RR", "R@10", "R@100"),
}
"""What is measured beside chunks where a stage returned hits that are none."""


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
    """Return the same as ``summary`` as plain rows, by part; no deltas for a single stage.

    Where hits of a stage are not chunks there is a further part, ``levels``: a row per stage,
    level and measure, by the documents of the hits and, where quotes are gold, by units.
    """
    run = {"run_id": run_id}
    session.execute(query("summary_mean"), run)
    tables = {
        part: session.table(query(f"summary_{part}"), run) for part in PARTS if part != "deltas"
    }
    has_deltas = len(tables["stages"].rows) > 1
    tables["deltas"] = session.table(query("summary_deltas"), run) if has_deltas else Table((), ())
    if any(stage["chunker"] is None for stage in tables["stages"].as_dicts()):
        tables["levels"] = _levels(session, run_id)
    return tables


def _levels(session: Session, run_id: str) -> Table:
    columns = ("stage", "level", "measure", "value", "num_queries", "num_failed", "num_truncated")
    quoted = session.value(query("summary_quoted"), {"run_id": run_id})
    levels = LEVELS if quoted else {"document": LEVELS["document"]}
    rows = [
        tuple(row[column] for column in columns)
        for level, names in levels.items()
        for row in measure_runs(session, names, [run_id], level=level).as_dicts()
    ]
    return Table(columns, tuple(rows))
