"""The part of ``measures`` that asks a warehouse: its rows, and what is said beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundkit.cli.diagnostics import say
from groundkit.cli.options import project, warehouse_path

if TYPE_CHECKING:
    from groundkit.measure.family import Value
    from groundkit.table import Table

DEFAULT = ("Success@5", "Success(cover=1)@2000c", "CharRecall@2000c", "RR", "nDCG@10")
"""What is measured when nothing is named."""


def stored_measures(
    warehouse: Path | None,
    references: Sequence[str],
    names: Sequence[str],
    level: str | None,
    parameters: Mapping[str, Value],
    *,
    per_query: bool,
    quiet: bool,
) -> Table:
    """Return measures of stored runs, and say on stderr which values are not what they seem."""
    from groundkit.api.measure_runs import measure_runs
    from groundkit.api.warehouse import Warehouse

    with Warehouse.open(warehouse_path(warehouse, project()), read_only=True) as wh:
        table = measure_runs(
            wh.session,
            names or DEFAULT,
            references or ("latest",),
            level=level,
            parameters=parameters,
            per_query=per_query,
        )
    if quiet or per_query:
        return table
    rows = table.as_dicts()
    if not rows:
        say("nothing to report: no measure that was named exists for these stages at this depth")
    for row in rows:
        if row["num_failed"] or row["num_truncated"]:
            say(_remark(row))
    return table


def _remark(row: Mapping[str, Any]) -> str:
    parts = []
    if row["num_failed"]:
        parts.append(f"{row['num_failed']} of {row['num_queries']} queries failed and count as 0")
    if row["num_truncated"]:
        parts.append(
            f"{row['num_truncated']} of {row['num_queries']} lists ended at their depth before "
            "the cutoff"
        )
    return f"{row['run_name']}, {row['stage']}, {row['measure']}: {'; '.join(parts)}"
