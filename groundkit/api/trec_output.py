"""Measured files as trec_eval prints them, byte for byte."""

from __future__ import annotations

from groundkit.api.measure_files import FileRun, MeasuredFiles
from groundkit.measure.families import FAMILIES
from groundkit.measure.wanted import Wanted

PLACES = 4
"""Digits after the point that trec_eval prints."""


def trec_text(measured: MeasuredFiles, *, per_query: bool, places: int | None = PLACES) -> str:
    """Return what ``trec_eval`` prints, with ``per_query`` what ``trec_eval -q`` prints.

    Queries are in the order of their ids, measures in the order of trec_eval; what it does not
    know comes last. Several runs follow each other. ``places`` None prints every digit.
    """
    return "".join(_run_text(measured, run, per_query, places) for run in measured.runs)


def _run_text(measured: MeasuredFiles, run: FileRun, per_query: bool, places: int | None) -> str:
    positions = {one: position for position, one in enumerate(measured.wanted.measures)}
    order = measured.wanted.in_trec_order()
    lines = []
    if per_query:
        rank = {positions[one]: place for place, one in enumerate(order)}
        for value in sorted(run.values, key=lambda value: (value.query_id, rank[value.position])):
            one = measured.wanted.measures[value.position]
            if FAMILIES[one.measure.family].aggregate in ("mean", "sum"):
                number = value.text if value.text is not None else value.value
                lines.append(_line(one, value.query_id, number, places))
    if measured.wanted.run_id:
        lines.append(f"{'runid':<22}\tall\t{run.tag}\n")
    for one in order:
        mean: float | None = run.means[positions[one]].value
        if FAMILIES[one.measure.family].kind == "text":
            continue
        if one.measure.family == "NumRel" and one.measure.value("population") == "judged":
            # With -c, trec_eval adds up all grades above 0 here, whatever the level.
            mean = float(run.coverage.num_positive)
        lines.append(_line(one, "all", mean, places))
    return "".join(lines)


def _line(one: Wanted, query_id: str, value: float | str | None, places: int | None) -> str:
    if isinstance(value, str):
        text = value
    elif FAMILIES[one.measure.family].kind == "count":
        text = f"{value or 0:.0f}"
    else:
        text = repr(value or 0.0) if places is None else f"{value or 0.0:6.{places}f}"
    return f"{one.trec_label:<22}\t{query_id}\t{text}\n"
