"""The page that trec_eval would print for a run."""

from __future__ import annotations

from collections.abc import Iterator

from groundkit.api.measure_files import MeasuredRun
from groundkit.measure.trec_names import position
from groundkit.output.trec import trec_line, trec_value


def trec_page(result: MeasuredRun, *, per_query: bool = False, full: bool = False) -> str:
    """Return the lines of a run in trec_eval's order; ``per_query`` as with ``-q``.

    ``full`` writes all digits of a value instead of four places. Under the population ``judged``
    the summary's ``num_rel`` counts grades above 0 of all judged queries whatever the relevance
    level, as ``trec_eval -c`` does.
    """
    order = sorted(
        range(len(result.lines)), key=lambda index: (position(result.lines[index]), index)
    )
    return "".join(
        [*(_queries(result, order, full) if per_query else ()), *_summary(result, order, full)]
    )


def _queries(result: MeasuredRun, order: list[int], full: bool) -> Iterator[str]:
    values = {(value.query_id, value.position): value.value for value in result.queries}
    for query_id, is_retrieved in result.judged_queries.items():
        if not is_retrieved and result.population == "intersection":
            continue
        for index in order:
            line = result.lines[index]
            if not line.per_query:
                continue
            if line.measure is None:
                text = f"'{result.grade_strings[query_id]}'"
            else:
                text = trec_value(values[query_id, index], is_count=line.is_count, full=full)
            yield trec_line(line.label, query_id, text)


def _summary(result: MeasuredRun, order: list[int], full: bool) -> Iterator[str]:
    for index in order:
        line, mean = result.lines[index], result.means[index]
        if not line.in_summary:
            continue
        if mean is None:
            yield trec_line(line.label, "all", result.name)
        elif line.label == "num_rel" and result.population == "judged":
            yield trec_line(line.label, "all", str(result.num_positive))
        else:
            text = trec_value(mean.value or 0.0, is_count=line.is_count, full=full)
            yield trec_line(line.label, "all", text)
