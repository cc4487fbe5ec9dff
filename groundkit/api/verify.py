"""Checks a warehouse: the quality views, and every run's seal."""

from __future__ import annotations

from groundkit.engine.session import Session, identifier
from groundkit.load.run import recompute_seal
from groundkit.records import Table

FACTS = frozenset({"failed_outcome"})
"""Quality views that report what happened rather than what is broken."""


def verify(session: Session) -> Table:
    """Return one (check, place, problem) row for everything that is wrong; none when sound."""
    found: list[tuple[str, str, str]] = []
    views = session.rows(
        "select view_name from duckdb_views() where database_name = 'warehouse' "
        "and schema_name = 'quality' and not internal order by view_name"
    )
    for (view,) in views:
        if view in FACTS:
            continue
        offenders = session.table(f"from quality.{identifier(view)} order by all")
        for row in offenders.as_dicts():
            problem = row.pop("problem")
            place = ", ".join(f"{key}={value}" for key, value in row.items())
            found.append((f"quality.{view}", place, problem))
    for run_id, seal in session.rows("select run_id, seal_hash from core.run order by run_id"):
        if recompute_seal(session, run_id) != seal:
            found.append(("seal", f"run_id={run_id}", "the stored rows do not fit the seal"))
    return Table(("check", "place", "problem"), tuple(found))
