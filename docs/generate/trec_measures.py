"""The table of measures of ranked documents in docs/measures.md, from the families themselves."""

from __future__ import annotations

from groundkit.measure.bounds import ABOUT_LABELS, NO_BOUNDS
from groundkit.measure.families import COMMON, FAMILIES
from groundkit.measure.trec_names import LEFT_OUT, TREC_NAMES


def families() -> str:
    """Return one row a family at level document: name, trec_eval's name, parameters, meaning."""
    trec: dict[str, list[str]] = {}
    for known in TREC_NAMES:
        trec.setdefault(known.family, []).append(f"`{known.name}`")
    common = {parameter.name for parameter in COMMON}
    lines = [
        "| measure | trec_eval | parameters | value of one query |",
        "| --- | --- | --- | --- |",
    ]
    for family in FAMILIES.values():
        if "document" not in family.levels:
            continue
        cut = {"none": "", "optional": "[@k]", "required": "@k"}[family.cutoff]
        if family.cutoff_kind == "share":
            cut = "@x"
        names = ", ".join(
            f"`{parameter.name}`"
            for parameter in family.parameters
            if parameter.name not in common and parameter.name != "cover"
        )
        meaning = family.meaning.replace("|", "\\|")
        spelled = ", ".join(trec.get(family.name, ()))
        lines.append(f"| `{family.name}{cut}` | {spelled} | {names} | {meaning} |")
    return "\n".join(lines)


def left_out() -> str:
    """Return the names of trec_eval that are refused, with the reason."""
    return "\n".join(f"- `{name}`: {reason}." for name, reason in LEFT_OUT.items())


def bounds() -> str:
    """Return the families that have no bounds, with the reason."""
    lines = ["| left out of | families | because |", "| --- | --- | --- |"]
    for report, reasons in (("both reports", NO_BOUNDS), ("`--label-holes`", ABOUT_LABELS)):
        for reason in dict.fromkeys(reasons.values()):
            names = ", ".join(f"`{name}`" for name, why in reasons.items() if why == reason)
            lines.append(f"| {report} | {names} | {reason} |")
    lines.append(
        "| `--label-holes` | `nDCG`, `NCG` with gains of one's own | "
        "what a new label would gain is not known |"
    )
    lines.append(
        "| `--ties` | `Utility` cut at a depth of judged hits only | its length changes with the "
        "order |"
    )
    return "\n".join(lines)
