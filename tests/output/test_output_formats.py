from __future__ import annotations

import csv
import hashlib
import io
import json
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pytest
from golden_tables import GOLDEN, KINDS, NO_ROWS, SCORES, golden_files
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies_for_values import any_text, any_values, plain_values, utf8_text

from groundkit.errors import UsageError
from groundkit.output.formats import FORMATS, render, render_many, write_parquet
from groundkit.output.values import plain_text
from groundkit.table import Table

TEXT_FORMATS = [format for format in FORMATS if format != "parquet"]


@pytest.mark.parametrize("name", sorted(golden_files()))
def test_every_text_format_prints_its_golden_bytes(name: str) -> None:
    assert golden_files()[name]().encode() == (GOLDEN / name).read_bytes()


def test_no_golden_file_is_left_over() -> None:
    assert {file.name for file in GOLDEN.iterdir()} == set(golden_files())


def test_an_unknown_format_gets_the_nearest_valid_name() -> None:
    with pytest.raises(UsageError, match='unknown format "jsn"; did you mean "json"'):
        render(NO_ROWS, "jsn")
    with pytest.raises(UsageError, match='unknown format "markdwn"; did you mean "markdown"'):
        render_many({}, "markdwn")


def test_parquet_is_refused_as_text() -> None:
    with pytest.raises(UsageError, match="a file, not text"):
        render(NO_ROWS, "parquet")


@pytest.mark.parametrize("format", ["csv", "jsonl", "parquet"])
def test_a_format_of_one_table_refuses_two_and_names_them(format: str) -> None:
    with pytest.raises(UsageError, match=r"holds one table, not 2 \(scores, nothing\); pick one"):
        render_many({"scores": SCORES, "nothing": NO_ROWS}, format)


@pytest.mark.parametrize("format", ["csv", "jsonl"])
def test_one_named_table_prints_as_the_table_alone(format: str) -> None:
    assert render_many({"scores": SCORES}, format) == render(SCORES, format)


def test_no_tables_are_an_empty_json_object() -> None:
    assert render_many({}, "json") == "{}\n"


def test_an_empty_result_is_an_empty_array_an_empty_text_or_a_header() -> None:
    assert render(NO_ROWS, "json") == "[]\n"
    assert render(NO_ROWS, "jsonl") == ""
    assert render(NO_ROWS, "csv") == "run_id,name\n"


def test_json_puts_one_object_on_a_line() -> None:
    table = Table(columns=("b", "a"), rows=((1, None), (2, "x")))
    assert render(table, "json") == '[\n  {"b": 1, "a": null},\n  {"b": 2, "a": "x"}\n]\n'
    assert render(table, "jsonl") == '{"b": 1, "a": null}\n{"b": 2, "a": "x"}\n'


def test_csv_tells_null_from_empty_text() -> None:
    table = Table(columns=("a", "b"), rows=((None, ""), ("", None)))
    assert render(table, "csv") == 'a,b\n,""\n"",\n'


@pytest.mark.parametrize("text", ["a,b", 'a"b', "a\nb", "a\rb", "a\r\nb", ""])
def test_csv_quotes_what_a_reader_would_split_or_lose(text: str) -> None:
    quoted = '"' + text.replace('"', '""') + '"'
    assert render(Table(columns=("a",), rows=((text,),)), "csv") == f"a\n{quoted}\n"


def test_csv_keeps_a_row_whose_only_value_is_null() -> None:
    assert render(Table(columns=("a",), rows=((None,), (1,))), "csv") == "a\n\n1\n"


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("row", [(1,), (1, 2, 3)])
def test_a_row_without_one_value_a_column_is_an_error_not_a_guess(
    format: str, row: tuple[int, ...], tmp_path: Path
) -> None:
    table = Table(columns=("a", "b"), rows=(row,))

    def write() -> None:
        if format == "parquet":
            write_parquet(table, tmp_path / "x.parquet")
        else:
            render(table, format)

    with pytest.raises(ValueError):
        write()


def _as_parsed(value: Any) -> Any:
    """What a JSON parser gives back for a value made of JSON's own types."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, list):
        return [_as_parsed(item) for item in value]
    if isinstance(value, dict):
        return {key: _as_parsed(item) for key, item in value.items()}
    return value


@settings(deadline=None, max_examples=150)
@given(
    columns=st.lists(utf8_text, min_size=1, max_size=3, unique=True),
    data=st.data(),
)
def test_json_and_jsonl_parse_back_to_the_same_values(columns: list[str], data: Any) -> None:
    row = st.tuples(*[plain_values] * len(columns))
    table = Table(tuple(columns), tuple(data.draw(st.lists(row, max_size=3))))
    expected = [_as_parsed(row) for row in table.as_dicts()]
    # repr tells 1 from 1.0 and True, and 0.0 from -0.0, and shows the order of keys.
    assert repr(json.loads(render(table, "json"))) == repr(expected)
    lines = render(table, "jsonl").split("\n")[:-1]
    assert repr([json.loads(line) for line in lines]) == repr(expected)
    assert repr(json.loads(render_many({"t": table}, "json"))) == repr({"t": expected})


@settings(deadline=None, max_examples=150)
@given(st.lists(st.tuples(any_values, any_values), max_size=4), utf8_text, utf8_text)
def test_csv_parses_back_to_the_text_of_each_value(
    rows: list[tuple[Any, Any]], first: str, second: str
) -> None:
    table = Table((first, second + "x" if second == first else second), tuple(rows))
    parsed = list(csv.reader(io.StringIO(render(table, "csv"), newline=""), strict=True))
    assert parsed == [
        list(table.columns),
        *([plain_text(value) for value in row] for row in rows),
    ]


@settings(deadline=None, max_examples=150)
@given(
    columns=st.tuples(any_text, any_text),
    rows=st.lists(st.tuples(any_values, any_values), max_size=3),
    title=st.none() | any_text,
)
def test_every_text_format_is_utf8_whatever_the_values_hold(
    columns: tuple[str, str], rows: list[tuple[Any, Any]], title: str | None
) -> None:
    table = Table(columns, tuple(rows), title)
    for format in TEXT_FORMATS:
        text = render(table, format)
        assert text.encode().decode() == text
        assert text == "" or text.endswith("\n")


@pytest.mark.parametrize("format", FORMATS)
def test_every_type_that_the_engine_returns_has_a_form_in_every_format(
    format: str, tmp_path: Path
) -> None:
    with duckdb.connect() as connection:
        described = connection.execute("describe select * from test_all_types()").fetchall()
        # The engine's 1.5 line reads a TIMESTAMP WITH TIME ZONE only where pytz is installed.
        names = [row[0] for row in described if "TIMESTAMP WITH" not in row[1]]
        chosen = ", ".join(f'"{name}"' for name in names if not name.startswith("timestamp_tz"))
        rows = connection.execute(f"select {chosen} from test_all_types()").fetchall()
        table = Table(tuple(chosen.replace('"', "").split(", ")), tuple(rows))
        if format == "parquet":
            write_parquet(table, tmp_path / "all.parquet")
            found = connection.read_parquet(str(tmp_path / "all.parquet")).fetchall()
            assert len(found) == len(rows)
            assert found[-1] == (None,) * len(table.columns)
        else:
            assert render(table, format) != render(Table(table.columns, ()), format)


_PRINT_EVERYTHING = """
import hashlib, sys
from pathlib import Path
from golden_tables import KINDS, golden_files
from groundkit.output.formats import write_parquet
digest = hashlib.sha256()
for name, text in sorted(golden_files().items()):
    digest.update(text().encode())
write_parquet(KINDS, Path(sys.argv[1]))
digest.update(Path(sys.argv[1]).read_bytes())
print(digest.hexdigest())
"""


@pytest.mark.parametrize(
    "environment",
    [
        {"COLUMNS": "20", "LINES": "5", "LC_ALL": "C", "TZ": "America/New_York"},
        {
            "COLUMNS": "400",
            "LC_ALL": "tr_TR.UTF-8",
            "LANG": "de_DE.UTF-8",
            "TZ": "Asia/Tokyo",
            "FORCE_COLOR": "1",
            "PYTHONHASHSEED": "7",
            "OMP_NUM_THREADS": "1",
        },
    ],
    ids=["narrow-C-New_York", "wide-Turkish-Tokyo"],
)
def test_bytes_do_not_depend_on_width_locale_time_zone_or_threads(
    environment: dict[str, str], root: Path, tmp_path: Path
) -> None:
    path = tmp_path / "kinds.parquet"
    printed = subprocess.run(
        [sys.executable, "-c", _PRINT_EVERYTHING, str(path)],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(root), str(GOLDEN.parent)]),
            **environment,
        },
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    digest = hashlib.sha256()
    for name in sorted(golden_files()):
        digest.update((GOLDEN / name).read_bytes())
    write_parquet(KINDS, tmp_path / "here.parquet")
    digest.update((tmp_path / "here.parquet").read_bytes())
    assert printed == digest.hexdigest()


def test_importing_the_formats_loads_no_heavy_module(root: Path) -> None:
    code = (
        "import sys, groundkit.output.formats, groundkit.files.atomic; print(*sorted(sys.modules))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert "groundkit.output.formats" in loaded
    heavy = {"duckdb", "click", "pyarrow", "numpy", "decimal", "uuid", "unicodedata", "tempfile"}
    assert heavy.isdisjoint(loaded)
