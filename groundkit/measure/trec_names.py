"""trec_eval's names of measures, their default cutoffs and order, as measures of the grammar."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from groundkit.errors import UsageError
from groundkit.measure.grammar import Measure, parse


@dataclass(frozen=True, slots=True)
class TrecLine:
    """A line that trec_eval prints."""

    label: str
    """The first column, such as ``ndcg_cut_10``."""
    measure: Measure | None
    """What is computed; None for ``runid`` and ``relstring``, which are no numbers."""

    @property
    def per_query(self) -> bool:
        """Whether ``-q`` prints it for each query."""
        return self.label not in ("runid", "num_q", "gm_map", "gm_bpref")

    @property
    def in_summary(self) -> bool:
        """Whether it stands among the lines of ``all``."""
        return self.label != "relstring"

    @property
    def is_count(self) -> bool:
        """Whether its values are printed as whole numbers."""
        return self.measure is not None and self.measure.family.startswith("Num")


CUTOFFS = ("5", "10", "15", "20", "30", "100", "200", "500", "1000")
TENTHS = tuple(f"{step / 10:.2f}" for step in range(11))

_PLAIN: Mapping[str, str] = {
    "num_q": "NumQ",
    "num_ret": "NumRet",
    "num_rel": "NumRel",
    "num_rel_ret": "NumRelRet",
    "map": "AP",
    "gm_map": "GMAP",
    "Rprec": "Rprec",
    "bpref": "Bpref",
    "recip_rank": "RR",
    "infAP": "infAP",
    "gm_bpref": "GMBpref",
    "utility": "Utility",
    "11pt_avg": "IPrecMean",
    "binG": "binG",
    "G": "G",
    "ndcg": "nDCG",
    "ndcg_rel": "nDCGRel",
    "Rndcg": "RnDCG",
    "set_P": "SetP",
    "set_relative_P": "SetP(relative=True)",
    "set_recall": "SetR",
    "set_map": "SetAP",
    "num_nonrel_judged_ret": "NumNonrelRet",
}

_CUT: Mapping[str, tuple[Callable[[str], str], Sequence[str]]] = {
    "iprec_at_recall": (lambda at: f"IPrec@{float(at)}", TENTHS),
    "P": (lambda at: f"P@{at}", CUTOFFS),
    "recall": (lambda at: f"R@{at}", CUTOFFS),
    "Rprec_mult": (lambda at: f"Rprec(x={float(at)})", [f"{n / 5:.2f}" for n in range(1, 11)]),
    "ndcg_cut": (lambda at: f"nDCG@{at}", CUTOFFS),
    "map_cut": (lambda at: f"AP@{at}", CUTOFFS),
    "relative_P": (lambda at: f"R(capped=True)@{at}", CUTOFFS),
    "success": (lambda at: f"Success@{at}", ("1", "5", "10")),
    "set_F": (lambda at: f"SetF(beta={float(at)})", ("1.0",)),
    "unj": (lambda at: f"Unjudged@{at}", ("5", "10", "20")),
}
"""With a parameter: how it is written in the grammar, and the values trec_eval has by default."""

_REAL = ("iprec_at_recall", "Rprec_mult")
"""Whose parameter is printed with two places."""

_NO_NUMBER = ("runid", "relstring")

NOT_COMPUTED: Mapping[str, str] = {
    "rbp": "trec_eval reads memory there that it never wrote; RBP(p=0.8) is the measure",
    "rbp_resid": "trec_eval reads memory there that it never wrote; RBPResidual is the measure",
    "yaap": "its estimate is not published; AP is the measure behind it",
    "prefs": "preferences between documents are not judged here",
}
"""Measures of trec_eval that cannot be given exactly, and why."""

_OFFICIAL = (
    "runid num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall P"
)
_ALL = (
    _OFFICIAL
    + " relstring recall infAP gm_bpref Rprec_mult utility 11pt_avg binG G ndcg ndcg_rel Rndcg"
    " ndcg_cut map_cut relative_P success set_P set_relative_P set_recall set_map set_F"
    " num_nonrel_judged_ret unj"
)
NICKNAMES: Mapping[str, str] = {
    "official": _OFFICIAL,
    "set": "runid num_q num_ret num_rel num_rel_ret utility set_P set_relative_P set_recall"
    " set_map set_F",
    "all_trec": _ALL,
}
"""Names for many measures: trec_eval's, in its order. ``all_trec`` leaves out NOT_COMPUTED."""

_ORDER: Sequence[str] = _ALL.split()


def trec_lines(name: str) -> tuple[TrecLine, ...] | None:
    """Return the lines of a name of trec_eval in its order; None for a name it does not have.

    ``name`` is a nickname, a measure (``ndcg_cut``: its default cutoffs), a measure with
    parameters (``ndcg_cut.10,20``) or a label as printed (``ndcg_cut_10``). Raises UsageError
    for parameters that cannot be, and for a measure that is left out on purpose.
    """
    if name in NICKNAMES:
        return tuple(line for part in NICKNAMES[name].split() for line in trec_lines(part) or ())
    base, dot, given = name.partition(".")
    if base in NOT_COMPUTED:
        raise UsageError(f'"{name}" is not computed: {NOT_COMPUTED[base]}')
    if name in _NO_NUMBER:
        return (TrecLine(name, None),)
    if name in _PLAIN:
        return (TrecLine(name, parse(_PLAIN[name])),)
    if base in _PLAIN:
        raise UsageError(f'"{name}": {base} takes no parameters here')
    if base in _CUT:
        return tuple(_line(base, at) for at in (given.split(",") if dot else _CUT[base][1]))
    printed = re.fullmatch(r"(\w+?)_(\d+(?:\.\d+)?)", name)
    if printed and printed[1] in _CUT:
        return (_line(printed[1], printed[2]),)
    return None


def label(measure: Measure) -> str:
    """Return trec_eval's label for a measure, or the measure's own name when it has none."""
    for name, written in _PLAIN.items():
        if parse(written) == measure:
            return name
    at = measure.cutoff if measure.cutoff is not None else measure.get("x") or measure.get("beta")
    for name, (write, _) in _CUT.items():
        try:
            if at is not None and parse(write(str(at))) == measure:
                return _line(name, str(at)).label
        except UsageError:
            continue
    return str(measure)


def position(line: TrecLine) -> tuple[int, float]:
    """Return where trec_eval prints a line: its measures have a fixed order."""
    for name in sorted(_ORDER, key=len, reverse=True):
        if line.label == name or re.fullmatch(rf"{name}_[\d.]+", line.label):
            at = line.label[len(name) + 1 :]
            return _ORDER.index(name), float(at) if at else 0.0
    return len(_ORDER), 0.0


def _line(name: str, at: str) -> TrecLine:
    write, defaults = _CUT[name]
    try:
        measure = parse(write(at))
    except ValueError as error:
        raise UsageError(f'"{name}.{at}": expected such as {name}.{defaults[0]}') from error
    if name == "set_F" and at == "1.0":
        return TrecLine(name, measure)
    return TrecLine(f"{name}_{float(at):.2f}" if name in _REAL else f"{name}_{at}", measure)
