"""Every value that trec_eval printed for three collections, at twelve decimals, and more digits."""

from __future__ import annotations

import gzip
import json
import math
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from groundkit.api.measure_files import MeasuredFiles, measure_files
from groundkit.measure.family import Value
from groundkit.measure.grammar import parse

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"

NO_ORACLE = ("runid", "rbp", "rbp_resid")
"""trec_eval's rbp reads memory that was never set; ours is that of Moffat and Zobel."""

VERSION_9_ROUNDS_OTHERWISE = ("iprec_at_recall", "11pt_avg")
"""trec_eval 9 adds 0.9 before it rounds a number of relevant documents, version 10 adds 0.5."""


class Case(NamedTuple):
    expected: Path
    qrels: Path
    run: Path
    flags: tuple[str, ...]


def cases() -> list[Any]:
    """Return every file of expected values, or one case that skips."""
    found = []
    test = DATA / "trec_eval_test"
    for path in sorted(test.glob("expected12/**/*.tsv.gz")):
        name = path.name.removesuffix(".tsv.gz")
        run, flags = re.split(r"\.te(?=9|10)", name)
        compressed = run == "results.comment.test"
        qrels = "qrels.rel_level" if path.parent.name == "rel_level" else "qrels.test"
        if compressed:
            qrels, run = "qrels.comment.test.gz", f"{run}.gz"
        found.append(Case(path, test / qrels, test / run, tuple(flags.split("."))))
    for folder, qrels in (("cranfield", "qrels.graded.trec"), ("trec_dl19", "qrels.txt")):
        for path in sorted((DATA / folder).glob("expected/*.tsv.gz")):
            run, flags = re.split(r"\.te(?=9|10)", path.name.removesuffix(".tsv.gz"))
            file = DATA / folder / "runs" / f"{run}.gz"
            found.append(Case(path, DATA / folder / qrels, file, tuple(flags.split("."))))
    if not found:
        return [pytest.param(None, marks=pytest.mark.skip(reason="../shared/data is absent"))]
    return [
        pytest.param(case, id=f"{case.expected.parent.name}-{case.expected.name[:-7]}")
        for case in found
    ]


@cache
def measured(qrels: Path, run: Path, parameters: tuple[tuple[str, Value], ...]) -> MeasuredFiles:
    return measure_files(qrels, [run], ["all_trec"], parameters=dict(parameters), per_query=True)


def lines(path: Path) -> list[str]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return file.read().splitlines()


@pytest.mark.parametrize("case", cases())
def test_every_value_of_trec_eval_is_reproduced(case: Case) -> None:
    parameters: dict[str, Value] = {}
    complete = "qc" in case.flags
    if not complete:
        parameters["population"] = "intersection"
    if "l2" in case.flags:
        parameters["rel"] = 2
    if "J" in case.flags:
        parameters["judged_only"] = True
    if "M10" in case.flags:
        parameters["depth"] = 10
    found = measured(case.qrels, case.run, tuple(parameters.items()))
    run = found.runs[0]
    labels = [one.trec_label for one in found.wanted.measures]
    values = {(labels[one.position], one.query_id): one for one in run.values}
    means = dict(zip(labels, run.means, strict=True))
    # With -c, trec_eval adds up all grades above 0 in the summary, whatever the level.
    if complete and "l2" in case.flags:
        means["num_rel"] = dict(
            zip(labels, measured(case.qrels, case.run, ()).runs[0].means, strict=True)
        )["num_rel"]
    num_compared = 0
    for line in lines(case.expected):
        name, query_id, written = (cell.strip() for cell in line.split("\t"))
        if name in NO_ORACLE:
            continue
        if "9" in case.flags and name.startswith(VERSION_9_ROUNDS_OTHERWISE):
            continue
        if name.startswith("relstring"):
            assert values[name, query_id].text == written
            continue
        value = means[name].value if query_id == "all" else values[name, query_id].value
        if math.isnan(float(written)):
            # trec_eval divides 0 by 0 where a query has no hit left; here that is 0.
            assert value is not None
            assert not math.isnan(value)
            continue
        assert value == pytest.approx(float(written), abs=1e-9, rel=1e-9), (name, query_id)
        num_compared += 1
    assert num_compared > 150


FIVE_DECIMALS = 5.1e-6
TOLERANCES = {
    "ERR@10": FIVE_DECIMALS,
    "ERR@20": FIVE_DECIMALS,
    "nDCG(dcg='exp-log2')@10": FIVE_DECIMALS,
    # It leaves the order of tied scores to chance.
    "RBP(rel=1)": 1e-5,
    "RBP(rel=1,p=0.5)": 1e-5,
    "RBP(rel=2,p=0.95)": 1e-5,
}
"""How far the values of ir_measures may be away; all others within 1e-9."""

AS_TREC_EVAL_9 = "IPrec@0.1"
"""ir_measures has this from trec_eval 9, which rounds the number of documents up."""


def ir_measures_cases() -> list[Any]:
    found = sorted((DATA / "trec_dl19").glob("expected/*.irm.jsonl.gz"))
    if not found:
        return [pytest.param(None, marks=pytest.mark.skip(reason="../shared/data is absent"))]
    return [pytest.param(path, id=path.name.partition(".run")[0]) for path in found]


@pytest.mark.parametrize("path", ir_measures_cases())
def test_values_of_ir_measures_are_reproduced(path: Path) -> None:
    expected: dict[str, dict[str, float]] = {}
    for line in lines(path):
        row = json.loads(line)
        if "value" in row and "query_id" in row:
            expected.setdefault(row["measure"], {})[row["query_id"]] = row["value"]
    names = [name for name in expected if name != AS_TREC_EVAL_9]
    assert len(names) > 30
    folder = path.parents[1]
    run_file = folder / "runs" / path.name.replace(".irm.jsonl", "")
    found = measure_files(folder / "qrels.txt", [run_file], names, per_query=True)
    values = {
        (str(found.wanted.measures[value.position].measure), value.query_id): value.value
        for value in found.runs[0].values
    }
    for one, mean in zip(found.wanted.measures, found.runs[0].means, strict=True):
        values[str(one.measure), "all"] = mean.value
    for name in names:
        for query_id, value in expected[name].items():
            tolerance = TOLERANCES.get(name, 1e-9)
            assert values[str(parse(name)), query_id] == pytest.approx(value, abs=tolerance), name
