"""Measures of files against trec_eval 10 at 12 decimals, its printed pages, and ir_measures."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from groundkit.api.measure_files import MeasureSettings, measure_files
from groundkit.api.trec_page import trec_page

VARIANTS: dict[str, dict[str, Any]] = {
    "qc": {},
    "qc.l2": {"rel": 2},
    "qc.J": {"judged_only": True},
    "qc.M10": {"depth": 10},
    "q": {"population": "intersection"},
}
COLLECTIONS = {
    "trec_dl19": ("qrels.txt", "expected"),
    "cranfield": ("qrels.graded.trec", "expected"),
    "trec_eval_test": ("qrels.test", "expected12"),
}
LEFT_OUT = {"rbp", "rbp_resid"}
"""trec_eval reads memory there that it never wrote."""


def expected_values(path: Path) -> dict[tuple[str, str], float]:
    """Return what trec_eval printed, by query and label, but NaN, which it has for no list."""
    found: dict[tuple[str, str], float] = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            label, query_id, value = (part.strip() for part in line.rstrip("\n").split("\t"))
            if label not in ("runid", "relstring", *LEFT_OUT) and value not in ("nan", "-nan"):
                found[query_id, label] = float(value)
    return found


def grade_strings(path: Path) -> dict[str, str]:
    """Return the grades of the first documents that trec_eval printed, by query."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        fields = [line.rstrip("\n").split("\t") for line in lines]
    return {
        query_id: value.strip("'") for label, query_id, value in fields if label[:9] == "relstring"
    }


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("collection", COLLECTIONS)
def test_everything_that_trec_eval_prints_is_reproduced(
    shared_data: Path, collection: str, variant: str
) -> None:
    folder = shared_data / collection
    qrels, expected = COLLECTIONS[collection]
    compared = 0
    for answers in sorted((folder / expected).glob(f"*.te10.{variant}.tsv.gz")):
        name = answers.name.partition(".te10.")[0]
        run = next(path for path in folder.rglob(f"{name}*") if path.parent.name != expected)
        commented = name.startswith("results.comment")
        (result,) = measure_files(
            folder / ("qrels.comment.test.gz" if commented else qrels),
            [run],
            ["all_trec"],
            settings=MeasureSettings(**VARIANTS[variant]),
        )
        wanted = expected_values(answers)
        found: dict[tuple[str, str], float] = {}
        for line, mean in zip(result.lines, result.means, strict=True):
            if mean is not None and mean.value is not None:
                found["all", line.label] = mean.value
        for value in result.queries:
            if result.lines[value.position].per_query:
                found[value.query_id, result.lines[value.position].label] = value.value
        if variant != "q":
            found["all", "num_rel"] = result.num_positive
        found = {key: value for key, value in found.items() if key in wanted}
        assert found.keys() == wanted.keys()
        for key, value in wanted.items():
            assert found[key] == pytest.approx(value, abs=1e-9), (name, key)
        assert result.grade_strings.items() >= grade_strings(answers).items()
        compared += len(wanted)
    if compared == 0:
        pytest.skip(f"trec_eval's answers for {collection} have no {variant}")


@pytest.mark.parametrize(
    ("page", "run", "per_query", "measures", "settings"),
    [
        ("out.test", "results.test", False, ["official"], {"population": "intersection"}),
        ("out.test.a", "results.test", False, ["all_trec"], {"population": "intersection"}),
        ("out.test.aq", "results.test", True, ["all_trec"], {"population": "intersection"}),
        ("out.test.aqc", "results.trunc", True, ["all_trec"], {}),
        ("out.test.aqcM", "results.trunc", True, ["all_trec"], {"depth": 100}),
    ],
)
def test_the_page_of_trec_eval_is_reproduced_byte_for_byte(
    shared_data: Path,
    page: str,
    run: str,
    per_query: bool,
    measures: list[str],
    settings: dict[str, Any],
) -> None:
    folder = shared_data / "trec_eval_test"
    (result,) = measure_files(
        folder / "qrels.test", [folder / run], measures, settings=MeasureSettings(**settings)
    )
    printed = (folder / page).read_text(encoding="utf-8").splitlines(keepends=True)
    kept = "".join(line for line in printed if line.split()[0] not in LEFT_OUT)
    assert trec_page(result, per_query=per_query) == kept


NOT_OURS = {
    "Accuracy@10",  # A measure of pairs, which is not offered.
    "IPrec@0.1",  # trec_eval 9 rounds the number of documents up; version 10 to the nearest.
}


def test_the_other_measures_equal_those_of_ir_measures(shared_data: Path) -> None:
    folder = shared_data / "trec_dl19"
    compared: dict[str, int] = defaultdict(int)
    for answers in sorted((folder / "expected").glob("*.irm.jsonl.gz")):
        wanted: dict[str, dict[str, float]] = defaultdict(dict)
        with gzip.open(answers, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                if "value" in row:
                    wanted[row["measure"]][row["query_id"]] = row["value"]
        names = [name for name in wanted if name not in NOT_OURS]
        run = folder / "runs" / answers.name.replace(".irm.jsonl", "")
        (result,) = measure_files(folder / "qrels.txt", [run], names)
        tied = tied_queries(run)
        for value in result.queries:
            name = names[
                [str(line.measure) for line in result.lines].index(
                    str(result.lines[value.position].measure)
                )
            ]
            if value.query_id not in wanted[name]:
                continue
            if name.startswith(("RBP", "Compat")) and value.query_id in tied:
                continue  # They do not break ties by document id.
            # gdeval prints five decimals.
            near = 5.1e-6 if name.startswith(("ERR", "nDCG(dcg=")) else 1e-9
            assert value.value == pytest.approx(wanted[name][value.query_id], abs=near), name
            compared[name] += 1
    assert min(compared.values()) > 30
    assert len(compared) == 33


def tied_queries(run: Path) -> set[str]:
    """Return the queries that have two equal scores."""
    seen: set[tuple[str, str]] = set()
    tied: set[str] = set()
    with gzip.open(run, "rt", encoding="utf-8") as lines:
        for line in lines:
            query_id, _, _, _, score, *_ = line.split()
            if (query_id, score) in seen:
                tied.add(query_id)
            seen.add((query_id, score))
    return tied
