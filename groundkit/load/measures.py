"""Adds measures to what the views compute."""

from __future__ import annotations

import json

from groundkit.engine.session import Session
from groundkit.errors import UsageError
from groundkit.measure.levels import level_measures


def store_measure(session: Session, name: str, level: str | None = None) -> None:
    """Add the measure ``name``, such as ``nDCG@7``, unless it is there.

    It is added at ``level``, or at the first level at which it exists: chunk before unit. Raises
    UsageError for a name that no view computes.
    """
    for wanted in level_measures([name], level=level):
        if wanted.population != "judged":
            raise UsageError(
                f'measure "{wanted.name}": the views average over every judged query; '
                "leave out the population"
            )
        session.execute(
            "insert into meta.measure (measure, family, level, cutoff, params) "
            "select $measure, $family, $level, $cutoff, $params where not exists "
            "(from meta.measure where measure = $measure and level = $level)",
            {
                "measure": wanted.name,
                "family": wanted.measure.family,
                "level": wanted.level,
                "cutoff": wanted.cutoff,
                "params": json.dumps(wanted.params) if wanted.params else None,
            },
        )
