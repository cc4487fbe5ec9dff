"""Chosen measures of stored runs, computed by the formulas of the views and never stored."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from groundkit.api import references
from groundkit.engine.session import Session
from groundkit.errors import UsageError
from groundkit.files.resources import query
from groundkit.load.ranked_measures import LARGEST_EXPONENT
from groundkit.measure.families import FAMILIES
from groundkit.measure.family import Value
from groundkit.measure.levels import LevelMeasure, level_measures
from groundkit.table import Table

EVIDENCE = {
    "Whole": "chunking",
    "PrecisionOmega": "chunking",
    "CharCeiling": "chunking",
}
"""What a family is computed from, where that is not told by its level."""
BY_LEVEL = {
    "chunk": "chunk",
    "unit": "unit",
    "character": "character",
    "list": "score",
    "document": "document",
}

_WANTED = {
    "position": "integer",
    "measure": "varchar",
    "family": "varchar",
    "level": "varchar",
    "cutoff": "integer",
    "budget": "integer",
    "cover": "double",
    "category": "varchar",
    "population": "varchar",
    "aggregate": "varchar",
    "params": "varchar",
}


def measure_runs(
    session: Session,
    names: Iterable[str],
    runs: Iterable[str],
    *,
    level: str | None = None,
    parameters: Mapping[str, Value] | None = None,
    per_query: bool = False,
) -> Table:
    """Return one row per run, stage and measure, or one per query; see ``Warehouse.measures``.

    ``parameters`` hold for every measure that has them and does not name them itself.
    """
    chosen = list(dict.fromkeys(references.find_run(session, reference) for reference in runs))
    session.execute(query("measures_begin"))
    session.send(
        "insert into chosen_run select unnest("
        "from_json($records::json, $structure), max_depth := 2)",
        {"position": "integer", "run_id": "varchar"},
        enumerate(chosen),
    )
    preferred = "chunk" if session.value(query("measures_chunked")) else "document"
    wanted = level_measures(names, level=level, preferred=preferred, parameters=parameters)
    if not wanted:
        raise UsageError("no measure was named; name one, such as nDCG@10")
    _check_grades(session, wanted)
    session.send(
        "insert into wanted_measure select unnest("
        "from_json($records::json, $structure), max_depth := 2)",
        _WANTED,
        (_row(position, one) for position, one in enumerate(wanted)),
    )
    for evidence in sorted({evidence_of(one) for one in wanted}):
        session.execute(query(f"measures_{evidence}"))
    return session.table(query("measures_per_query" if per_query else "measures_mean"))


def evidence_of(wanted: LevelMeasure) -> str:
    """Return which query ``measures_NAME.sql`` computes a measure."""
    return EVIDENCE.get(wanted.measure.family) or BY_LEVEL[wanted.level]


def _check_grades(session: Session, wanted: Iterable[LevelMeasure]) -> None:
    exponential = next((one for one in wanted if one.measure.value("dcg") == "exp-log2"), None)
    if exponential is None:
        return
    highest = session.value(query("measures_highest_grade"))
    if highest is not None and highest > LARGEST_EXPONENT:
        raise UsageError(
            f'measure "{exponential.name}" cannot take a grade of {highest}: a gain of 2 to that '
            f"power is beyond every number; grades up to {LARGEST_EXPONENT} are possible"
        )


def _row(position: int, wanted: LevelMeasure) -> list[object]:
    category = wanted.measure.value("category")
    return [
        position,
        wanted.name,
        wanted.measure.family,
        wanted.level,
        wanted.cutoff,
        wanted.budget,
        wanted.cover,
        category,
        wanted.population,
        FAMILIES[wanted.measure.family].aggregate,
        json.dumps(wanted.params),
    ]
