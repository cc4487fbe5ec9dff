from __future__ import annotations

import tempfile
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from golden_tables import KINDS, SCORES
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies_for_values import utf8_text

from groundkit.errors import InputError
from groundkit.output.formats import write_parquet
from groundkit.table import Table

NOON = datetime(2026, 11, 30, 12, 0, 0, 123456)
DAY = date(2026, 11, 30)
NO_YEAR_ZERO = datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=1)))


def _column(path: Path, values: list[Any]) -> pa.ChunkedArray:
    write_parquet(Table(("x",), tuple((value,) for value in values)), path)
    return pq.read_table(path).column("x")


@pytest.mark.parametrize(
    ("values", "kind", "stored"),
    [
        ([True, None], pa.bool_(), [True, None]),
        ([1, None, -(2**63)], pa.int64(), [1, None, -(2**63)]),
        ([True, 1], pa.string(), ["true", "1"]),
        ([1, 2**63], pa.string(), ["1", "9223372036854775808"]),
        ([1, 0.5], pa.float64(), [1.0, 0.5]),
        ([Decimal("0.5"), 1], pa.float64(), [0.5, 1.0]),
        ([0.5, 10**400], pa.string(), ["0.5", "1" + "0" * 400]),
        ([float("inf"), None], pa.float64(), [float("inf"), None]),
        # 4 digits before the point and 2 after it.
        (
            [Decimal("1E+3"), Decimal("0.25")],
            pa.decimal128(6, 2),
            [Decimal("1000.00"), Decimal("0.25")],
        ),
        ([Decimal("0E-3")], pa.decimal128(3, 3), [Decimal("0.000")]),
        ([Decimal(10**38)], pa.string(), ["1" + "0" * 38]),
        ([Decimal("NaN")], pa.string(), ["NaN"]),
        (["a", "", None], pa.string(), ["a", "", None]),
        (["\ud800"], pa.string(), ["\\ud800"]),
        ([UUID(int=1)], pa.string(), ["00000000-0000-0000-0000-000000000001"]),
        ([NOON, None], pa.timestamp("us"), [NOON, None]),
        ([NOON.replace(tzinfo=UTC)], pa.timestamp("us"), [NOON]),
        (
            [NOON.replace(tzinfo=timezone(timedelta(hours=2)))],
            pa.timestamp("us"),
            [NOON - timedelta(hours=2)],
        ),
        ([NO_YEAR_ZERO], pa.string(), ["0001-01-01T00:00:00+01:00"]),
        ([DAY], pa.date32(), [DAY]),
        ([DAY, NOON], pa.string(), ["2026-11-30", "2026-11-30T12:00:00.123456Z"]),
        ([time(1, 2)], pa.string(), ["01:02:00"]),
        ([timedelta(seconds=1)], pa.string(), ["PT1S"]),
        ([b"\x00", None], pa.binary(), [b"\x00", None]),
        ([["a", None], (), None], pa.list_(pa.string()), [["a", None], [], None]),
        ([[1], [0.5]], pa.list_(pa.float64()), [[1.0], [0.5]]),
        ([[["a"]]], pa.list_(pa.list_(pa.string())), [[["a"]]]),
        ([[{"k": 1}]], pa.list_(pa.string()), [['{"k": 1}']]),
        ([{"k": [None]}, {}], pa.string(), ['{"k": [null]}', "{}"]),
        ([None, None], pa.string(), [None, None]),
        ([], pa.string(), []),
        (["a", 1], pa.string(), ["a", "1"]),
    ],
)
def test_the_type_of_a_column_follows_from_its_values(
    values: list[Any], kind: pa.DataType, stored: list[Any], tmp_path: Path
) -> None:
    column = _column(tmp_path / "x.parquet", values)
    assert column.type == kind
    assert column.to_pylist() == stored


def test_repeated_column_names_are_numbered(tmp_path: Path) -> None:
    write_parquet(SCORES, tmp_path / "x.parquet")
    names = pq.read_schema(tmp_path / "x.parquet").names
    assert names == ["stage", "nDCG@10", "mean rank", "hits", "n", "n_2"]


def test_equal_tables_give_equal_bytes_at_any_thread_count(tmp_path: Path) -> None:
    threads = pa.cpu_count()
    written = []
    try:
        for count in (1, 4):
            pa.set_cpu_count(count)
            write_parquet(KINDS, tmp_path / "x.parquet")
            written.append((tmp_path / "x.parquet").read_bytes())
    finally:
        pa.set_cpu_count(threads)
    assert written[0] == written[1]


def test_columns_are_compressed_with_zstd(tmp_path: Path) -> None:
    write_parquet(KINDS, tmp_path / "x.parquet")
    group = pq.ParquetFile(tmp_path / "x.parquet").metadata.row_group(0)
    assert {group.column(index).compression for index in range(2)} == {"ZSTD"}


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no folder"):
        write_parquet(KINDS, tmp_path / "absent" / "x.parquet")
    write_parquet(SCORES, tmp_path / "x.parquet")
    before = (tmp_path / "x.parquet").read_bytes()
    with pytest.raises(TypeError, match="no text form"):
        write_parquet(Table(("x",), ((object(),),)), tmp_path / "x.parquet")
    assert [file.name for file in tmp_path.iterdir()] == ["x.parquet"]
    assert (tmp_path / "x.parquet").read_bytes() == before


_KINDS: list[st.SearchStrategy[Any]] = [
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(),
    utf8_text,
    st.datetimes().map(lambda moment: moment.replace(fold=0)),
    st.dates(),
    st.binary(),
    st.lists(st.none() | utf8_text, max_size=3),
]

COLUMNS = st.sampled_from(_KINDS).flatmap(
    lambda kind: st.lists(st.none() | kind, min_size=3, max_size=3)
)


@settings(deadline=None, max_examples=60)
@given(st.lists(COLUMNS, min_size=1, max_size=4))
def test_columns_of_one_type_come_back_as_they_were(columns: list[list[Any]]) -> None:
    names = tuple(f"c{index}" for index in range(len(columns)))
    table = Table(names, tuple(zip(*columns, strict=True)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.parquet"
        write_parquet(table, path)
        # repr, because NaN is not equal to itself and 0.0 is equal to -0.0.
        assert repr(pq.read_table(path).to_pylist()) == repr(table.as_dicts())
