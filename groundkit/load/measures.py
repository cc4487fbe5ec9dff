"""Adds measures to what the views compute."""

from __future__ import annotations

import re

from groundkit.engine.session import Session
from groundkit.errors import UsageError

FAMILIES = ("Success", "RR", "P", "R", "nDCG")
_NAME = re.compile(rf"(?P<family>{'|'.join(FAMILIES)})(@(?P<cutoff>[1-9][0-9]{{0,8}}))?")


def store_measure(session: Session, name: str) -> None:
    """Add the measure ``FAMILY@CUTOFF``, or ``RR`` without one, unless it is there.

    Raises UsageError for a name that no view computes.
    """
    parts = _NAME.fullmatch(name)
    if parts is None or (parts["cutoff"] is None and parts["family"] != "RR"):
        raise UsageError(
            f'unknown measure "{name}"; expected one of {", ".join(FAMILIES)} with a cutoff, '
            "such as nDCG@7"
        )
    session.execute(
        "insert into meta.measure select $name, $family, 'chunk', $cutoff, null "
        "where not exists (from meta.measure where measure = $name)",
        {
            "name": name,
            "family": parts["family"],
            "cutoff": None if parts["cutoff"] is None else int(parts["cutoff"]),
        },
    )
