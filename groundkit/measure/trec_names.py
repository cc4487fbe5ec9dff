"""The names that trec_eval gives to measures, with its default cutoffs, order and nicknames.

A name may carry arguments after a dot or an underscore: ``ndcg_cut.10``, ``P_5,10``,
``iprec_at_recall..10,.25``, ``ndcg.1=3,2=9``. Rules are those of trec_eval 10.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from groundkit.errors import UsageError, nearest
from groundkit.measure.family import MAX_INTEGER, Value
from groundkit.measure.grammar import Measure, make

Style = Literal["none", "hits", "shares", "gains", "at", "worths", "beta", "persistence"]

_ARGUMENTS = re.compile(r"[0-9.+-][0-9.,=+-]*")

RUN_ID = "runid"
"""The line with the tag of the run; no measure."""


@dataclass(frozen=True, slots=True)
class TrecName:
    """One measure of trec_eval."""

    name: str
    family: str
    style: Style = "none"
    """What its arguments mean."""
    defaults: tuple[str, ...] = ()
    """Arguments that are used when none are given; each is a line of its own."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A measure with the label that trec_eval prints for it."""

    label: str
    measure: Measure
    position: int
    """Where trec_eval prints it, from 0: which of its measures it is."""
    given: bool = True
    """False when the arguments are the default ones."""


_RANKS = ("5", "10", "15", "20", "30", "100", "200", "500", "1000")
_SHARES = tuple(f"{tenths / 10:.1f}" for tenths in range(11))
_FACTORS = tuple(f"{fifths / 5:.1f}" for fifths in range(1, 11))

TREC_NAMES: tuple[TrecName, ...] = (
    TrecName("num_q", "NumQ"),
    TrecName("num_ret", "NumRet"),
    TrecName("num_rel", "NumRel"),
    TrecName("num_rel_ret", "NumRelRet"),
    TrecName("map", "AP"),
    TrecName("gm_map", "GMAP"),
    TrecName("Rprec", "Rprec"),
    TrecName("bpref", "Bpref"),
    TrecName("recip_rank", "RR"),
    TrecName("iprec_at_recall", "IPrec", "shares", _SHARES),
    TrecName("P", "P", "hits", _RANKS),
    TrecName("relstring", "RelString", "hits", ("10",)),
    TrecName("recall", "R", "hits", _RANKS),
    TrecName("infAP", "infAP"),
    TrecName("gm_bpref", "GMBpref"),
    TrecName("Rprec_mult", "RprecMult", "shares", _FACTORS),
    TrecName("utility", "Utility", "worths"),
    TrecName("11pt_avg", "IPrecAvg", "at"),
    TrecName("binG", "BinG"),
    TrecName("G", "G"),
    TrecName("ndcg", "nDCG", "gains"),
    TrecName("ndcg_rel", "nDCGRel"),
    TrecName("Rndcg", "RnDCG"),
    TrecName("ndcg_cut", "nDCG", "hits", _RANKS),
    TrecName("map_cut", "AP", "hits", _RANKS),
    TrecName("relative_P", "RCap", "hits", _RANKS),
    TrecName("success", "Success", "hits", ("1", "5", "10")),
    TrecName("set_P", "SetP"),
    TrecName("set_relative_P", "SetP"),
    TrecName("set_recall", "SetR"),
    TrecName("set_map", "SetAP"),
    TrecName("set_F", "SetF", "beta"),
    TrecName("num_nonrel_judged_ret", "NumNonrelJudgedRet"),
    TrecName("rbp", "RBP", "persistence"),
    TrecName("rbp_resid", "RBPResidual", "persistence"),
    TrecName("unj", "Unj", "hits", ("5", "10", "20")),
)
"""In the order in which trec_eval prints them, whatever the order in which they are asked for."""

_BY_NAME: Mapping[str, TrecName] = MappingProxyType({known.name: known for known in TREC_NAMES})
_POSITION = {known.name: position for position, known in enumerate(TREC_NAMES)}

NICKNAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "official": (RUN_ID, *(known.name for known in TREC_NAMES[:11])),
        "set": (
            RUN_ID,
            *("num_q", "num_ret", "num_rel", "num_rel_ret", "utility"),
            *("set_P", "set_relative_P", "set_recall", "set_map", "set_F"),
        ),
        "all_trec": (RUN_ID, *(known.name for known in TREC_NAMES)),
    }
)
"""Names for many measures at once."""

LEFT_OUT: Mapping[str, str] = MappingProxyType(
    {
        "prefs": "preferences between documents are not read; trec_eval -R prefs does",
        "all_prefs": "preferences between documents are not read; trec_eval -R prefs does",
        "qrels_jg": "judgment groups are not read; trec_eval -R qrels_jg does",
        "yaap": "it is not defined for a query without a relevant document",
    }
)
"""Names of trec_eval that are refused, with the reason."""


def is_trec_name(text: str) -> bool:
    """Return whether trec_eval, not the grammar of ``ir_measures``, decides what this means."""
    if text in NICKNAMES or text in LEFT_OUT or text == RUN_ID:
        return True
    if text.startswith(("prefs_", "zscore")) or text.endswith("_avgjg"):
        return True
    return _split(text)[0] is not None


def labelled(text: str) -> Iterator[Labelled]:
    """Yield the measures that a name of trec_eval stands for, in the order it prints them.

    ``runid`` yields nothing. Raises UsageError for a name or an argument that does not exist.
    """
    if text == RUN_ID:
        return
    if text in NICKNAMES:
        for member in NICKNAMES[text]:
            yield from labelled(member)
        return
    if text in LEFT_OUT:
        raise UsageError(f'measure "{text}" is left out: {LEFT_OUT[text]}')
    if text.startswith("prefs_") or text.endswith("_avgjg"):
        group = "prefs" if text.startswith("prefs_") else "qrels_jg"
        raise UsageError(f'measure "{text}" is left out: {LEFT_OUT[group]}')
    name, arguments = _split(text)
    if name is None:
        guess = nearest(text, [*_BY_NAME, *NICKNAMES])
        hint = f'; did you mean "{guess}"?' if guess else ""
        raise UsageError(f'unknown trec_eval measure "{text}"{hint}')
    yield from _expanded(_BY_NAME[name], arguments)


def _split(text: str) -> tuple[str | None, str]:
    """Return the longest name that begins ``text`` and what follows its dot or underscore."""
    for name in sorted(_BY_NAME, key=len, reverse=True):
        if text == name:
            return name, ""
        arguments = text[len(name) + 1 :]
        if text.startswith((f"{name}.", f"{name}_")) and _ARGUMENTS.fullmatch(arguments):
            return name, arguments
    return None, ""


def _expanded(known: TrecName, arguments: str) -> Iterator[Labelled]:
    position = _POSITION[known.name]
    several = arguments.split(",") if arguments else known.defaults
    if known.style == "none":
        if arguments:
            raise UsageError(f'measure "{known.name}" takes no arguments, got "{arguments}"')
        relative: dict[str, Value] = {"relative": True} if known.name == "set_relative_P" else {}
        yield Labelled(known.name, make(known.family, relative), position, False)
    elif known.style == "hits":
        for cutoff in sorted(set(map(_hits, several))):
            label = known.name if _is_plain(known, arguments) else f"{known.name}_{cutoff}"
            yield Labelled(label, make(known.family, {}, cutoff), position, bool(arguments))
    elif known.style == "shares":
        for share in sorted(set(map(_real, several))):
            label = f"{known.name}_{share:.2f}"
            yield Labelled(label, make(known.family, {}, share), position, bool(arguments))
    else:
        label = f"{known.name}_{arguments}" if arguments else known.name
        measure = make(known.family, _values(known, arguments))
        yield Labelled(label, measure, position, bool(arguments))


def _is_plain(known: TrecName, arguments: str) -> bool:
    """Return whether the label has no number: relstring prints its default cutoff without one."""
    return not arguments and known.name == "relstring"


def _values(known: TrecName, arguments: str) -> dict[str, Value]:
    if not arguments:
        return {}
    if known.style == "beta":
        return {"beta": _real(arguments)}
    if known.style == "persistence":
        return {"p": _real(arguments)}
    pieces = arguments.split(",")
    if known.style == "at":
        return {"at": tuple(sorted({_real(piece) for piece in pieces}))}
    if known.style == "worths":
        if len(pieces) != 4 or _real(pieces[3]):
            raise UsageError(
                f'measure "{known.name}" takes four numbers, the last of them 0 because the size '
                f'of the collection is not known; got "{arguments}"'
            )
        return dict(zip("abc", map(_real, pieces[:3]), strict=True))
    gains = {}
    for piece in pieces:
        grade, equals, gain = piece.partition("=")
        if not equals or not re.fullmatch(r"-?[0-9]{1,9}", grade):
            raise UsageError(f'measure "{known.name}": "{piece}" is not understood; expected 1=3')
        gains[int(grade)] = _real(gain)
    return {"gains": tuple(sorted(gains.items()))}


def _hits(written: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", written) or not 1 <= int(written) <= MAX_INTEGER:
        raise UsageError(f'cutoff "{written}" is not understood; expected a whole number from 1')
    return int(written)


def _real(written: str) -> float:
    if not re.fullmatch(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)", written):
        raise UsageError(f'argument "{written}" is not understood; expected a number such as 0.25')
    return float(written)
