"""``measures`` as a command."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from small_collection import Finished

Cli = Callable[..., Finished]

QRELS = "q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 1\n"
RUN = "q1 Q0 d2 1 2.0 mine\nq1 Q0 d1 2 1.0 mine\n"


@pytest.fixture
def measures(cli: Cli, tmp_path: Path) -> Cli:
    """Return a function that runs the command on two small files."""
    qrels, run = tmp_path / "qrels", tmp_path / "run"
    qrels.write_text(QRELS, encoding="utf-8")
    run.write_text(RUN, encoding="utf-8")

    def call(*arguments: object, run_file: object = run, stdin: bytes = b"") -> Finished:
        return cli("measures", "--qrels", qrels, "--run", run_file, *arguments, stdin=stdin)

    return call


def test_means_come_with_their_number_of_queries_and_what_is_missing_is_said(measures: Cli) -> None:
    done = measures("-m", "map", "-m", "RR(population='intersection')", "-f", "json")
    assert json.loads(done.out) == [
        {"run": "mine", "measure": "AP", "value": 0.25, "num_queries": 2},
        {"run": "mine", "measure": "RR(population='intersection')", "value": 0.5, "num_queries": 1},
    ]
    assert done.err.startswith("mine: 1 of 2 judged queries are missing from the run")


def test_queries_have_a_row_each(measures: Cli) -> None:
    rows = json.loads(measures("-m", "P@1", "-m", "RR", "--per-query", "-f", "json").out)
    assert [(row["query_id"], row["measure"], row["value"], row["status"]) for row in rows] == [
        ("q1", "P@1", 0.0, "ok"),
        ("q1", "RR", 0.5, "ok"),
        ("q2", "P@1", 0.0, "missing"),
        ("q2", "RR", 0.0, "missing"),
    ]


def test_the_page_of_trec_eval_has_its_columns_and_order(measures: Cli) -> None:
    done = measures("-m", "recip_rank", "-m", "map", "-m", "num_q", "-f", "trec", "-q")
    assert done.out == (
        "num_q                 \tall\t2\n"
        "map                   \tall\t0.2500\n"
        "recip_rank            \tall\t0.2500\n"
    )
    full = measures("-m", "nDCG@10", "-f", "trec", "--places", "full", "-q")
    assert full.out == "ndcg_cut_10           \tall\t0.31546487678572877\n"


def test_lines_that_are_no_measures_can_be_asked_for_alone(measures: Cli) -> None:
    done = measures("-m", "relstring", "-m", "runid", "-f", "trec", "--per-query", "-q")
    assert done.out == (
        "relstring             \tq1\t'01'\n"
        "relstring             \tq2\t''\n"
        "runid                 \tall\tmine\n"
    )
    narrow = measures(
        "-m", "relstring", "-m", "RR", "--score", "float32", "--depth", 1, "-f", "trec",
        "--per-query", "-q",
    )  # fmt: skip
    assert narrow.out == (
        "recip_rank            \tq1\t0.0000\n"
        "relstring             \tq1\t'0'\n"
        "recip_rank            \tq2\t0.0000\n"
        "relstring             \tq2\t''\n"
        "recip_rank            \tall\t0.0000\n"
    )


def test_a_run_comes_from_standard_input(measures: Cli) -> None:
    done = measures("-m", "RR", "-f", "csv", "-q", run_file="-", stdin=RUN.encode())
    assert done.out == "run,measure,value,num_queries\nmine,RR,0.25,2\n"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["-m", "nDGC@10"], 2, 'unknown measure "nDGC"; did you mean "nDCG"?'),
        (["-m", "rbp"], 2, '"rbp" is not computed'),
        (["--run", "nowhere"], 3, "nowhere: cannot be read: No such file or directory"),
        (["--run", "-", "--run", "-"], 2, "standard input can be one file only"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    measures: Cli, arguments: list[str], code: int, said: str
) -> None:
    done = measures(*arguments)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
