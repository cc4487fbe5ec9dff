"""Qrels and runs as they come: every form that is right is read, every mistake is named."""

from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path

import pytest

from groundkit.api.measure_files import MeasuredFiles, measure_files
from groundkit.errors import InputError, UsageError

QRELS = b"q1 0 d1 1\nq1 0 d2 0\nq2 0 d3 2\n"
RUN = b"q1 Q0 d2 1 3.5 tag\nq1 Q0 d1 2 2.5 tag\nq2 Q0 d3 1 1.5 tag\n"
"""RR: 1/2 and 1, so 0.75 on average."""


def measured(
    folder: Path, qrels: bytes = QRELS, run: bytes = RUN, *measures: str, **options: object
) -> MeasuredFiles:
    (folder / "qrels.txt").write_bytes(qrels)
    (folder / "a.run").write_bytes(run)
    return measure_files(
        folder / "qrels.txt",
        [folder / "a.run"],
        measures or ("RR",),
        **options,  # type: ignore[arg-type]
    )


def value(found: MeasuredFiles, position: int = 0) -> float | None:
    return found.runs[0].means[position].value


def refused(folder: Path, qrels: bytes = QRELS, run: bytes = RUN, **options: object) -> list[str]:
    with pytest.raises(InputError) as caught:
        measured(folder, qrels, run, **options)
    return [problem.replace(f"{folder}/", "") for problem in caught.value.problems]


@pytest.mark.parametrize(
    "run",
    [
        pytest.param(RUN, id="as it should be"),
        pytest.param(RUN.replace(b" ", b"\t"), id="tabs"),
        pytest.param(RUN.replace(b" ", b"  "), id="several spaces"),
        pytest.param(RUN.replace(b" Q0", b"\t Q0"), id="tabs and spaces"),
        pytest.param(b"  " + RUN, id="leading spaces"),
        pytest.param(RUN.replace(b"\n", b" \n"), id="trailing spaces"),
        pytest.param(RUN.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(RUN.replace(b"tag\nq2", b"tag\r\nq2"), id="mixed line ends"),
        pytest.param(RUN[:-1], id="no line end at the end"),
        pytest.param(RUN.replace(b"\n", b"\n\n"), id="blank lines"),
        pytest.param(RUN + b"   \n", id="a line of spaces"),
        pytest.param(b"# a comment of six columns\n" + RUN, id="a comment of five columns"),
        pytest.param(b"# comment of six columns .\n" + RUN, id="a comment of six columns"),
        pytest.param(RUN.replace(b"q2", b"#\nq2"), id="a comment between lines"),
        pytest.param(b"\xef\xbb\xbf" + RUN, id="a byte-order mark"),
        pytest.param(RUN.replace(b"tag", b"a tag with spaces"), id="text after the tag"),
        pytest.param(RUN.replace(b" 3.5 ", b" 35e-1 "), id="an exponent"),
        pytest.param(RUN.replace(b" 3.5 ", b" +3.5 "), id="a plus sign"),
        pytest.param(RUN.replace(b" 1 3.5", b" - 3.5"), id="a rank that is no number"),
        pytest.param(gzip.compress(RUN), id="gzip, whatever the name"),
        pytest.param(gzip.compress(RUN[:20]) + gzip.compress(RUN[20:]), id="gzip in two parts"),
        pytest.param(
            json.dumps({"q1": {"d2": 3.5, "d1": 2.5}, "q2": {"d3": 1}}).encode(), id="JSON"
        ),
    ],
)
def test_every_right_form_of_a_run_has_the_same_value(tmp_path: Path, run: bytes) -> None:
    assert value(measured(tmp_path, run=run)) == 0.75


@pytest.mark.parametrize(
    "qrels",
    [
        pytest.param(QRELS.replace(b" ", b"\t"), id="tabs"),
        pytest.param(QRELS.replace(b" ", b"   "), id="several spaces"),
        pytest.param(QRELS.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(b"# one\n# two\n" + QRELS, id="two comments"),
        pytest.param(b"\xef\xbb\xbf" + QRELS, id="a byte-order mark"),
        pytest.param(QRELS + b"q1 0 d1 1\n", id="the same judgment twice"),
        pytest.param(gzip.compress(QRELS), id="gzip"),
        pytest.param(b"query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t0\nq2\td3\t2\n", id="BEIR"),
        pytest.param(json.dumps({"q1": {"d1": 1, "d2": 0}, "q2": {"d3": 2}}).encode(), id="JSON"),
    ],
)
def test_every_right_form_of_qrels_has_the_same_value(tmp_path: Path, qrels: bytes) -> None:
    assert value(measured(tmp_path, qrels)) == 0.75


COLUMNS = "expected 6: query Q0 document rank score tag"


@pytest.mark.parametrize(
    ("run", "said"),
    [
        (b"q1 Q0 d1 1 2.5\n", f"a.run:1: has 5 columns, {COLUMNS}"),
        (RUN + b"q1 Q0 d4 3  tag\n", f"a.run:4: has 5 columns, {COLUMNS}"),
        (RUN + b"q1  d4 3 1.5 tag\n", f"a.run:4: has 5 columns, {COLUMNS}"),
        (RUN + b"q1 Q0 d4  1.5 tag\n", f"a.run:4: has 5 columns, {COLUMNS}"),
        (RUN + b"q1 Q0 d4 3 1.5 \n", f"a.run:4: has 5 columns, {COLUMNS}"),
        (RUN + b"q1\n", f"a.run:4: has 1 columns, {COLUMNS}"),
        (RUN + b"q1 Q0 d4 3 high tag\n", 'a.run:4: score "high" is not a finite number'),
        (RUN + b"q1 Q0 d4 3 nan tag\n", 'a.run:4: score "nan" is not a finite number'),
        (RUN + b"q1 Q0 d4 3 -inf tag\n", 'a.run:4: score "-inf" is not a finite number'),
        (RUN + b"q1 Q0 d4 3 1e999 tag\n", 'a.run:4: score "1e999" is not a finite number'),
        (RUN + b"q1 Q0 d4 3 1_0 tag\n", 'a.run:4: score "1_0" is not a finite number'),
        (RUN + b"q1 Q0 d4 3 1,5 tag\n", 'a.run:4: score "1,5" is not a finite number'),
        (RUN + b"q1 Q0 d4 3 0x10 tag\n", 'a.run:4: score "0x10" is not a finite number'),
        (RUN + b"q1 Q0 d\xe9 3 1.5 tag\n", "a.run:4: is not UTF-8 (byte 0xe9 in an id)"),
        (RUN + b"q1 Q0 d\0 3 1.5 tag\n", "a.run:4: binary data (a NUL byte), expected text"),
        (RUN + b"q1 Q0 d1 3 1.5 tag\n", 'a.run:4: document "d1" of query "q1" was retrieved at'),
        (b"", "a.run: the file is empty"),
        (b"# nothing\n\n", "a.run: has no hit"),
        (b"PK\x03\x04rest", "a.run: is a zip archive"),
        (b'{"q1": ["d1"]}', 'a.run: query "q1" has no object of documents'),
        (b'{"q1": {"d1": "x"}}', 'a.run: query "q1", document "d1": score \'x\' is not a number'),
        (b'{"q1": {"d1": NaN}}', "score is not a finite number"),
        (b'{"q1": {"d1": 1, "d1": 2}}', 'key "d1" stands twice'),
        (b'{"q1":\n {"d1": 1}', "a.run:2: is not JSON"),
        (b'{"q1": {"a\\tb": 1}}', "is empty or has a tab"),
        (b'{"q1": {"a": true}}', "is not a number"),
    ],
)
def test_a_mistake_in_a_run_is_named_with_its_line(tmp_path: Path, run: bytes, said: str) -> None:
    (problem,) = refused(tmp_path, run=run)
    assert said in problem
    assert problem.startswith("a.run")


QRELS_COLUMNS = "expected 4: query iteration document grade"


@pytest.mark.parametrize(
    ("qrels", "said"),
    [
        (QRELS + b"q1 0 d9\n", f"qrels.txt:4: has 3 columns, {QRELS_COLUMNS}"),
        (QRELS + b"q1 0 d9 1 x\n", f"qrels.txt:4: has 5 columns, {QRELS_COLUMNS}"),
        (QRELS + b"q1 0 d9 1.0\n", 'qrels.txt:4: grade "1.0" is not a whole number'),
        (QRELS + b"q1 0 d9 yes\n", 'qrels.txt:4: grade "yes" is not a whole number'),
        (QRELS + b"q1 0 d9 99999999999\n", 'grade "99999999999" is not a whole number'),
        (QRELS + b"q1 0 d1 0\n", 'qrels.txt:4: document "d1" of query "q1" has grade 0, but grade'),
        (QRELS + b"q1 0 d\xff 1\n", "qrels.txt:4: is not UTF-8"),
        (QRELS + b"q1 0 \0 1\n", "qrels.txt:4: binary data"),
        (b"", "qrels.txt: the file is empty"),
        (b"\n# none\n", "qrels.txt: has no judgment"),
        (b"query-id\tcorpus-id\tscore\nq1 0 d1 1\n", "qrels.txt:2: has 4 columns, expected 3"),
        (b'{"q1": {"d1": 1.0}}', "grade '1.0' is not a whole number"),
    ],
)
def test_a_mistake_in_qrels_is_named_with_its_line(tmp_path: Path, qrels: bytes, said: str) -> None:
    (problem,) = refused(tmp_path, qrels=qrels)
    assert said in problem
    assert problem.startswith("qrels.txt")


def test_all_mistakes_of_a_file_are_reported_together(tmp_path: Path) -> None:
    problems = refused(tmp_path, run=b"q1 Q0 d1 1 x t\nq1 Q0 d1 1 1 t\nq1 Q0 d2\n")
    assert [problem.partition(": ")[0] for problem in problems] == ["a.run:1", "a.run:3"]


def test_a_file_of_nothing_but_mistakes_stops_after_twenty(tmp_path: Path) -> None:
    problems = refused(tmp_path, run=b"x\n" * 100)
    assert len(problems) == 21
    assert problems[-1] == "a.run: there may be more; mend these first"


def test_gzip_that_ends_too_early_names_the_line(tmp_path: Path) -> None:
    many = b"".join(b"q1 Q0 d%d 1 %d t\n" % (number, number) for number in range(20000))
    (problem,) = refused(tmp_path, run=gzip.compress(many)[:-1000])
    assert "the gzip data ends too early" in problem
    assert int(problem.split(":")[1]) > 1000


def test_gzip_whose_checksum_is_wrong_is_refused(tmp_path: Path) -> None:
    data = bytearray(gzip.compress(RUN))
    data[-6] ^= 1
    (problem,) = refused(tmp_path, run=bytes(data))
    assert "the gzip data is damaged" in problem


def test_a_folder_and_a_missing_file_are_named(tmp_path: Path) -> None:
    (tmp_path / "qrels.txt").write_bytes(QRELS)
    with pytest.raises(InputError, match=r"is a folder, expected a run"):
        measure_files(tmp_path / "qrels.txt", [tmp_path], ["RR"])
    with pytest.raises(InputError, match=r"cannot be read: No such file"):
        measure_files(tmp_path / "qrels.txt", [tmp_path / "none"], ["RR"])


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(tmp_path: Path) -> None:
    (tmp_path / "qrels.txt").write_bytes(QRELS)
    (tmp_path / "a*[1].run").write_bytes(RUN)
    found = measure_files(tmp_path / "qrels.txt", [tmp_path / "a*[1].run"], ["RR"])
    assert value(found) == 0.75


def test_standard_input_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "qrels.txt").write_bytes(QRELS)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(RUN))))
    assert value(measure_files(tmp_path / "qrels.txt", ["-"], ["RR"])) == 0.75
    with pytest.raises(UsageError, match="one of the files only"):
        measure_files("-", ["-"], ["RR"])


def test_ids_are_text_and_never_numbers(tmp_path: Path) -> None:
    found = measured(tmp_path, b"1 0 01 1\n01 0 1 1\n", b"1 Q0 1 1 2 t\n1 Q0 01 2 1 t\n", "RR")
    # Query 1 has document 01 at rank 2; query 01 has no list.
    assert value(found) == 0.25


def test_a_document_that_is_retrieved_twice_counts_at_its_best_score_when_asked(
    tmp_path: Path,
) -> None:
    run = b"q1 Q0 d1 1 1 t\nq1 Q0 d2 2 2 t\nq1 Q0 d1 3 3 t\n"
    found = measured(tmp_path, b"q1 0 d1 1\n", run, "RR", "NumRet", keep_first=True)
    assert [mean.value for mean in found.runs[0].means] == [1.0, 2.0]
    assert "1 hits of a document that the same query has already were dropped" in found.notes[0]


def test_a_document_with_two_grades_has_the_first_when_asked(tmp_path: Path) -> None:
    found = measured(tmp_path, b"q2 0 d3 1\nq2 0 d3 0\n", keep_first=True)
    assert value(found) == 1.0


def test_what_was_ignored_is_said(tmp_path: Path) -> None:
    run = b"\xef\xbb\xbf" + RUN.replace(b" tag", b" tag more").replace(b"q2", b"q9")
    notes = "\n".join(measured(tmp_path, run=run).notes)
    assert "a.run: a byte-order mark at the beginning was dropped" in notes
    assert "a.run:1: text after the tag was ignored, as on 2 more lines" in notes
    assert "1 of its 2 queries have no judgment in " in notes
    assert 'has no list for 1 of 2 judged queries ("q2")' in notes


def test_a_rank_column_that_disagrees_is_said_and_the_scores_decide(tmp_path: Path) -> None:
    run = b"q1 Q0 d1 1 1 t\nq1 Q0 d2 2 2 t\n"
    found = measured(tmp_path, b"q1 0 d1 1\nq1 0 d2 0\n", run)
    assert value(found) == 0.5
    assert "the rank column disagrees with the order of the scores" in found.notes[0]


def test_ranks_that_begin_with_0_do_not_disagree(tmp_path: Path) -> None:
    run = b"q1 Q0 d2 0 2 t\nq1 Q0 d1 1 1 t\n"
    assert measured(tmp_path, b"q1 0 d1 1\nq1 0 d2 0\n", run).notes == ()


def test_populations(tmp_path: Path) -> None:
    qrels = b"q1 0 d1 1\nq2 0 d1 1\nq3 0 d1 1\n"
    run = b"q1 Q0 d1 1 1 t\nq8 Q0 d1 1 1 t\n"
    (tmp_path / "topics.tsv").write_text("q1\tone\nq2\ttwo\nq7\tseven\nq8\teight\n")
    for population, expected in {"judged": 1 / 3, "intersection": 1.0, "topics": 1 / 4}.items():
        found = measured(
            tmp_path,
            qrels,
            run,
            "RR",
            "NumQ",
            parameters={"population": population},
            topics=tmp_path / "topics.tsv",
        )
        assert value(found) == expected, population
        assert found.runs[0].means[0].num_queries == value(found, 1)
    with pytest.raises(UsageError, match="name it with --topics"):
        measured(tmp_path, qrels, run, parameters={"population": "topics"})


def test_the_population_is_part_of_a_measure(tmp_path: Path) -> None:
    qrels = b"q1 0 d1 1\nq2 0 d1 1\n"
    found = measured(tmp_path, qrels, b"q1 Q0 d1 1 1 t\n", "RR", "RR(population='intersection')")
    assert [mean.value for mean in found.runs[0].means] == [0.5, 1.0]


def test_nothing_in_common_is_refused_over_the_intersection(tmp_path: Path) -> None:
    (problem,) = refused(
        tmp_path, b"q1 0 d1 1\n", b"q1.a Q0 d1 1 2 t\n", parameters={"population": "intersection"}
    )
    assert "none of its queries is judged" in problem
    assert '"q1.a"' in problem
    assert '"q1"' in problem


def test_several_runs_are_measured_against_the_same_judgments(tmp_path: Path) -> None:
    (tmp_path / "qrels.txt").write_bytes(QRELS)
    (tmp_path / "a").write_bytes(RUN)
    (tmp_path / "b").write_bytes(RUN.replace(b" 3.5", b" 0.5"))
    found = measure_files(tmp_path / "qrels.txt", [tmp_path / "a", tmp_path / "b"], ["RR", "P@1"])
    assert [row[1:3] for row in found.table().rows] == [
        ("RR", 0.75),
        ("P@1", 0.5),
        ("RR", 1.0),
        ("P@1", 1.0),
    ]


def test_a_grade_whose_gain_is_beyond_every_number_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot take a grade of 2000"):
        measured(tmp_path, b"q1 0 d1 2000\n", RUN, "nDCG(dcg='exp-log2')@10")


def test_permuted_lines_change_nothing(tmp_path: Path) -> None:
    forward = measured(tmp_path, QRELS, RUN, "all_trec", per_query=True)
    backward = measured(
        tmp_path,
        b"".join(reversed(QRELS.splitlines(keepends=True))),
        b"".join(reversed(RUN.splitlines(keepends=True))),
        "all_trec",
        per_query=True,
    )
    assert forward.table() == backward.table()
    assert forward.query_table() == backward.query_table()


def test_counting_ranks_and_sorting_lists_give_the_same_places(tmp_path: Path) -> None:
    # One judged document a query of many hits is counted, many of few are sorted.
    docs = [f"d{number}" for number in range(40)]
    run = "".join(f"q1 Q0 {doc} 1 {number % 7} t\n" for number, doc in enumerate(docs))
    few = b"q1 0 d20 1\n"
    many = few + "".join(f"q1 0 {doc} 0\n" for doc in docs if doc != "d20").encode()
    (counted,) = measured(tmp_path, few, run.encode(), "RR").runs
    (sorted_,) = measured(tmp_path, many, run.encode(), "RR").runs
    assert counted.means == sorted_.means
