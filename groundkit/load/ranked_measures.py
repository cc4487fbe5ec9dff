"""Measures the run in the temporary tables ``hit`` and ``qrel``: every query, every measure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from groundkit.engine import migrations
from groundkit.engine.session import Session
from groundkit.errors import InputError
from groundkit.files import resources
from groundkit.measure.families import FAMILIES
from groundkit.measure.grammar import Measure

_WANTED = {
    "position": "integer",
    "family": "varchar",
    "aggregate": "varchar",
    "cutoff": "double",
    "rel": "bigint",
    "depth": "bigint",
    "judged_only": "boolean",
    "population": "varchar",
    "scores": "varchar",
    "p": "double",
    "beta": "double",
    "max_rel": "integer",
    "dcg": "varchar",
    "grades": ["bigint"],
    "gains": ["double"],
    "shares": ["double"],
    "worths": ["double"],
    "relative": "boolean",
    "normalize": "boolean",
}
LARGEST_EXPONENT = 1000
"""Highest grade whose exponential gain is a number, with room for sums."""
_FEW_PER_HIT = 4
"""Comparisons a hit up to which ranks are counted instead of sorting every list."""


@dataclass(frozen=True, slots=True)
class Mean:
    """One measure over all its queries."""

    value: float | None
    """None when it is over no query at all."""
    num_queries: int
    num_missing: int
    """Queries of these that the run has no list for; they count as 0."""


@dataclass(frozen=True, slots=True)
class QueryValue:
    """One measure of one query."""

    position: int
    """Which of the measures, from 0."""
    query_id: str
    value: float | None
    """None for a measure that is a text."""
    text: str | None


@dataclass(frozen=True, slots=True)
class Coverage:
    """How a run and its judgments meet."""

    num_judged: int
    num_retrieved: int
    num_both: int
    missing: tuple[str, ...]
    """Up to five judged queries that the run has no list for."""
    unjudged: tuple[str, ...]
    """Up to five queries of the run that are not judged."""
    num_positive: int
    """Documents of a grade above 0 of all judged queries."""
    num_misplaced: int
    """Judged hits whose rank column disagrees with the order of the scores."""


def prepare(session: Session, topics: Iterable[str] | None) -> None:
    """Make the formulas, and the temporary tables that do not depend on a run."""
    migrations.build_formulas(session, resources.query("ranked_values"))
    session.execute("create or replace temp table topic (query_id varchar)")
    session.send(
        "insert into topic select unnest(from_json($records::json, $structure), max_depth := 2)",
        {"query_id": "varchar"},
        ((query_id,) for query_id in dict.fromkeys(topics or ())),
    )


def place_hits(session: Session, *, single: bool) -> None:
    """Fill ``judged_hit`` and ``query_list`` with scores compared at 32 or 64 bits."""
    num_hits, num_compared = session.rows(
        "select (select coalesce(sum(num_hits), 0) from list_length), "
        "(select coalesce(sum(list_length.num_hits), 0) "
        "from qrel inner join list_length using (query_id))"
    )[0]
    few = num_compared <= _FEW_PER_HIT * num_hits
    name = "ranked_hits_by_count" if few else "ranked_hits_by_sort"
    session.execute(resources.query(name), {"single": single})
    session.execute(resources.query("ranked_lists"))


def measure_lists(session: Session, measures: Sequence[Measure]) -> None:
    """Fill ``query_value`` for all measures; the tables ``hit``, ``qrel``, ``topic`` are there.

    Raises InputError for a grade whose gain would be no finite number.
    """
    _check_grades(session, measures)
    want(session, dict(enumerate(measures)))
    for scores in sorted({str(measure.value("scores")) for measure in measures}, reverse=True):
        place_hits(session, single=scores == "float32")
        session.execute(resources.query("ranked_values"), {"scores": scores})


def want(session: Session, measures: Mapping[int, Measure]) -> None:
    """Fill the temporary table ``wanted`` with measures by position, and empty ``query_value``."""
    session.execute(
        "create or replace temp table query_value (position integer, query_id varchar, "
        "is_retrieved boolean, value double, text varchar)"
    )
    columns = "position, family, aggregate, cutoff, rel, depth, judged_only, population, scores"
    session.execute("drop table if exists wanted")
    session.send(
        f"create temp table wanted as select {columns}, {{'p': p, 'beta': beta, "
        "'max_rel': max_rel, 'dcg': dcg, "
        "'gains': case when grades is not null then map(grades, gains) end, "
        "'shares': shares, 'worths': worths, 'relative': relative, 'normalize': normalize} "
        "as parameters "
        "from (select unnest(from_json($records::json, $structure), max_depth := 2))",
        _WANTED,
        [_wanted_row(position, measure) for position, measure in measures.items()],
    )


def means(session: Session) -> list[Mean]:
    """Return one value a measure, in the order in which they were wanted."""
    return [Mean(*row[1:]) for row in session.rows(resources.query("ranked_means"))]


def query_values(session: Session) -> list[QueryValue]:
    """Return the value of every query and measure, by query id, then in the order wanted."""
    return [
        QueryValue(*row)
        for row in session.rows(
            "select position, query_id, value, text from query_value order by query_id, position"
        )
    ]


def coverage(session: Session) -> Coverage:
    """Return how the run and the judgments meet; ``measure_lists`` has been called."""
    ((num_judged, num_retrieved, num_both, num_positive),) = session.rows(
        "select count(*) filter (where is_judged), count(*) filter (where is_retrieved), "
        "count(*) filter (where is_judged and is_retrieved), "
        "(select count(*) from qrel where grade > 0) from query_list"
    )
    missing = _some(session, "is_judged and not is_retrieved")
    unjudged = _some(session, "is_retrieved and not is_judged")
    num_misplaced = session.value(
        "select count(*) from (select rank(*) over by_file <> rank(*) over by_score as differs "
        "from judged_hit where file_rank is not null "
        "window by_file as (partition by query_id order by file_rank), "
        "by_score as (partition by query_id order by rank)) where differs"
    )
    return Coverage(
        num_judged, num_retrieved, num_both, missing, unjudged, num_positive, num_misplaced
    )


def _some(session: Session, condition: str) -> tuple[str, ...]:
    rows = session.rows(f"select query_id from query_list where {condition} order by 1 limit 5")
    return tuple(query_id for (query_id,) in rows)


def _wanted_row(position: int, measure: Measure) -> tuple[Any, ...]:
    gains: Any = measure.value("gains")
    shares: Any = measure.value("at")
    worths = [measure.value(name) for name in "abc"]
    return (
        position,
        measure.family,
        FAMILIES[measure.family].aggregate,
        measure.cutoff,
        measure.value("rel"),
        measure.value("depth"),
        measure.value("judged_only"),
        measure.value("population"),
        measure.value("scores"),
        measure.value("p"),
        measure.value("beta"),
        measure.value("max_rel"),
        measure.value("dcg"),
        None if gains is None else [grade for grade, _ in gains],
        None if gains is None else [gain for _, gain in gains],
        None if shares is None else list(shares),
        None if None in worths else worths,
        measure.value("relative"),
        measure.value("normalize"),
    )


def _check_grades(session: Session, measures: Sequence[Measure]) -> None:
    exponential = next((one for one in measures if one.value("dcg") == "exp-log2"), None)
    if exponential is None:
        return
    highest = session.value("select max(grade) from qrel")
    if highest > LARGEST_EXPONENT:
        raise InputError(
            f"measure {exponential} cannot take a grade of {highest}: a gain of 2 to that power "
            f"is beyond every number; grades up to {LARGEST_EXPONENT} are possible"
        )
