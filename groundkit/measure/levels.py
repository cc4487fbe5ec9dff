"""Measures of stored runs: at which level each is taken, and what its formula needs to know.

The same name can stand at several levels, since a hit can be matched to a chunk, to a unit of
evidence or to a document.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from groundkit.errors import UsageError, unknown_name
from groundkit.measure.families import FAMILIES, NAMES
from groundkit.measure.family import Value
from groundkit.measure.grammar import Measure, parse
from groundkit.measure.trec_names import NICKNAMES, is_trec_name
from groundkit.measure.wanted import wanted_measures

LEVELS: Mapping[str, str] = MappingProxyType(
    {
        "chunk": "chunks that overlap a gold span",
        "unit": "pieces of evidence, however many chunks they straddle",
        "character": "gold characters",
        "list": "nothing: only the scores of lists are compared",
        "document": "documents in the order in which a list first shows them",
    }
)
"""What a hit is matched to at each level, in the order in which levels are preferred."""

_KNOWN: Mapping[str, frozenset[str] | None] = MappingProxyType(
    {
        "chunk": frozenset({"population"}),
        "unit": frozenset({"cover", "population"}),
        "character": frozenset({"population"}),
        "list": frozenset({"category"}),
        "document": None,
    }
)
"""Parameters that a level can take; None is every one of the family."""


_NOT_FORMULA = frozenset({"population", "scores", "cover"})
"""Parameters that decide which queries or which order, not the value of a list."""
_CALLED = MappingProxyType({"at": "shares"})
"""What a formula calls a parameter that has another name in the grammar."""


@dataclass(frozen=True, slots=True)
class LevelMeasure:
    """One measure at one level."""

    measure: Measure
    level: str
    label: str
    """What trec_eval calls it; the measure's own name where it has none."""

    @property
    def name(self) -> str:
        """The measure as it is written."""
        return str(self.measure)

    @property
    def cutoff(self) -> int | None:
        """Ranks looked at; None is the whole list, a budget or a share."""
        cutoff = self.measure.cutoff
        return cutoff if isinstance(cutoff, int) and not self.measure.budget else None

    @property
    def budget(self) -> int | None:
        """Characters looked at; None when ranks are counted."""
        cutoff = self.measure.cutoff
        return int(cutoff) if self.measure.budget and cutoff is not None else None

    @property
    def cover(self) -> float | None:
        """Share of a span that a hit must hold; None is any overlap."""
        cover = self.measure.value("cover")
        return float(cover) if isinstance(cover, int | float) else None

    @property
    def params(self) -> dict[str, object]:
        """Everything but a whole cutoff, as the formulas of the level name it."""
        if self.level != "document":
            given: dict[str, object] = dict(self.measure.parameters)
            return given if self.budget is None else {**given, "budget": self.budget}
        found: dict[str, object] = {}
        for parameter in FAMILIES[self.measure.family].parameters:
            value = self.measure.value(parameter.name)
            if parameter.name == "gains" and isinstance(value, tuple):
                found["gains"] = {
                    str(pair[0]): pair[1] for pair in value if isinstance(pair, tuple)
                }
            elif parameter.name not in _NOT_FORMULA and value is not None:
                found[_CALLED.get(parameter.name, parameter.name)] = value
        if self.measure.family == "Utility":
            found["worths"] = [found.pop(name) for name in "abc"]
        if isinstance(self.measure.cutoff, float):
            found["share"] = self.measure.cutoff
        return found

    @property
    def population(self) -> str:
        """Which queries the mean is over."""
        return str(self.measure.value("population") or "judged")


def level_measures(
    names: Iterable[str],
    *,
    level: str | None = None,
    preferred: str = "chunk",
    parameters: Mapping[str, Value] | None = None,
) -> tuple[LevelMeasure, ...]:
    """Return what ``names`` ask for, each at its level, in the order given and each once.

    A name of trec_eval is a measure of documents. A family that exists at one level only, such as
    CharRecall, is taken there. Any other is taken at ``level``; without one, at ``preferred`` if
    it exists there, else at the first level at which it does. Raises UsageError for what is not
    known, or not at that level.
    """
    if level is not None and level not in LEVELS:
        raise UsageError(unknown_name("level", level, LEVELS))
    found: dict[tuple[Measure, str], LevelMeasure] = {}
    for name in names:
        taken_at = _level(name.strip(), level, preferred)
        for wanted in wanted_measures([name], level=taken_at, parameters=parameters).measures:
            if name.strip() in NICKNAMES and FAMILIES[wanted.measure.family].kind == "text":
                continue
            _check(wanted.measure, taken_at)
            found.setdefault(
                (wanted.measure, taken_at),
                LevelMeasure(wanted.measure, taken_at, wanted.trec_label),
            )
    return tuple(found.values())


def _level(name: str, level: str | None, preferred: str) -> str:
    if is_trec_name(name):
        return "document"
    family = NAMES.get(name.partition("(")[0].partition("@")[0].strip())
    if family is None:
        return level or preferred
    if family.levels in (("character",), ("list",)):
        return family.levels[0]
    if level is not None:
        return level
    measure = parse(name)
    order = dict.fromkeys((preferred, *(known for known in LEVELS if known != "chunk")))
    fitting = [known for known in order if known in family.levels and _fits(measure, known)]
    return fitting[0] if fitting else next(known for known in order if known in family.levels)


def _fits(measure: Measure, level: str) -> bool:
    """Return whether a level knows everything that the measure asks for."""
    known = _KNOWN[level]
    return (
        (not measure.budget or level in FAMILIES[measure.family].budget_levels)
        and (known is None or {name for name, _ in measure.parameters} <= known)
        and not (known is None and measure.value("cover") is not None)
        and not (level in ("chunk", "unit") and _lacks_cutoff(measure))
    )


def _lacks_cutoff(measure: Measure) -> bool:
    optional = FAMILIES[measure.family].cutoff == "optional" and measure.family != "RR"
    return optional and measure.cutoff is None


def _check(measure: Measure, level: str) -> None:
    known = _KNOWN[level]
    for name, _ in measure.parameters:
        if known is not None and name not in known:
            raise UsageError(
                f'measure "{measure}": {name} has no meaning at level {level}; '
                + (f"known there: {', '.join(sorted(known))}" if known else "it has no parameters")
            )
    if level in ("chunk", "unit") and _lacks_cutoff(measure):
        raise UsageError(f'measure "{measure}" needs a cutoff at level {level}; such as @10')
    if measure.value("scores") == "float32":
        raise UsageError(
            f'measure "{measure}": a stored list is in its order already; leave out the scores'
        )
    if FAMILIES[measure.family].kind == "text":
        raise UsageError(
            f'measure "{measure}" is a text for people and not computed of stored runs'
        )
    if measure.value("population") == "topics":
        raise UsageError(
            f'measure "{measure}": the topics of a stored run are the queries of its judgment set; '
            "leave out the population"
        )
