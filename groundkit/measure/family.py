"""What a measure family and its parameters are; the families themselves are in ``families``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Value = int | float | bool | str | tuple[tuple[int, float], ...] | tuple[float, ...]
"""A parameter's value; a tuple of pairs maps grades to gains, one of floats is a list of shares."""

Kind = Literal["integer", "number", "flag", "choice", "gains", "numbers"]
Aggregate = Literal["mean", "geometric mean", "sum", "count"]
Cutoff = Literal["rank", "share"]

MAX_INTEGER = 999_999_999


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a family, as it is written between the parentheses."""

    name: str
    kind: Kind
    default: Value | None
    """None: the parameter may be left out, and then means nothing."""
    meaning: str
    low: float = 0
    high: float = MAX_INTEGER
    """Range of a number, both ends allowed."""
    choices: tuple[str, ...] = ()
    shared: bool = True
    """False: what is set for all measures at once does not reach it."""


@dataclass(frozen=True, slots=True)
class Family:
    """Measures that differ in their parameters only."""

    name: str
    """As ``ir_measures`` writes it."""
    levels: tuple[str, ...]
    """``chunk``, ``unit``, ``character``, ``document``, ``list``: what a hit can be matched to."""
    meaning: str
    """One line for people."""
    source: str
    """Where the formula is from."""
    cutoff: Literal["none", "optional", "required"] = "none"
    cutoff_kind: Cutoff = "rank"
    """``rank``: a whole number of hits; ``share``: a number such as a level of recall."""
    budget_levels: tuple[str, ...] = ()
    """Levels at which the cutoff may be a budget of characters, such as ``@2000c``."""
    parameters: tuple[Parameter, ...] = ()
    """In the order in which they are written."""
    aggregate: Aggregate = "mean"
    """How the values of queries become one; ``count`` is a number of queries."""
    kind: Literal["number", "count", "text"] = "number"
    """What the value of a query is: a real number, a whole one, or a text for people."""
    aliases: tuple[str, ...] = ()
