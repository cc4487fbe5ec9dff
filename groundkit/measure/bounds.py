"""For which measures the lowest and highest value under another order of hits is known exactly.

The argument is one of exchange: if a measure never falls when a better hit moves up past a worse
one, then among hits that may change places its highest value has the better ones first and its
lowest has them last. What "better" means differs by family; where no such order is known, the
family has no bounds, and is refused by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from groundkit.measure.families import FAMILIES
from groundkit.measure.grammar import Measure

RELEVANT = "relevant"
"""Relevant before not judged before judged not relevant."""
GAIN = "gain"
"""By gain; what is not judged has none."""
JUDGED = "judged"
"""Judged (a grade of 0 or above) before the rest."""
GRADED = "graded"
"""With a grade, negative ones included, before the rest."""
NONRELEVANT = "nonrelevant"
"""Judged not relevant before the rest."""

_BETTER: Mapping[str, str] = MappingProxyType(
    {
        "nDCG": GAIN,
        "NCG": GAIN,
        "RnDCG": GAIN,
        "ERR": GAIN,
        "RBPResidual": JUDGED,
        "Unj": JUDGED,
        "Judged": GRADED,
        "NumNonrelJudgedRet": NONRELEVANT,
    }
)
"""Families whose better hits are not simply the relevant ones."""

NO_BOUNDS: Mapping[str, str] = MappingProxyType(
    {
        "G": "a hit that moves up can lower it",
        "infAP": "a hit that moves up can lower it",
        "nDCGRel": "a hit that moves up can lower it",
        "Compat": "its ideal list changes with the list",
        "RelString": "it is a text",
    }
)
"""Families whose bounds are not known, with the reason."""

ABOUT_LABELS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(
        ("Judged", "Unj", "RBPResidual", "NumNonrelJudgedRet"),
        "it says how much is judged, so it would be another measure",
    )
)
"""Families that cannot be asked what they would be if everything were judged."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """One measure over all queries, as low and as high as it could be."""

    lowest: float | None
    highest: float | None
    num_touched: int
    """Queries that can change at all: with ties, or with hits that are not judged."""
    num_affected: int
    """Queries whose own value could be another."""


def better_first(measure: Measure) -> str:
    """Return what hits are ordered by for the highest value of a measure that has bounds."""
    if measure.value("judged_only") and measure.family in ("Judged", "NumRet"):
        # Then only judged hits are left, and a depth decides how many.
        return RELEVANT if measure.value("rel") else JUDGED
    return _BETTER.get(measure.family, RELEVANT)


def no_tie_bounds(measure: Measure) -> str | None:
    """Return why a measure has no bounds over the orders of ties, or None."""
    if measure.family == "Utility" and measure.value("judged_only") and measure.value("depth"):
        return "its length changes with the order, and so does what the others cost"
    return NO_BOUNDS.get(measure.family)


def no_label_bounds(measure: Measure) -> str | None:
    """Return why a measure has no bounds over the labels of unjudged hits, or None."""
    gains = measure.value("gains")
    if isinstance(gains, tuple):
        return "with gains of one's own, what a new label would gain is not known"
    return NO_BOUNDS.get(measure.family) or ABOUT_LABELS.get(measure.family)


def hole_grade(measure: Measure) -> int:
    """Return the grade that an unjudged hit gets when it is taken for relevant: the least one."""
    rel = measure.value("rel")
    return rel if isinstance(rel, int) else 1


def rank_cutoff(measure: Measure) -> int | None:
    """Return the number of hits beyond which a measure does not look, None when there is none."""
    if FAMILIES[measure.family].cutoff_kind != "rank" or measure.cutoff is None:
        return None
    return int(measure.cutoff)
