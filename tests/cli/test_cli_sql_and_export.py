"""`sql` and `export` on the command line."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from small_collection import Collection, Finished

Cli = Callable[..., Finished]
W = ("-w", "w.duckdb")
QUESTION = "select query_id from core.query where category = 'normal' order by query_id"
ANSWER = "query_id\nretries\nttl\n"


def test_a_statement_is_given_as_it_is_in_a_file_or_on_standard_input(
    cli: Cli, evaluated: Collection
) -> None:
    Path("question.sql").write_text(QUESTION + ";\n", encoding="utf-8")
    Path("UPPER CASE.SQL").write_text(QUESTION, encoding="utf-8")
    for arguments, stdin in (
        ((QUESTION,), b""),
        (("question.sql",), b""),
        (("UPPER CASE.SQL",), b""),
        (("-",), QUESTION.encode()),
        ((), QUESTION.encode()),
    ):
        done = cli("sql", *arguments, *W, "-f", "csv", stdin=stdin)
        assert (done.code, done.out, done.err) == (0, ANSWER, "")


def test_a_statement_may_hold_any_character(cli: Cli, evaluated: Collection) -> None:
    statement = "select 'größe \U0001f986 \u2028' as word"
    done = cli("sql", "-", *W, "-f", "json", stdin=statement.encode())
    assert json.loads(done.out) == [{"word": "größe \U0001f986 \u2028"}]


@pytest.mark.parametrize(
    ("arguments", "stdin", "code", "error"),
    [
        (("missing.sql",), b"", 3, "missing.sql: cannot be read: No such file or directory"),
        (("-",), b"select '\xff'", 3, "standard input: not UTF-8: "),
        (("bad.sql",), b"", 3, "bad.sql: not UTF-8: "),
        (("selct 1",), b"", 5, 'Parser Error: syntax error at or near "selct"'),
        (("from core.runn",), b"", 5, "Catalog Error: Table with name runn does not exist!"),
        (("delete from core.run",), b"", 5, "only a statement that reads is allowed: SELECT, FROM"),
        (("select 1; select 2",), b"", 5, "expected one SQL statement, got 2"),
        (("",), b"", 5, "the statement is empty; give one"),
        (("-",), b"", 5, "the statement is empty; give one"),
        (("from read_text('labels.jsonl')",), b"", 5, "Permission Error: "),
        (("select 'a'::integer",), b"", 5, "Conversion Error: "),
    ],
)
def test_a_statement_that_cannot_be_answered_is_a_one_line_error(
    cli: Cli,
    evaluated: Collection,
    arguments: tuple[str, ...],
    stdin: bytes,
    code: int,
    error: str,
) -> None:
    Path("bad.sql").write_bytes(b"select '\xff'")
    done = cli("sql", *arguments, *W, stdin=stdin)
    assert (done.code, done.out) == (code, "")
    assert done.err.count("\n") == 1
    assert done.errors[0].startswith(error)


def test_every_type_of_the_engine_is_printed_in_every_format(
    cli: Cli, evaluated: Collection
) -> None:
    # Dates that Python cannot hold are the engine's own text or a rejection, never a bug.
    question = (
        "select true as a, 1::utinyint as b, 170141183460469231731687303715884105727 as c, "
        "1.5::decimal(9, 3) as d, 'nan'::double as e, '-inf'::float as f, date '2026-05-04' as g, "
        "time '10:11:12.5' as h, timestamp '2026-05-04 03:02:01' as i, interval 90 minutes as j, "
        "'\\x00\\xff'::blob as k, [1, null] as l, {'x': [1], 'y': null} as m, map {'k': 1} as n, "
        "uuid '00000000-0000-0000-0000-000000000001' as o, '{\"a\": 1}'::json as p, null as q, "
        "'101'::bit as r, 'small'::enum('small', 'large') as s"
    )
    for format_name in ("table", "json", "jsonl", "csv", "markdown"):
        done = cli("sql", question, *W, "-f", format_name)
        assert (done.code, done.err) == (0, "")
    (row,) = json.loads(cli("sql", question, *W, "-f", "json").out)
    assert (row["a"], row["b"], row["e"], row["l"]) == (True, 1, "NaN", [1, None])
    (row,) = csv.DictReader(io.StringIO(cli("sql", question, *W, "-f", "csv").out))
    assert (row["c"], row["d"], row["q"]) == (
        "170141183460469231731687303715884105727",
        "1.500",
        "",
    )
    assert cli("sql", question, *W, "-f", "parquet", "-o", "types.parquet").code == 0


@pytest.mark.parametrize(
    "value", ["date '294276-12-31'", "date '0044-03-15 (BC)'", "'infinity'::date"]
)
def test_a_date_that_python_does_not_have_is_no_bug(
    cli: Cli, evaluated: Collection, value: str
) -> None:
    assert cli("sql", f"select {value} as day", *W).code in (0, 5)


def test_an_answer_without_rows_keeps_its_columns(cli: Cli, evaluated: Collection) -> None:
    question = "select query_id, category from core.query where false"
    assert cli("sql", question, *W, "-f", "csv").out == "query_id,category\n"
    assert cli("sql", question, *W, "-f", "json").out == "[]\n"
    assert cli("sql", question, *W, "-f", "jsonl").out == ""
    assert "(no rows)" in cli("sql", question, *W).out


def test_columns_of_the_same_name_are_told_apart(cli: Cli, evaluated: Collection) -> None:
    done = cli("sql", "select 1 as a, 2 as a", *W, "-f", "json")
    assert json.loads(done.out) == [{"a": 1, "a_2": 2}]


def test_export_lists_its_files_and_says_what_was_left_out(cli: Cli, evaluated: Collection) -> None:
    done = cli("export", "out", *W, "-v")
    assert (done.code, done.errors) == (0, [])
    listed = done.out.splitlines()
    assert sorted(listed) == sorted(path.as_posix() for path in Path("out").iterdir())
    assert listed[-1] == "out/manifest.json"
    assert f"wrote {len(listed)} files to out" in done.err
    assert "--with-text includes them" in done.err


def test_export_with_text_holds_the_text(cli: Cli, evaluated: Collection) -> None:
    import pyarrow.parquet as pq

    assert cli("export", "out", *W, "--with-text", "-q").code == 0
    assert "text" in pq.read_table("out/core.document_text.parquet").column_names
    assert cli("export", "out", *W, "-q").code == 0
    assert "text" not in pq.read_table("out/core.document_text.parquet").column_names


def test_export_into_a_file_is_a_one_line_error(cli: Cli, evaluated: Collection) -> None:
    done = cli("export", "labels.jsonl", *W)
    assert (done.code, done.out, len(done.errors)) == (3, "", 1)
    assert done.errors[0].startswith("labels.jsonl: ")
