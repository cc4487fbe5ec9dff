"""What a user asked for, as an ordered list of measures with their labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from groundkit.errors import UsageError, nearest
from groundkit.measure.families import FAMILIES, NAMES
from groundkit.measure.family import Value
from groundkit.measure.grammar import Measure, parse, with_parameters
from groundkit.measure.trec_names import (
    NICKNAMES,
    RUN_ID,
    TREC_NAMES,
    is_trec_name,
    labelled,
)

DEFAULT = ("official",)
"""What is measured when nothing is named: what trec_eval prints by itself."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One measure that was asked for."""

    measure: Measure
    """With every parameter, those of the command line included."""
    trec_label: str
    """What trec_eval calls it; the measure's own name where it has none."""
    trec_position: int
    """Where trec_eval prints it; what it does not know comes last."""


@dataclass(frozen=True, slots=True)
class WantedMeasures:
    """Everything that was asked for."""

    measures: tuple[Wanted, ...]
    """In the order asked, each once."""
    run_id: bool
    """Whether the tag of the run was asked for (``runid``, and every nickname)."""

    def in_trec_order(self) -> tuple[Wanted, ...]:
        """Return the measures in the order in which trec_eval prints them."""
        return tuple(sorted(self.measures, key=lambda wanted: wanted.trec_position))


def wanted_measures(
    names: Iterable[str], *, level: str = "document", parameters: Mapping[str, Value] | None = None
) -> WantedMeasures:
    """Return what ``names`` ask for at a level: measures, names of trec_eval, nicknames.

    ``parameters`` hold for every measure that has them and does not name them itself. Arguments
    that are given to a name of trec_eval replace its default ones, wherever it stands. Raises
    UsageError, with the nearest valid name, for what is not known, and for a measure that does
    not exist at this level.
    """
    given = dict(parameters or {})
    found: dict[Measure, Wanted] = {}
    run_id = False
    stripped_names = [name.strip() for name in names]
    with_arguments = {
        entry.position
        for stripped in stripped_names
        if is_trec_name(stripped)
        for entry in labelled(stripped)
        if entry.given
    }
    for stripped in stripped_names:
        if is_trec_name(stripped):
            run_id = run_id or stripped == RUN_ID or stripped in NICKNAMES
            for entry in labelled(stripped):
                if entry.position in with_arguments and not entry.given:
                    continue
                measure = with_parameters(entry.measure, given)
                found.setdefault(measure, Wanted(measure, entry.label, entry.position))
            continue
        asked = _parsed(stripped)
        _check_level(asked, level)
        measure = with_parameters(asked, given)
        label = str(measure)
        found.setdefault(measure, Wanted(measure, label, len(TREC_NAMES)))
    return WantedMeasures(tuple(found.values()), run_id)


def _parsed(text: str) -> Measure:
    """Return the measure of a name; the nearest of all vocabularies is named for one unknown."""
    head = text.partition("(")[0].partition("@")[0].strip()
    if head in NAMES or not head:
        return parse(text)
    known = [*NAMES, *(entry.name for entry in TREC_NAMES), *NICKNAMES]
    guess = nearest(head, known)
    hint = f'; did you mean "{guess}"?' if guess else "; docs/measures.md lists them all"
    raise UsageError(f'unknown measure "{text}"{hint}')


def _check_level(measure: Measure, level: str) -> None:
    family = FAMILIES[measure.family]
    if level not in family.levels:
        raise UsageError(
            f'measure "{measure}" does not exist at level {level}, only at '
            f"{', '.join(family.levels)}"
        )
    if measure.budget and level not in family.budget_levels:
        raise UsageError(
            f'measure "{measure}": a budget of characters needs the length of every hit, which '
            f"level {level} does not have; use a number of hits"
        )
    if measure.value("cover") is not None and level != "unit":
        raise UsageError(
            f'measure "{measure}": cover asks how much of a span a hit holds, which level '
            f"{level} does not have"
        )
