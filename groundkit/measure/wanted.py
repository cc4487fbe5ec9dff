"""What was asked for, as an ordered list without repeats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from groundkit.errors import UsageError, nearest
from groundkit.measure.families import FAMILIES, Value
from groundkit.measure.grammar import Measure, parse
from groundkit.measure.trec_names import NICKNAMES, TrecLine, label, trec_lines


def wanted(names: Sequence[str], further: Mapping[str, Value]) -> tuple[TrecLine, ...]:
    """Return the measures of names in either spelling, each once, in the order given.

    ``further`` are parameters for every measure that has them and does not say otherwise. Raises
    UsageError for a name that neither spelling has, with the nearest that exists.
    """
    found: dict[tuple[str, Measure | None], TrecLine] = {}
    for name in names:
        for line in _lines(name):
            measure = line.measure.with_values(further) if line.measure else None
            found.setdefault((line.label, measure), TrecLine(line.label, measure))
    return tuple(found.values())


def _lines(name: str) -> tuple[TrecLine, ...]:
    lines = trec_lines(name)
    if lines is not None:
        return lines
    try:
        measure = parse(name)
    except UsageError:
        known = [*NICKNAMES, "ndcg_cut", "map", "recip_rank", "recall", "iprec_at_recall"]
        close = nearest(name, known)
        if close is None or name.partition("@")[0].partition("(")[0] in FAMILIES:
            raise
        raise UsageError(f'unknown measure "{name}"; did you mean "{close}"?') from None
    return (TrecLine(label(measure), measure),)
