"""The values of measures of ranked documents: from the tables of files to numbers."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from groundkit.engine.session import Session
from groundkit.errors import UsageError
from groundkit.files.resources import query
from groundkit.measure.families import FAMILIES
from groundkit.measure.grammar import Measure

GRADE_STRING = 10
"""Documents in a grade string."""

_WEIGHT = {
    "Rprec": "x",
    "SetF": "beta",
    "RBP": "p",
    "RBPResidual": "p",
    "Compat": "p",
    "ERR": "max_grade",
}
"""The parameter that a formula takes as its weight."""

_STRUCTURE = json.dumps(
    [
        {
            "position": "integer",
            "family": "varchar",
            "cutoff": "bigint",
            "weight": "double",
            "flavour": "varchar",
            "rel": "integer",
            "narrow": "boolean",
            "judged_only": "boolean",
            "depth": "bigint",
            "gains": [{"grade": "integer", "gain": "double"}],
        }
    ]
)


@dataclass(frozen=True, slots=True)
class Mean:
    """One measure of one run."""

    value: float | None
    """Mean, sum or geometric mean over the queries, by family; None when there are none."""
    num_queries: int
    """Queries that enter it."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How a list is looked at, where it is not a measure that says so."""

    judged_only: bool = False
    """Without unjudged documents, whose ranks close."""
    depth: int | None = None
    """First ranks only, before that; None for all."""
    score: str = "float64"
    """Precision in which scores are compared: ``float64`` or ``float32``."""


def measure_lists(session: Session, measures: Sequence[Measure], sight: Sight) -> None:
    """Compute measures of the run in ``retrieved`` into the table ``measured``.

    Its rows are (position, query_id, is_retrieved, value); ``position`` is that in ``measures``,
    from 0. ``document_list`` has the lists they were computed from, those of ``sight`` among
    them. Raises UsageError when a grade is above the highest that ERR was given.
    """
    _check_grades(session, measures)
    wanted = [_wanted(position, measure) for position, measure in enumerate(measures)]
    shown = {"narrow": sight.score == "float32", "judged_only": sight.judged_only}
    wanted.append({**dict.fromkeys(wanted[0] if wanted else ()), **shown, "depth": sight.depth})
    records = {"wanted": json.dumps(wanted), "structure": _STRUCTURE}
    session.execute(f"create or replace temp table list_size as {query('document_sizes')}")
    session.execute("drop table if exists document_list")
    for narrow in sorted({bool(entry["narrow"]) for entry in wanted}):
        session.execute(
            f"create or replace temp table judged_hit as {query('document_hits')}",
            {"narrow": narrow},
        )
        lists = query("document_lists")
        session.execute(
            f"create temp table if not exists document_list as {lists} limit 0",
            {"narrow": narrow, **records},
        )
        session.execute(f"insert into document_list {lists}", {"narrow": narrow, **records})
    session.execute(f"create or replace temp table measured as {query('document_values')}", records)


@dataclass(frozen=True, slots=True)
class QueryValue:
    """One measure of one query of one run."""

    position: int
    """Which measure, from 0."""
    query_id: str
    is_retrieved: bool
    """False: the run does not have the query, which counts 0."""
    value: float


def query_values(session: Session) -> list[QueryValue]:
    """Return ``measured`` in the order of query ids and measures."""
    return [
        QueryValue(*row)
        for row in session.rows(
            "select position, query_id, is_retrieved, value from measured "
            "order by query_id, position"
        )
    ]


def grade_strings(session: Session, sight: Sight) -> dict[str, str]:
    """Return what trec_eval calls relstring: the grades of the first ten documents by query id.

    A character a document: its grade, ``>`` above 9, ``.`` for a negative one, ``-`` without.
    """
    rows = session.rows(
        "select query_id, num_retrieved, judged_hits from document_list "
        "where narrow = $narrow and judged_only = $judged_only "
        "and depth is not distinct from $depth order by query_id",
        {
            "narrow": sight.score == "float32",
            "judged_only": sight.judged_only,
            "depth": sight.depth,
        },
    )
    strings = {}
    for query_id, num_retrieved, judged_hits in rows:
        marks = ["-"] * min(num_retrieved, GRADE_STRING)
        for hit in judged_hits:
            if hit["rank"] <= GRADE_STRING:
                marks[hit["rank"] - 1] = _mark(hit["grade"])
        strings[query_id] = "".join(marks)
    return strings


def _mark(grade: int) -> str:
    if grade > 9:
        return ">"
    return str(grade) if grade >= 0 else "."


def means(session: Session, measures: Sequence[Measure]) -> list[Mean]:
    """Return one number a measure from ``measured``; sums go in the order of the query ids."""
    rows = session.rows(query("document_means"))
    found = {
        (position, population): (number, total, logarithms)
        for position, population, number, total, logarithms in rows
    }
    return [
        _mean(measure, found.get((position, str(measure.get("population")))))
        for position, measure in enumerate(measures)
    ]


def _mean(measure: Measure, found: tuple[int, float, float] | None) -> Mean:
    if found is None:
        return Mean(None, 0)
    number, total, logarithms = found
    aggregate = FAMILIES[measure.family].aggregate
    if aggregate == "sum":
        return Mean(total, number)
    if aggregate == "geometric":
        return Mean(math.exp(logarithms / number), number)
    return Mean(total / number, number)


def _wanted(position: int, measure: Measure) -> dict[str, Any]:
    family = FAMILIES[measure.family]
    weight = measure.get(_WEIGHT.get(measure.family, ""))
    if measure.family == "IPrec":
        weight = measure.cutoff
    flavour = measure.get("dcg")
    for name in ("capped", "relative"):
        if measure.get(name):
            flavour = name
    gains = measure.get("gains")
    return {
        "position": position,
        "family": family.formula or family.name,
        "cutoff": measure.cutoff if isinstance(measure.cutoff, int) else None,
        "weight": weight,
        "flavour": flavour,
        "rel": measure.get("rel") or 1,
        "narrow": measure.get("score") == "float32",
        "judged_only": measure.get("judged_only"),
        "depth": measure.get("depth"),
        "gains": [{"grade": grade, "gain": gain} for grade, gain in gains]
        if isinstance(gains, tuple)
        else None,
    }


def _check_grades(session: Session, measures: Sequence[Measure]) -> None:
    limits = {str(one): one.get("max_grade") for one in measures if one.family == "ERR"}
    if not limits:
        return
    highest = int(session.value("select coalesce(max(grade), 0) from judged"))
    for name, limit in limits.items():
        if isinstance(limit, int) and highest > limit:
            raise UsageError(
                f"{name}: there is a grade {highest}, above {limit}; say ERR(max_grade={highest})"
            )
