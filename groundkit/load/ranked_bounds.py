"""How low and how high the measured run could be under other orders of ties, or other labels.

Works on the temporary tables of ``ranked_measures``, after ``measure_lists`` has been called.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from groundkit.engine.session import Session
from groundkit.errors import UsageError
from groundkit.files import resources
from groundkit.load.ranked_measures import means, place_hits, want
from groundkit.measure.bounds import Bounds, better_first, hole_grade, rank_cutoff
from groundkit.measure.grammar import Measure

PART = 2_000_000
"""Hits of labelled lists that are tried at a time."""
MOST = 2_000_000_000
"""Hits of labelled lists above which the bounds of a measure are refused."""

_KEEP = (
    "create or replace temp table bound_value as "
    "select position, query_id, is_retrieved, value as lowest, value as highest, text "
    "from query_value"
)
_WIDEN = (
    "update bound_value set lowest = least(lowest, query_value.value), "
    "highest = greatest(highest, query_value.value) from query_value "
    "where bound_value.position = query_value.position "
    "and bound_value.query_id = query_value.query_id"
)


def tie_bounds(session: Session, measures: Sequence[Measure]) -> list[Bounds]:
    """Return the bounds of each measure over all orders of hits with equal scores.

    ``measures`` are those that were measured, and all have such bounds.
    """
    session.execute(_KEEP)
    touched = [_num_straddled(session, measure) for measure in measures]
    alike: dict[str, dict[int, Measure]] = {}
    for position, measure in enumerate(measures):
        key = json.dumps([measure.value("scores"), _order(measure)])
        alike.setdefault(key, {})[position] = measure
    for group in alike.values():
        one = next(iter(group.values()))
        single = one.value("scores") == "float32"
        place_hits(session, single=single)
        session.execute(resources.query("ranked_tie_groups"), {"single": single})
        for first in (True, False):
            session.execute(resources.query("ranked_tie_order"), {**_order(one), "first": first})
            session.execute(resources.query("ranked_lists"))
            want(session, group)
            session.execute(resources.query("ranked_values"), {"scores": one.value("scores")})
            session.execute(_WIDEN)
    return _bounds(session, measures, touched)


def label_bounds(session: Session, measures: Sequence[Measure]) -> list[Bounds]:
    """Return the bounds of each measure were every unjudged hit relevant or not.

    Raises UsageError when there are too many hits to try all numbers of them.
    """
    session.execute(_KEEP)
    touched = []
    for position, measure in enumerate(measures):
        place_hits(session, single=measure.value("scores") == "float32")
        want(session, {position: measure})
        cutoff = rank_cutoff(measure)
        session.execute(
            resources.query("ranked_hole_lists"),
            {
                "population": measure.value("population"),
                "depth": measure.value("depth"),
                "cutoff": cutoff,
                "size": PART,
            },
        )
        last, holed = session.rows("select max(part), count_if(len(holes) > 0) from hole_list")[0]
        touched.append(holed)
        if (last or 0) * PART > MOST:
            raise UsageError(
                f"the label holes of {measure} over so many hits take too long; use a cutoff, "
                f"such as {measure.family}@10 where there is one, or --depth"
            )
        rows: list[tuple[Any, ...]] = []
        for part in range((last or 0) + 1):
            rows += session.rows(
                resources.query("ranked_holes"),
                {"part": part, "grade": hole_grade(measure), "cutoff": cutoff},
            )
        session.execute(
            "delete from bound_value where position = $position", {"position": position}
        )
        session.send(
            "insert into bound_value select $position, query_id, false, lowest, highest, null "
            "from (select unnest(from_json($records::json, $structure), max_depth := 2))",
            {"query_id": "varchar", "lowest": "double", "highest": "double"},
            rows,
            position=position,
        )
    return _bounds(session, measures, touched)


def _num_straddled(session: Session, measure: Measure) -> int:
    """Return in how many judged queries a group of ties stands on both sides of the cutoff."""
    cuts = [cut for cut in (rank_cutoff(measure), measure.value("depth")) if isinstance(cut, int)]
    return int(
        session.value(
            resources.query("ranked_straddles"),
            {
                "single": measure.value("scores") == "float32",
                "cutoff": min(cuts) if cuts else None,
            },
        )
    )


def _order(measure: Measure) -> dict[str, Any]:
    gains: Any = measure.value("gains")
    return {
        "kind": better_first(measure),
        "rel": hole_grade(measure),
        "dcg": measure.value("dcg"),
        "grades": None if gains is None else [grade for grade, _ in gains],
        "gains": None if gains is None else [gain for _, gain in gains],
    }


def _bounds(session: Session, measures: Sequence[Measure], touched: Sequence[int]) -> list[Bounds]:
    affected = dict(
        session.rows(
            "select position, count_if(highest > lowest) from bound_value group by position"
        )
    )
    sides = []
    for side in ("lowest", "highest"):
        want(session, dict(enumerate(measures)))
        session.execute(
            "insert into query_value "
            f"select position, query_id, is_retrieved, {side}, text from bound_value"
        )
        sides.append(means(session))
    return [
        Bounds(low.value, high.value, number, affected.get(position, 0))
        for position, (low, high, number) in enumerate(zip(*sides, touched, strict=True))
    ]
