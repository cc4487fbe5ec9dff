"""The values of measures of ranked documents: from the tables of files to numbers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from groundkit.engine.session import Session
from groundkit.errors import UsageError
from groundkit.files.resources import query
from groundkit.measure.families import FAMILIES
from groundkit.measure.grammar import Measure

_WEIGHT = {"Rprec": "x", "SetF": "beta", "RBP": "p", "RBPResidual": "p", "Compat": "p"}
_STRUCTURE = json.dumps(
    [
        {
            "position": "integer",
            "family": "varchar",
            "cutoff": "bigint",
            "weight": "double",
            "flavour": "varchar",
            "rel": "integer",
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


def measure_lists(session: Session, measures: Sequence[Measure]) -> None:
    """Compute measures of the run in ``retrieved`` into the table ``measured``.

    Its rows are (position, query_id, is_retrieved, value); ``position`` is that in ``measures``,
    from 0. Raises UsageError when a grade is above the highest that ERR was given.
    """
    _check_grades(session, measures)
    session.execute(f"create or replace temp table list_size as {query('document_sizes')}")
    session.execute(
        "create or replace temp table measured "
        "(query_id varchar, is_retrieved boolean, position integer, value double)"
    )
    for narrow in (False, True):
        of_score = [
            (position, measure)
            for position, measure in enumerate(measures)
            if (measure.get("score") == "float32") == narrow
        ]
        if not of_score:
            continue
        session.execute(
            f"create or replace temp table judged_hit as {query('document_hits')}",
            {"narrow": narrow},
        )
        session.execute(
            f"insert into measured {query('document_values')}",
            {
                "wanted": json.dumps(
                    [_wanted(position, measure) for position, measure in of_score]
                ),
                "structure": _STRUCTURE,
            },
        )


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


def grade_strings(session: Session, depth: int | None, length: int = 10) -> dict[str, str]:
    """Return what trec_eval calls relstring: the grades of the first documents of each query.

    A character a document: its grade, ``>`` above 9, ``-`` without a grade or for -1, ``.`` for
    -2 and ``<`` for what is lower. Read from ``list_size`` and ``judged_hit``.
    """
    sizes = dict(session.rows("select query_id, num_retrieved from list_size"))
    marks = {
        query_id: ["-"] * min(number, length, depth or length) for query_id, number in sizes.items()
    }
    for query_id, rank, grade in session.rows(
        f"select query_id, rank, grade from judged_hit where rank <= {length:d}"
    ):
        if rank <= len(marks[query_id]):
            marks[query_id][rank - 1] = _mark(grade)
    return {query_id: "".join(of_query) for query_id, of_query in marks.items()}


def _mark(grade: int) -> str:
    if grade > 9:
        return ">"
    return str(grade) if grade >= 0 else {-1: "-", -2: "."}.get(grade, "<")


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
    import math

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
    if measure.family == "ERR":
        weight = measure.get("max_grade")
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
