"""Files of the TREC kind: what is read, by the engine or line by line, and what is refused."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundkit.engine import delimited
from groundkit.engine.connection import open_memory_session
from groundkit.errors import InputError
from groundkit.load import ranked_files
from groundkit.load.ranked_files import load_qrels, load_run, plain_file

Rows = list[tuple[str, str, float]]


def run_rows(path: Path, on_duplicate: ranked_files.OnDuplicate = "refuse") -> Rows:
    """Return the rows of a run file, sorted."""
    with plain_file(path) as file:
        session = open_memory_session([file.path])
        try:
            load_run(session, file, on_duplicate)
            return session.rows("from retrieved order by all")
        finally:
            session.close()


def qrels_rows(path: Path) -> Rows:
    """Return the rows of a qrels file, sorted."""
    with plain_file(path) as file:
        session = open_memory_session([file.path])
        try:
            load_qrels(session, file)
            return session.rows("from judged order by all")
        finally:
            session.close()


def written(folder: Path, content: bytes) -> Path:
    """Write a file and return its path."""
    path = folder / "file"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    "content",
    [
        b"q1 Q0 d1 1 2.5 tag\nq1 Q0 d2 2 1.5 tag\n",
        b"q1\tQ0\td1\t1\t2.5\ttag\nq1\tQ0\td2\t2\t1.5\ttag\n",
        b"q1 Q0 d1 1 2.5 tag\r\nq1 Q0 d2 2 1.5 tag\r\n",
        b"  q1  Q0 d1\t1 2.5 tag  \n\n \nq1 Q0 d2 2 1.5 tag",
        b"\xef\xbb\xbfq1 Q0 d1 1 2.5 tag\nq1 Q0 d2 2 1.5 tag\n",
        b"# one\n# two words and four more\nq1 Q0 d1 1 2.5 tag\nq1 Q0 d2 2 +1.5e0 tag\n",
        b"q1 Q0 d1 1 2.5 tag with more\nq1 Q0 d2 2 1.5 tag\n",
        b'{"q1": {"d1": 2.5, "d2": 1.5}}',
        gzip.compress(b"q1 Q0 d1 1 2.5 tag\nq1 Q0 d2 2 1.5 tag\n"),
    ],
    ids=["spaces", "tabs", "crlf", "mixed", "bom", "comments", "more-columns", "json", "gzip"],
)
def test_a_run_is_read_however_it_is_laid_out(content: bytes, tmp_path: Path) -> None:
    assert run_rows(written(tmp_path, content)) == [("q1", "d1", 2.5), ("q1", "d2", 1.5)]


@pytest.mark.parametrize(
    "content",
    [
        b"01 0 007 1\n01 0 8 -2\n",
        b"01\t0\t007\t1\n01\t0\t8\t-2\n",
        b"query-id\tcorpus-id\tscore\n01\t007\t1\n01\t8\t-2\n",
        b'{"01": {"007": 1, "8": -2}}',
    ],
    ids=["spaces", "tabs", "beir", "json"],
)
def test_ids_are_text_and_grades_stay_as_they_are(content: bytes, tmp_path: Path) -> None:
    assert qrels_rows(written(tmp_path, content)) == [("01", "007", 1), ("01", "8", -2)]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "file: the file is empty"),
        (b"\n# nothing\n", "file: nothing was retrieved"),
        (b"q1 Q0 d1 1 2.5\n", "file:1: 5 columns, expected 6"),
        (b"q1 Q0 d1 1 2.5 t\nq1 Q0 d2 2 high t\n", 'file:2: the score "high" is not a finite'),
        (b"q1 Q0 d1 1 nan t\n", 'file:1: the score "nan" is not a finite number'),
        (b"q1 Q0 d1 1 1e999 t\n", 'file:1: the score "1e999" is not a finite number'),
        (b"q1 Q0 d1 1 1_000 t\n", 'file:1: the score "1_000" is not a finite number'),
        (b"q1 Q0 d1 1 0x10 t\n", 'file:1: the score "0x10" is not a finite number'),
        (b"q1 Q0 d1 1 2 t\nq1 Q0 d1 2 1 t\n", 'file:2: query "q1": document "d1" was retrieved'),
        (b"q1 Q0 d\xff 1 2 t\n", "file:1: not UTF-8 text"),
        (b"q1 Q0 d\x00 1 2 t\n", "file:1: a NUL byte"),
        (gzip.compress(b"q1 Q0 d1 1 2.5 tag\n" * 99)[:40], "file: the gzip file is damaged or cut"),
        (b'{"q1": {"d1": NaN}}', "file: NaN is not valid JSON"),
        (b'{"q1": {"d1": "2"}}', 'the score "2" is not a finite number'),
        (b'{"q1": {"d1": true}}', "the score true is not a finite number"),
        (b'{"q1": {"d1": 1, "d1": 2}}', 'file: key "d1" is given twice in one object'),
        (b'{"q1": [1]}', 'file: query "q1": expected an object of documents'),
        (b'{"q1": {"\\ud800": 1}}', "half a surrogate pair"),
        (b'{"q1": {"d1": 1}', "file: not valid JSON: the line ends before"),
        (b'{"a":' * 100_000, "levels deep"),
    ],
)
def test_an_ill_formed_run_is_refused_with_its_place(
    content: bytes, said: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError) as raised:
        run_rows(written(tmp_path, content))
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"q1 0 d1 1 more\n", "file:1: 5 columns, expected 4: query iteration document grade"),
        (b"q1 0 d1\n", "file:1: 3 columns, expected 4"),
        (b"q1 0 d1 1.0\n", 'file:1: the grade "1.0" is not a whole number'),
        (b"q1 0 d1 99999999999\n", 'the grade "99999999999" is not a whole number'),
        (b"q1 0 d1 1\nq2 0 d1 1\nq1 0 d1 0\n", 'file:3: query "q1": document "d1" was judged'),
        (b"query-id\tcorpus-id\tscore\nq1\td1\n", "file:2: 2 columns, expected 3"),
        (b'{"q1": {"d1": 1.0}}', "the grade 1.0 is not a whole number"),
        (b"", "file: the file is empty"),
    ],
)
def test_ill_formed_judgments_are_refused_with_their_place(
    content: bytes, said: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError) as raised:
        qrels_rows(written(tmp_path, content))
    assert said in str(raised.value)


def test_faults_are_listed_up_to_a_limit(tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        run_rows(written(tmp_path, b"q1 Q0 d1 1 x t\n" * 100))
    assert len(raised.value.problems) == 21
    assert raised.value.problems[-1].endswith("file: reading ended at 20 faults")


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for path, said in ((tmp_path, "Is a directory"), (tmp_path / "none", "No such file")):
        with pytest.raises(InputError, match=said), plain_file(path):
            pass


def test_the_best_ranked_of_repeated_documents_is_kept_on_request(tmp_path: Path) -> None:
    path = written(tmp_path, b"q1 Q0 d1 1 1 t\nq1 Q0 d1 2 3 t\nq1 Q0 d2 3 2 t\n")
    assert run_rows(path, "first") == [("q1", "d1", 3.0), ("q1", "d2", 2.0)]


FIELD = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs",), exclude_characters=" \t\n\r\v\f\0"),
    min_size=1,
    max_size=6,
)


@given(
    rows=st.dictionaries(
        st.tuples(FIELD.filter(lambda text: text[0] not in "#{\ufeff"), FIELD),
        st.floats(allow_nan=False, allow_infinity=False),
        min_size=1,
        max_size=8,
    ),
    delimiter=st.sampled_from(" \t"),
)
def test_the_engine_reads_what_the_line_parser_reads(
    rows: dict[tuple[str, str], float], delimiter: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    lines = [
        delimiter.join((query_id, "Q0", doc, "1", repr(score), "tag"))
        for (query_id, doc), score in rows.items()
    ]
    path = written(tmp_path_factory.mktemp("run"), "".join(f"{line}\n" for line in lines).encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(delimited, "_is_plain", lambda *_: False)
        by_lines = run_rows(path)
    expected = sorted((query_id, doc, score) for (query_id, doc), score in rows.items())
    assert sorted(by_lines) == expected
    assert sorted(run_rows(path)) == expected


def test_a_plain_file_is_read_by_the_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("the line parser was called")

    monkeypatch.setattr(ranked_files, "read_run", never)
    path = written(tmp_path, b"q1 Q0 d_1 1 2.5 t\n")
    assert run_rows(path) == [("q1", "d_1", 2.5)]


def test_json_of_the_field_is_read_as_it_was_dumped(tmp_path: Path) -> None:
    run = {"q": {"d1": 1, "d2": 0.1, "ä": -3e-7}}
    path = written(tmp_path, json.dumps(run, indent=2).encode())
    assert run_rows(path) == [("q", "d1", 1.0), ("q", "d2", 0.1), ("q", "ä", -3e-7)]
