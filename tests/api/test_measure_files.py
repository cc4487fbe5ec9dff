"""Measures of files: the cases that tools disagree on, and a slow plain reference."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundkit.api.measure_files import MeasuredRun, MeasureSettings, measure_files, summary_table
from groundkit.errors import InputError, UsageError

Grades = Mapping[str, Mapping[str, int]]
Scores = Mapping[str, Mapping[str, float]]


def measured(
    folder: Path, qrels: str | Grades, run: str | Scores, *names: str, **options: Any
) -> MeasuredRun:
    """Measure a run; both files are given as text, or as what their JSON holds."""
    paths = []
    for name, content in (("qrels", qrels), ("run", run)):
        path = folder / name
        text = content if isinstance(content, str) else json.dumps(content)
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    duplicate = options.pop("on_duplicate", "refuse")
    (result,) = measure_files(
        paths[0], paths[1:], names, settings=MeasureSettings(**options), on_duplicate=duplicate
    )
    return result


def values(result: MeasuredRun) -> list[float | None]:
    """Return the means in the order asked for."""
    return [mean.value for mean in result.means if mean is not None]


def test_tied_documents_stand_in_descending_order_of_their_ids(tmp_path: Path) -> None:
    result = measured(tmp_path, {"q": {"d3": 1}}, {"q": {"d1": 1, "d2": 1, "d3": 1}}, "RR")
    assert values(result) == [1.0]


def test_ids_are_compared_as_text_by_code_point_not_as_numbers_or_by_locale(
    tmp_path: Path,
) -> None:
    # 9 > 8 > ... > 2 > 11 > 10 > 1 > 0: the eight above "2" and it come first.
    grades = {str(number): 1 for number in range(10)}
    scores = {str(number): 1.0 for number in range(12)}
    assert values(measured(tmp_path, {"q": grades}, {"q": scores}, "P@10")) == [0.8]
    mixed = {"é": 1.0, "z": 1.0, "一": 1.0, "😀": 1.0, "A": 1.0}
    assert values(measured(tmp_path, {"q": {"é": 1}}, {"q": mixed}, "RR")) == [1 / 3]


def test_the_rank_column_is_not_looked_at(tmp_path: Path) -> None:
    run = "q1 Q0 d1 1 0.1 s\nq1 Q0 d2 2 0.9 s\n"
    assert values(measured(tmp_path, "q1 0 d1 1\n", run, "RR")) == [0.5]


def test_scores_are_compared_in_float64_unless_float32_is_asked_for(tmp_path: Path) -> None:
    run = {"q": {"d0": 0.92226214537525860, "d5": 0.92226214537525850}}
    assert values(measured(tmp_path, {"q": {"d0": 1}}, run, "RR", "RR(score='float32')")) == [
        1.0,
        0.5,
    ]


def test_average_precision_at_a_cutoff_divides_by_all_relevant_documents(tmp_path: Path) -> None:
    grades = {f"r{number}": 1 for number in range(10)}
    scores = {f"r{number}": 10.0 - number for number in range(5)}
    names = ("AP@5", "AP(capped=True)@5", "R@5", "R(capped=True)@5")
    assert values(measured(tmp_path, {"q": grades}, {"q": scores}, *names)) == [0.5, 1.0, 0.5, 1.0]


def test_a_negative_grade_is_pooled_but_not_judged(tmp_path: Path) -> None:
    qrels, run = {"q": {"d1": -1, "d2": 1}}, {"q": {"d1": 2.0, "d2": 1.0}}
    names = ("AP", "Bpref", "infAP", "Judged@2", "Unjudged@2", "AP(judged_only=True)")
    # infAP: 1/2 + 1/2 * (1 pooled above / 1) * (e / 2e).
    assert values(measured(tmp_path, qrels, run, *names)) == [0.5, 1.0, 0.75, 1.0, 0.5, 1.0]


def test_the_relevance_level_does_not_change_the_gain(tmp_path: Path) -> None:
    qrels = {"q": {"d1": 1, "d2": 2, "d3": 3, "d4": 0}}
    run = {"q": {"d1": 4.0, "d4": 3.0, "d2": 2.0, "d3": 1.0}}
    at_1 = values(measured(tmp_path, qrels, run, "nDCG"))
    at_2 = values(measured(tmp_path, qrels, run, "nDCG", "RR", rel=2))
    assert at_2 == [*at_1, 1 / 3]


def test_a_missing_query_counts_zero_or_is_left_out_by_name(tmp_path: Path) -> None:
    qrels, run = {"q1": {"d": 1}, "q2": {"d": 1}}, {"q1": {"d": 1.0}, "q9": {"d": 1.0}}
    result = measured(tmp_path, qrels, run, "AP", "AP(population='intersection')", "GMAP")
    assert [(mean.value, mean.num_queries) for mean in result.means if mean] == [
        (0.5, 2),
        (1.0, 1),
        (math.exp((math.log(1.0) + math.log(1e-5)) / 2), 2),
    ]
    assert (result.judged_queries, result.num_unjudged) == ({"q1": True, "q2": False}, 1)


def test_files_without_a_common_query_are_measured_and_said_to_be_strangers(
    tmp_path: Path,
) -> None:
    result = measured(tmp_path, {"q1": {"d": 1}}, {"q1.a": {"d": 1.0}}, "AP")
    assert values(result) == [0.0]
    assert 'the run has "q1.a", the judgments have "q1"' in result.notes[0]


def test_grades_above_127_are_grades(tmp_path: Path) -> None:
    result = measured(tmp_path, {"q": {"a": 1000, "b": 1}}, {"q": {"b": 9.0, "a": 8.0}}, "nDCG")
    gain, ideal = 1 + 1000 / math.log2(3), 1000 + 1 / math.log2(3)
    assert values(result) == [pytest.approx(gain / ideal, abs=1e-12)]


def test_a_grade_above_the_highest_that_err_knows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"grade 5, above 4; say ERR\(max_grade=5\)"):
        measured(tmp_path, {"q": {"a": 5}}, {"q": {"a": 1.0}}, "ERR@5")


def test_depth_cuts_before_unjudged_documents_are_taken_out(tmp_path: Path) -> None:
    run = {"q": {"x": 3.0, "a": 2.0, "b": 1.0}}
    result = measured(
        tmp_path, {"q": {"a": 1, "b": 1}}, run, "AP", "NumRet", depth=2, judged_only=True
    )
    assert values(result) == [0.5, 1.0]


def test_a_repeated_document_is_refused_unless_the_best_is_wanted(tmp_path: Path) -> None:
    run = "q1 Q0 d1 1 3 s\nq1 Q0 d2 2 2 s\nq1 Q0 d1 3 1 s\n"
    with pytest.raises(InputError, match="run:3: "):
        measured(tmp_path, "q1 0 d1 1\n", run, "AP")
    result = measured(tmp_path, "q1 0 d1 1\n", run, "AP", "NumRet", on_duplicate="first")
    assert values(result) == [1.0, 2.0]


def test_the_number_of_queries_stands_beside_every_mean(tmp_path: Path) -> None:
    table = summary_table([measured(tmp_path, {"q": {"a": 1}}, {"q": {"a": 1.0}}, "AP", "RR")])
    assert table.columns == ("run", "measure", "value", "num_queries")
    assert table.rows == (("run", "AP", 1.0, 1), ("run", "RR", 1.0, 1))


# A slow, obvious reference.


def ranked(scores: Mapping[str, float]) -> list[str]:
    return [doc for _, doc in sorted(((score, doc) for doc, score in scores.items()), reverse=True)]


def dcg(gains: list[float]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))


def ratio(over: float, under: float) -> float:
    return over / under if under else 0.0


def gains_of(grades: Mapping[str, int], docs: list[str]) -> list[float]:
    return [float(max(grades.get(doc, 0), 0)) for doc in docs]


def best(grades: Mapping[str, int]) -> list[float]:
    return sorted((float(grade) for grade in grades.values() if grade > 0), reverse=True)


def average_precision(grades: Mapping[str, int], docs: list[str]) -> float:
    found, total = 0, 0.0
    for rank, doc in enumerate(docs, start=1):
        if grades.get(doc, 0) >= 1:
            found += 1
            total += found / rank
    return ratio(total, sum(grade >= 1 for grade in grades.values()))


def bpref(grades: Mapping[str, int], docs: list[str]) -> float:
    relevant = sum(grade >= 1 for grade in grades.values())
    nonrelevant = sum(grade == 0 for grade in grades.values())
    above, total = 0, 0.0
    for doc in docs:
        grade = grades.get(doc)
        if grade == 0:
            above += 1
        elif grade is not None and grade >= 1:
            total += 1 - (min(above, relevant) / min(nonrelevant, relevant) if above else 0)
    return ratio(total, relevant)


REFERENCE: dict[str, Callable[[Mapping[str, int], list[str]], float]] = {
    "AP": average_precision,
    "Bpref": bpref,
    "nDCG@3": lambda grades, docs: ratio(dcg(gains_of(grades, docs)[:3]), dcg(best(grades)[:3])),
    "nDCG(dcg='exp-log2')@3": lambda grades, docs: ratio(
        dcg([2**gain - 1 for gain in gains_of(grades, docs)[:3]]),
        dcg([2**gain - 1 for gain in best(grades)[:3]]),
    ),
    "NCG@3": lambda grades, docs: ratio(sum(gains_of(grades, docs)[:3]), sum(best(grades)[:3])),
    "RR": lambda grades, docs: next(
        (1 / rank for rank, doc in enumerate(docs, start=1) if grades.get(doc, 0) >= 1), 0.0
    ),
    "P@3": lambda grades, docs: sum(grades.get(doc, 0) >= 1 for doc in docs[:3]) / 3,
    "RBP(p=0.5)": lambda grades, docs: (
        0.5 * sum(0.5**place for place, doc in enumerate(docs) if grades.get(doc, 0) >= 1)
    ),
    "Judged@3": lambda grades, docs: ratio(sum(doc in grades for doc in docs[:3]), len(docs[:3])),
}
IN_IR_MEASURES = ("AP", "Bpref", "nDCG@3", "RR", "P@3")
"""Those that it has trec_eval compute, which breaks ties by the id."""

DOCS = st.sampled_from([f"d{number}" for number in range(6)])
QRELS = st.dictionaries(
    st.sampled_from(["q1", "q2", "q3"]),
    st.dictionaries(DOCS, st.integers(-1, 3), min_size=1),
    min_size=1,
)
RUN = st.dictionaries(
    st.sampled_from(["q1", "q2", "q4"]),
    st.dictionaries(DOCS, st.sampled_from([0.5, 1.0, 1.5, 2.0]), min_size=1),
    min_size=1,
)


@settings(max_examples=60)
@given(qrels=QRELS, run=RUN)
def test_the_values_of_queries_are_those_of_a_plain_reference_and_of_ir_measures(
    qrels: Grades, run: Scores, tmp_path_factory: pytest.TempPathFactory
) -> None:
    irm = pytest.importorskip("ir_measures")
    result = measured(tmp_path_factory.mktemp("files"), qrels, run, *REFERENCE)
    names = [str(line.measure) for line in result.lines]
    found = {(value.query_id, names[value.position]): value.value for value in result.queries}
    assert found.keys() == {(query_id, name) for query_id in qrels for name in REFERENCE}
    for (query_id, name), value in found.items():
        docs = ranked(run.get(query_id, {}))
        assert value == pytest.approx(REFERENCE[name](qrels[query_id], docs), abs=1e-12), name
        assert not math.isnan(value)
    wanted = [irm.parse_measure(name) for name in IN_IR_MEASURES]
    for metric in irm.iter_calc(wanted, qrels, run):
        value = found[metric.query_id, str(metric.measure)]
        assert value == pytest.approx(metric.value, abs=1e-9), str(metric.measure)
