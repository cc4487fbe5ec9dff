"""Every measure family: its names, parameters, levels and meaning. Pure data.

Names are those of ``ir_measures`` where it has one. A family that ``trec_eval`` prints says so;
how its own spelling is read is in ``trec_names``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from groundkit.measure.family import Family, Parameter

REL = Parameter("rel", "integer", 1, "least grade that is relevant", low=1)
JUDGED_ONLY = Parameter("judged_only", "flag", False, "drop unjudged hits and close the ranks")
DEPTH = Parameter("depth", "integer", None, "look at so many hits of each list only", low=1)
POPULATION = Parameter(
    "population",
    "choice",
    "judged",
    "which queries the mean is over",
    choices=("judged", "intersection", "topics"),
)
SCORES = Parameter(
    "scores",
    "choice",
    "float64",
    "precision at which scores are compared",
    choices=("float64", "float32"),
)
COVER = Parameter("cover", "number", None, "share of a span that a hit must hold", high=1)

COMMON = (JUDGED_ONLY, DEPTH, POPULATION, SCORES)
"""Parameters that every measure of lists of documents has, after its own."""

_BINARY = (REL, *COMMON)
_PERSISTENCE = Parameter("p", "number", 0.8, "persistence: chance of looking at the next hit")
_DOCUMENT = ("document",)
_UNITS = ("unit",)
_TREC = "trec_eval"

_ALL: tuple[Family, ...] = (
    Family(
        "NumQ",
        _DOCUMENT,
        "number of queries",
        _TREC,
        parameters=COMMON,
        aggregate="count",
        kind="count",
    ),
    Family(
        "NumRet",
        _DOCUMENT,
        "hits; with rel, relevant ones only",
        _TREC,
        parameters=(
            Parameter("rel", "integer", None, "least grade counted", low=1, shared=False),
            *COMMON,
        ),
        aggregate="sum",
        kind="count",
    ),
    Family(
        "NumRel",
        _DOCUMENT,
        "judged relevant documents, retrieved or not",
        _TREC,
        parameters=_BINARY,
        aggregate="sum",
        kind="count",
    ),
    Family(
        "NumRelRet",
        _DOCUMENT,
        "relevant hits",
        _TREC,
        parameters=_BINARY,
        aggregate="sum",
        kind="count",
    ),
    Family(
        "NumNonrelJudgedRet",
        _DOCUMENT,
        "hits judged not relevant",
        _TREC,
        parameters=_BINARY,
        aggregate="sum",
        kind="count",
    ),
    Family(
        "AP",
        _DOCUMENT,
        "precision at each relevant hit, added up and divided by R",
        "Buckley and Voorhees 2005",
        cutoff="optional",
        parameters=_BINARY,
        aliases=("MAP",),
    ),
    Family(
        "GMAP",
        _DOCUMENT,
        "geometric mean of AP, which is taken as at least 0.00001",
        "Robertson 2006",
        parameters=_BINARY,
        aggregate="geometric mean",
    ),
    Family(
        "APCap",
        _DOCUMENT,
        "AP@k divided by min(k, R) instead of R",
        "Kaggle, MAP@k",
        cutoff="required",
        parameters=_BINARY,
    ),
    Family(
        "Rprec",
        _DOCUMENT,
        "relevant hits among the first R, divided by R",
        "Buckley and Voorhees 2005",
        parameters=_BINARY,
        aliases=("RPrec",),
    ),
    Family(
        "RprecMult",
        _DOCUMENT,
        "precision after a multiple of R hits",
        _TREC,
        cutoff="required",
        cutoff_kind="share",
        parameters=_BINARY,
    ),
    Family(
        "Bpref",
        _DOCUMENT,
        "how often a relevant hit stands before those judged not relevant",
        "Buckley and Voorhees 2004",
        parameters=_BINARY,
        aliases=("BPref",),
    ),
    Family(
        "GMBpref",
        _DOCUMENT,
        "geometric mean of Bpref, which is taken as at least 0.00001",
        _TREC,
        parameters=_BINARY,
        aggregate="geometric mean",
    ),
    Family(
        "RR",
        ("chunk", "unit", "document"),
        "1 / rank of the first relevant hit",
        "Voorhees, TREC-8 question answering track, 1999",
        cutoff="optional",
        budget_levels=_UNITS,
        parameters=(*_BINARY, COVER),
        aliases=("MRR",),
    ),
    Family(
        "IPrec",
        _DOCUMENT,
        "highest precision at or beyond a share of the relevant documents",
        "van Rijsbergen, Information Retrieval, 1979",
        cutoff="required",
        cutoff_kind="share",
        parameters=_BINARY,
    ),
    Family(
        "IPrecAvg",
        _DOCUMENT,
        "mean of IPrec at several shares, eleven unless given",
        "van Rijsbergen, Information Retrieval, 1979",
        parameters=(Parameter("at", "numbers", None, "the shares", high=1), *_BINARY),
    ),
    Family(
        "P",
        ("chunk", "document"),
        "relevant hits among the first k, divided by k",
        "van Rijsbergen, Information Retrieval, 1979",
        cutoff="required",
        parameters=_BINARY,
        aliases=("Precision",),
    ),
    Family(
        "R",
        ("chunk", "unit", "document"),
        "relevant hits among the first k, divided by all that are relevant",
        "van Rijsbergen, Information Retrieval, 1979",
        cutoff="required",
        budget_levels=_UNITS,
        parameters=(*_BINARY, COVER),
        aliases=("Recall",),
    ),
    Family(
        "RCap",
        _DOCUMENT,
        "relevant hits among the first k, divided by min(k, R)",
        "trec_eval, relative_P; BEIR, R_cap@k",
        cutoff="required",
        parameters=_BINARY,
        aliases=("RelP",),
    ),
    Family(
        "RelString",
        _DOCUMENT,
        "grades of the first k hits as one text; - is unjudged, . is negative",
        _TREC,
        cutoff="required",
        parameters=COMMON,
        kind="text",
    ),
    Family(
        "infAP",
        _DOCUMENT,
        "AP estimated where only a sample of the pool was judged",
        "Yilmaz and Aslam 2006",
        parameters=_BINARY,
    ),
    Family(
        "Utility",
        _DOCUMENT,
        "linear combination of the four counts of a set",
        _TREC,
        parameters=(
            Parameter("a", "number", 1.0, "worth of a relevant hit", low=-1e9, high=1e9),
            Parameter("b", "number", -1.0, "worth of another hit", low=-1e9, high=1e9),
            Parameter(
                "c", "number", 0.0, "worth of a relevant document missed", low=-1e9, high=1e9
            ),
            *_BINARY,
        ),
    ),
    Family(
        "BinG",
        _DOCUMENT,
        "gain of each relevant hit, less the more others stand before it",
        _TREC,
        parameters=_BINARY,
    ),
    Family(
        "G",
        _DOCUMENT,
        "gain of each hit, less the further the list lags behind the ideal one",
        _TREC,
        parameters=_BINARY,
    ),
    Family(
        "nDCG",
        ("chunk", "document"),
        "discounted gain, divided by that of an ideal list",
        "Jarvelin and Kekalainen 2002",
        cutoff="optional",
        parameters=(
            Parameter(
                "dcg",
                "choice",
                "log2",
                "gain is the grade, or 2 to its power less 1",
                choices=("log2", "exp-log2"),
            ),
            Parameter("gains", "gains", None, "gain of each grade"),
            *COMMON,
        ),
        aliases=("NDCG",),
    ),
    Family(
        "nDCGRel",
        _DOCUMENT,
        "nDCG so far at each relevant hit, added up and divided by R",
        _TREC,
        parameters=_BINARY,
    ),
    Family(
        "RnDCG",
        _DOCUMENT,
        "nDCG over all relevant hits, discounted by R",
        _TREC,
        parameters=_BINARY,
    ),
    Family(
        "NCG",
        _DOCUMENT,
        "gain of the first k hits, divided by that of an ideal list",
        "Jarvelin and Kekalainen 2002",
        cutoff="required",
        parameters=(Parameter("gains", "gains", None, "gain of each grade"), *COMMON),
    ),
    Family(
        "Success",
        ("chunk", "unit", "document"),
        "1 if any of the first k hits is relevant",
        "hit rate; the founding name is recall_at_k",
        cutoff="required",
        budget_levels=_UNITS,
        parameters=(*_BINARY, COVER),
    ),
    Family(
        "SetP",
        _DOCUMENT,
        "relevant hits divided by hits",
        _TREC,
        parameters=(
            REL,
            Parameter("relative", "flag", False, "divide by min(hits, R)"),
            *COMMON,
        ),
    ),
    Family(
        "SetR",
        _DOCUMENT,
        "relevant hits divided by R",
        _TREC,
        parameters=_BINARY,
    ),
    Family(
        "SetAP",
        _DOCUMENT,
        "SetP times SetR",
        _TREC,
        parameters=_BINARY,
    ),
    Family(
        "SetF",
        _DOCUMENT,
        "weighted harmonic mean of SetP and SetR",
        _TREC,
        parameters=(
            REL,
            Parameter(
                "beta",
                "number",
                1.0,
                "weight of SetR, as trec_eval takes it: not squared",
            ),
            *COMMON,
        ),
    ),
    Family(
        "RBP",
        _DOCUMENT,
        "expected relevance for a reader who goes on with probability p",
        "Moffat and Zobel 2008",
        cutoff="optional",
        parameters=(REL, Parameter("p", "number", 0.8, _PERSISTENCE.meaning, high=1), *COMMON),
    ),
    Family(
        "RBPResidual",
        _DOCUMENT,
        "what RBP would gain were every hit without a grade relevant",
        "Moffat and Zobel 2008",
        parameters=(Parameter("p", "number", 0.8, _PERSISTENCE.meaning, high=1), *COMMON),
    ),
    Family(
        "Unj",
        _DOCUMENT,
        "hits not judged among the first k, divided by k",
        _TREC,
        cutoff="required",
        parameters=COMMON,
    ),
    Family(
        "Judged",
        _DOCUMENT,
        "share of the first k hits that have a grade",
        "ir_measures",
        cutoff="optional",
        parameters=COMMON,
    ),
    Family(
        "ERR",
        _DOCUMENT,
        "1 / rank at which a reader expects to be satisfied",
        "Chapelle and others 2009, as gdeval computes it",
        cutoff="optional",
        parameters=(
            Parameter(
                "max_rel", "integer", 4, "grade of a document that is perfect", low=1, high=50
            ),
            *COMMON,
        ),
    ),
    Family(
        "Compat",
        _DOCUMENT,
        "rank-biased overlap with the ideal list most like this one",
        "Clarke, Vtyurina and Smucker 2021",
        parameters=(
            Parameter("p", "number", 0.95, "persistence", high=1),
            Parameter("normalize", "flag", True, "divide by the overlap of the ideal list itself"),
            *COMMON,
        ),
    ),
    Family(
        "Complete",
        _UNITS,
        "1 if the first k hits hold every piece of evidence",
        "groundkit",
        cutoff="required",
        budget_levels=_UNITS,
        parameters=(COVER,),
    ),
    Family(
        "uDCG",
        _UNITS,
        "mean over pieces of evidence of 1 / log2(1 + best rank)",
        "groundkit",
        cutoff="required",
        budget_levels=_UNITS,
        parameters=(COVER,),
    ),
    Family(
        "CharRecall",
        ("character",),
        "gold characters that the first k hits hold",
        "groundkit",
        cutoff="required",
        budget_levels=("character",),
    ),
    Family(
        "CharPrecision",
        ("character",),
        "characters of the first k hits that are gold",
        "groundkit",
        cutoff="required",
        budget_levels=("character",),
    ),
    Family(
        "CharIoU",
        ("character",),
        "gold characters held, divided by all that are held or gold",
        "groundkit",
        cutoff="required",
        budget_levels=("character",),
    ),
    Family(
        "PrecisionOmega",
        ("character",),
        "precision if every chunk that holds gold were found",
        "Chroma, Evaluating Chunking Strategies, 2024",
    ),
    Family(
        "CharCeiling",
        ("character",),
        "gold characters that lie in some chunk",
        "groundkit",
    ),
    Family("Whole", _UNITS, "share of pieces of evidence that lie in one chunk", "groundkit"),
    Family(
        "AbstentionAUC",
        ("list",),
        "chance that an answerable query has the higher top score",
        "Hanley and McNeil 1982",
    ),
)

FAMILIES: Mapping[str, Family] = MappingProxyType({family.name: family for family in _ALL})
"""Every family by its name, in the order of the documentation."""

NAMES: Mapping[str, Family] = MappingProxyType(
    {name: family for family in _ALL for name in (family.name, *family.aliases)}
)
"""Every family by its name and by its aliases."""
