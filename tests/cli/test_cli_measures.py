"""``measures`` on a command line: formats, notes, exit codes, and the output of trec_eval."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from small_collection import Finished

Cli = Callable[..., Finished]

QRELS = "q1 0 d1 1\nq1 0 d2 0\nq2 0 d3 2\nq10 0 d4 1\n"
RUN = "q1 Q0 d2 1 3.5 bm25\nq1 Q0 d1 2 2.5 bm25\nq2 Q0 d3 1 1.5 bm25\n"
GIVEN = ("measures", "--qrels", "qrels.txt", "--run", "a.run")


@pytest.fixture(autouse=True)
def files(cli: Cli) -> None:
    Path("qrels.txt").write_text(QRELS)
    Path("a.run").write_text(RUN)


def test_a_table_has_a_row_a_measure_with_its_number_of_queries(cli: Cli) -> None:
    done = cli(*GIVEN, "-m", "RR", "-m", "nDCG@10")
    assert done.code == 0
    assert done.out.splitlines()[-2:] == [
        "a.run  RR       0.5000            3            1",
        "a.run  nDCG@10  0.5436            3            1",
    ]
    assert 'note: a.run: has no list for 1 of 3 judged queries ("q10")' in done.err


def test_rows_for_programs_are_exact(cli: Cli) -> None:
    done = cli(*GIVEN, "-m", "P(rel=2)@3", "-f", "json", "-q")
    assert done.err == ""
    assert json.loads(done.out) == [
        {
            "run": "a.run",
            "measure": "P(rel=2)@3",
            "value": 1 / 9,
            "num_queries": 3,
            "num_missing": 1,
        }
    ]


def test_per_query_rows_are_in_the_order_of_the_ids(cli: Cli) -> None:
    done = cli(*GIVEN, "-m", "RR", "--per-query", "-f", "csv")
    assert done.out == (
        "run,query_id,measure,value\na.run,q1,RR,0.5\na.run,q10,RR,0.0\na.run,q2,RR,1.0\n"
    )


def test_trec_output_is_that_of_trec_eval(cli: Cli) -> None:
    done = cli(
        *GIVEN,
        "-m",
        "num_rel",
        "-m",
        "map",
        "-m",
        "runid",
        "-m",
        "ERR@5",
        "-f",
        "trec",
        "--per-query",
        "-l",
        "2",
    )
    name = "{:<22}\t{}\t{}".format
    assert done.out.splitlines() == [
        name("num_rel", "q1", "0"),
        name("map", "q1", "0.0000"),
        name("ERR@5", "q1", "0.0312"),
        name("num_rel", "q10", "0"),
        name("map", "q10", "0.0000"),
        name("ERR@5", "q10", "0.0000"),
        name("num_rel", "q2", "1"),
        name("map", "q2", "1.0000"),
        name("ERR@5", "q2", "0.1875"),
        name("runid", "all", "bm25"),
        # trec_eval -c counts every grade above 0 here.
        name("num_rel", "all", "3"),
        name("map", "all", "0.3333"),
        name("ERR@5", "all", "0.0729"),
    ]


def test_places_full_has_every_digit(cli: Cli) -> None:
    done = cli(*GIVEN, "-m", "map", "-f", "trec", "--places", "full")
    assert done.out == f"{'map':<22}\tall\t0.5\n"
    third = cli(*GIVEN, "-m", "P@3", "--places", "full").out
    assert repr((1 / 3 + 1 / 3) / 3) in third
    assert "0.222222 " in cli(*GIVEN, "-m", "P@3", "--places", "6").out


def test_without_a_measure_it_is_the_official_ones(cli: Cli) -> None:
    assert len(cli(*GIVEN, "-f", "trec").out.splitlines()) == 30


def test_switches_of_trec_eval_have_equivalents(cli: Cli) -> None:
    done = cli(*GIVEN, "-m", "num_ret", "-J", "-M", "1", "-f", "jsonl", "-q")
    assert json.loads(done.out)["measure"] == "NumRet(judged_only=True,depth=1)"
    assert json.loads(done.out)["value"] == 2.0


def test_standard_input_and_output_file(cli: Cli) -> None:
    done = cli(
        "measures",
        "--qrels",
        "qrels.txt",
        "--run",
        "-",
        "-m",
        "RR",
        "-f",
        "csv",
        "-o",
        "out.csv",
        stdin=RUN.encode(),
    )
    assert (done.code, done.out) == (0, "")
    assert Path("out.csv").read_text().splitlines()[1] == "standard input,RR,0.5,3,1"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("measures", "--run", "r"), 2, "name the judgments with --qrels and a run with --run"),
        ((*GIVEN, "-m", "nDGC@10"), 2, 'unknown measure "nDGC@10"; did you mean "nDCG"?'),
        ((*GIVEN, "-m", "prefs"), 2, 'measure "prefs" is left out'),
        ((*GIVEN, "--places", "x"), 2, "expected a number from 0 to 17, or full"),
        ((*GIVEN, "-l", "0"), 2, "is not in the range x>=1"),
        ((*GIVEN, "-f", "parquet"), 2, "name a file with --output"),
        ((*GIVEN, "--population", "topics"), 2, "name it with --topics"),
        (("measures", "--qrels", "qrels.txt", "--run", "none"), 3, "none: cannot be read"),
        (("measures", "--qrels", "a.run", "--run", "a.run"), 3, "a.run:1: has 6 columns"),
    ],
)
def test_what_is_wrong_has_its_exit_code(
    cli: Cli, arguments: tuple[str, ...], code: int, said: str
) -> None:
    done = cli(*arguments)
    assert (done.code, done.out) == (code, "")
    assert said in done.err


def test_on_duplicate_first_keeps_the_best(cli: Cli) -> None:
    Path("a.run").write_text(RUN + "q1 Q0 d1 9 9.5 bm25\n")
    assert cli(*GIVEN, "-m", "RR").code == 3
    done = cli(*GIVEN, "-m", "RR", "--on-duplicate", "first", "-f", "csv", "--per-query")
    assert "a.run,q1,RR,1.0" in done.out


def test_ties_show_what_another_order_could_make_of_each_measure(cli: Cli) -> None:
    Path("a.run").write_text("q1 Q0 d1 1 1 t\nq1 Q0 d2 2 1 t\nq2 Q0 d3 1 1 t\nq10 Q0 d4 1 1 t\n")
    done = cli(*GIVEN, "-m", "RR", "-m", "P@2", "-m", "G", "--ties", "-f", "csv")
    # q1 has d2 and d1 tied, in that order: its RR is 1/2 and could be 1.
    assert done.out.splitlines() == [
        "run,measure,value,lowest,highest,num_queries,num_touched,num_affected",
        f"a.run,RR,{2.5 / 3},{2.5 / 3},1.0,3,1,1",
        "a.run,P@2,0.5,0.5,0.5,3,0,0",
    ]
    assert "note: G is left out: its bounds under other orders of ties are not known" in done.err


def test_label_holes_show_what_labels_could_make_of_each_measure(cli: Cli) -> None:
    Path("qrels.txt").write_text("q1 0 d1 1\n")
    Path("a.run").write_text("q1 Q0 x 1 3 t\nq1 Q0 d1 2 2 t\nq1 Q0 y 3 1 t\n")
    done = cli(*GIVEN, "-m", "P@2", "-m", "R@2", "-m", "AP", "--label-holes", "-f", "csv", "-q")
    # R@2: 1 of 1 is found; with y relevant and x not it is 1 of 2.
    # AP: 1/2 as it is, which is the lowest; 1 with x relevant, y or not.
    assert done.out.splitlines()[1:] == [
        "a.run,P@2,0.5,0.5,1.0,1,1,1",
        "a.run,R@2,1.0,0.5,1.0,1,1,1",
        "a.run,AP,0.5,0.5,1.0,1,1,1",
    ]


@pytest.mark.parametrize("further", [("--label-holes",), ("--per-query",), ("-f", "trec")])
def test_a_report_of_bounds_stands_alone(cli: Cli, further: tuple[str, ...]) -> None:
    done = cli(*GIVEN, "--ties", *further)
    assert (done.code, done.out) == (2, "")
    assert "are reports of their own" in done.err


def test_a_report_of_bounds_needs_a_measure_that_has_some(cli: Cli) -> None:
    done = cli(*GIVEN, "--ties", "-m", "infAP")
    assert (done.code, done.out) == (2, "")
    assert "infAP is left out" in done.err


TREC = "trec_eval_test"
OUTPUTS = {
    "out.test": ("qrels.test", "results.test", "--population", "intersection"),
    "out.test.a": ("qrels.test", "results.test", "-m", "all_trec", "--population", "intersection"),
    "out.test.aq": (
        "qrels.test", "results.test", "-m", "all_trec", "--population", "intersection",
        "--per-query",
    ),
    "out.test.aqc": ("qrels.test", "results.trunc", "-m", "all_trec", "--per-query"),
    "out.test.aqcM": ("qrels.test", "results.trunc", "-m", "all_trec", "--per-query", "-M", "100"),
    "out.test.aql": (
        "qrels.rel_level", "results.test", "-m", "all_trec", "-m", "relstring.20", "--per-query",
        "-l", "2", "--population", "intersection",
    ),
    "out.comment.test": (
        "qrels.comment.test.gz", "results.comment.test.gz", "--population", "intersection",
    ),
    "out.test.meas_params": (
        "qrels.test", "results.test", "--per-query", "--population", "intersection",
        *("-m", "iprec_at_recall..10,.20,.25,.75,.50", "-m", "P.5,7,3", "-m", "recall.20,2000"),
        *("-m", "Rprec_mult.5.0,0.2,0.35", "-m", "utility.2,-1,0,0", "-m", "11pt_avg..25,.5,.75"),
        *("-m", "ndcg.1=3,2=9,4=4.5", "-m", "ndcg_cut.10,20,23", "-m", "success.2,5,20"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("printed", OUTPUTS)
def test_trec_eval_printed_the_same_bytes(cli: Cli, shared_data: Path, printed: str) -> None:
    folder = shared_data / TREC
    qrels, run, *options = OUTPUTS[printed]
    done = cli("measures", "--qrels", folder / qrels, "--run", folder / run, "-f", "trec", *options)
    expected = (folder / printed).read_text(encoding="utf-8").splitlines()
    # Its rbp and rbp_resid read memory that was never set.
    assert [line for line in done.out.splitlines() if not line.startswith("rbp")] == [
        line for line in expected if not line.startswith("rbp")
    ]
    assert done.code == 0
