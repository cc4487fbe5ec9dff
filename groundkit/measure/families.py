"""Every family of measures of ranked documents: its parameters, cutoff and meaning.

A family has one formula, a macro of ``sql/views/40_measure``; ``measure.document_value`` calls
it. Names are those of ``ir_measures`` where it has one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Value = bool | int | float | str | tuple[tuple[int, float], ...]
"""A parameter's value; gains by grade are pairs, ascending by grade."""

Kind = Literal["int", "float", "bool", "choice", "gains"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a family."""

    kind: Kind
    default: Value | None
    """The value that a name does not mention; None when there is no such value."""
    range: str
    """Which values are allowed, in words."""
    allowed: Callable[[float], bool] = lambda _: True
    """Whether a number is in the range."""
    choices: tuple[str, ...] = ()
    """The words of a choice."""


@dataclass(frozen=True, slots=True)
class Family:
    """A family of measures."""

    name: str
    cutoff: Literal["required", "optional", "none", "recall"]
    """Whether ``@k`` follows the name; ``recall`` is a share of the relevant documents."""
    meaning: str
    """The value of one query, in a line."""
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    """By name, in the order in which they are written."""
    aggregate: Literal["mean", "sum", "geometric"] = "mean"
    """How the queries of a run become one number."""
    formula: str | None = None
    """The family whose formula it is, when not its own."""


def _unit(value: float) -> bool:
    return 0.0 <= value <= 1.0


LEVEL = Parameter("int", 1, "a grade from 1", lambda value: value >= 1)
JUDGED_ONLY = Parameter("bool", False, "True or False")
DEPTH = Parameter("int", None, "ranks from 1", lambda value: value >= 1)
SCORE = Parameter("choice", "float64", "float64 or float32", choices=("float64", "float32"))
POPULATION = Parameter(
    "choice", "judged", "judged or intersection", choices=("judged", "intersection")
)

COMMON: Mapping[str, Parameter] = {
    "judged_only": JUDGED_ONLY,
    "depth": DEPTH,
    "score": SCORE,
    "population": POPULATION,
}
"""What every family takes: unjudged documents taken out, ranks looked at before that, the
precision in which scores are compared, and the queries that enter the mean."""

_REL = {"rel": LEVEL}
_CAPPED = {"rel": LEVEL, "capped": Parameter("bool", False, "True or False")}
_GAINS = {"gains": Parameter("gains", None, "gains by grade, such as {1:3,2:9}")}
_PERSISTENCE = Parameter("float", 0.8, "above 0 and below 1", lambda value: 0.0 < value < 1.0)


def _all() -> tuple[Family, ...]:
    return (
        Family("Success", "required", "1 if any of the first k documents is relevant", _REL),
        Family("RR", "optional", "1 / rank of the first relevant document", _REL),
        Family("P", "required", "relevant documents among the first k, divided by k", _REL),
        Family(
            "R",
            "required",
            "relevant documents among the first k, divided by all relevant ones (capped: k of "
            "them at most)",
            _CAPPED,
        ),
        Family(
            "AP",
            "optional",
            "precision at each relevant document, added and divided by all relevant ones "
            "(capped: k of them at most)",
            _CAPPED,
        ),
        Family("GMAP", "none", "AP, whose mean is geometric", _REL, "geometric", "AP"),
        Family(
            "nDCG",
            "optional",
            "discounted gain, divided by that of the ideal list; gain is the grade, or 2^grade - 1",
            {
                "dcg": Parameter(
                    "choice", "log2", "log2 or exp-log2", choices=("log2", "exp-log2")
                ),
                **_GAINS,
            },
        ),
        Family(
            "Rprec",
            "none",
            "precision at rank R, the number of relevant documents, or at x times R",
            {**_REL, "x": Parameter("float", 1.0, "above 0", lambda value: value > 0.0)},
        ),
        Family("Bpref", "none", "relevant documents above judged nonrelevant ones", _REL),
        Family("GMBpref", "none", "Bpref, whose mean is geometric", _REL, "geometric", "Bpref"),
        Family("infAP", "none", "AP estimated from a judged sample of the pool", _REL),
        Family("IPrec", "recall", "highest precision at or after a recall level", _REL),
        Family("IPrecMean", "none", "mean of IPrec at recall 0, 0.1 to 1", _REL),
        Family(
            "SetP",
            "none",
            "relevant documents retrieved, divided by those retrieved (relative: by the relevant "
            "ones, if these are fewer)",
            {**_REL, "relative": Parameter("bool", False, "True or False")},
        ),
        Family("SetR", "none", "relevant documents retrieved, divided by all relevant ones", _REL),
        Family("SetAP", "none", "SetP times SetR", _REL),
        Family(
            "SetF",
            "none",
            "(beta + 1) P R / (R + beta P) of SetP and SetR; beta is not squared",
            {**_REL, "beta": Parameter("float", 1.0, "from 0", lambda value: value >= 0.0)},
        ),
        Family("NumQ", "none", "queries", {}, "sum"),
        Family("NumRet", "none", "documents retrieved", {}, "sum"),
        Family("NumRel", "none", "relevant documents", _REL, "sum"),
        Family("NumRelRet", "none", "relevant documents retrieved", _REL, "sum"),
        Family("NumNonrelRet", "none", "judged nonrelevant documents retrieved", _REL, "sum"),
        Family("Utility", "none", "relevant documents retrieved less the others retrieved", _REL),
        Family("Judged", "required", "share of the first k documents that have a grade"),
        Family("Unjudged", "required", "documents among the first k without a grade from 0, by k"),
        Family(
            "ERR",
            "optional",
            "expected reciprocal rank at which a reader is satisfied",
            {"max_grade": Parameter("int", 4, "a grade from 1", lambda value: value >= 1)},
        ),
        Family(
            "RBP",
            "optional",
            "weight (1 - p) p^(rank - 1) of the relevant documents",
            {**_REL, "p": _PERSISTENCE},
        ),
        Family(
            "RBPResidual",
            "optional",
            "what RBP could be higher, were all that is unjudged or beyond the list relevant",
            {"p": _PERSISTENCE},
        ),
        Family("NCG", "required", "gain of the first k documents, divided by that of the ideal"),
        Family(
            "Compat",
            "none",
            "rank-biased overlap with the nearest ideal list, normalised",
            {"p": Parameter("float", 0.95, "above 0 and below 1", lambda value: 0.0 < value < 1.0)},
        ),
        Family("G", "none", "trec_eval's G: gain discounted by what an ideal list is ahead"),
        Family(
            "binG", "none", "trec_eval's binG: relevant documents discounted by others above", _REL
        ),
        Family(
            "nDCGRel", "none", "trec_eval's ndcg_rel: mean of nDCG at each document with a gain"
        ),
        Family(
            "RnDCG", "none", "trec_eval's Rndcg: mean of nDCG where the ideal gain changes", _REL
        ),
    )


FAMILIES: Mapping[str, Family] = {family.name: family for family in _all()}
"""Every family by name."""


def parameters(family: Family) -> dict[str, Parameter]:
    """Return the parameters of a family, its own and those of all, in the order written."""
    return {**family.parameters, **COMMON}
