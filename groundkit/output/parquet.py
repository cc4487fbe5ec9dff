"""The ``parquet`` format: one table as one file, column types taken from the values.

The rule for a column, NULLs aside, is the first that fits all of its values:

=====================================  =========================================================
values                                 Parquet type
=====================================  =========================================================
none                                   string
bool                                   bool
int within 64 bits                     int64
int, float and Decimal mixed           float64
Decimal of at most 38 digits           decimal128, the largest scale that occurs
datetime                               timestamp(us), UTC without a zone
date                                   date32
bytes                                  binary
list or tuple                          list, the type of its elements found by these same rules
anything else, or a mixture            string, each value as in CSV (a dict is JSON)
=====================================  =========================================================
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Any, NamedTuple

from groundkit.files.atomic import atomic_path
from groundkit.output.values import encodable, is_number, plain_text, unique_names, utc
from groundkit.table import Table

if TYPE_CHECKING:
    import pyarrow as pa

_ROW_GROUP = 122_880
"""Rows in a group: DuckDB's own group size, so that it reads the groups in parallel."""


def write_parquet(table: Table, path: Path) -> None:
    """Write the table to ``path``, replacing it as a whole; the title is not kept.

    Equal tables give equal bytes under the same version of pyarrow (which writes its version
    into the file). Repeated column names are numbered. Raises InputError when the file cannot
    be written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    names = unique_names(map(encodable, table.columns))
    columns = zip(*table.rows, strict=True) if table.rows else [()] * len(names)
    arrow = pa.table([_column(values) for values in columns], names=list(names))
    with atomic_path(path) as temporary:
        pq.write_table(
            arrow,
            temporary,
            version="2.6",
            compression="zstd",
            compression_level=3,
            row_group_size=_ROW_GROUP,
        )


class _Rule(NamedTuple):
    """How a column is stored."""

    type: pa.DataType
    convert: Callable[[Any], Any]
    """Turns a value, never None, into what pyarrow takes for that type."""


def _column(values: Sequence[Any]) -> pa.Array[Any]:
    """Return a pyarrow array of the values."""
    import pyarrow as pa

    rule = _rule([value for value in values if value is not None])
    converted = [None if value is None else rule.convert(value) for value in values]
    return pa.array(converted, type=rule.type)


def _rule(values: Sequence[Any]) -> _Rule:
    """Return how to store these values, none of which is None."""
    import pyarrow as pa

    if not values:
        return _Rule(pa.string(), plain_text)
    if _all(values, bool):
        return _Rule(pa.bool_(), bool)
    if all(map(is_number, values)):
        return _number_rule(values)
    if _all(values, datetime):
        # Only a moment that UTC cannot express in the years 1 to 9999 still has a zone.
        if all(utc(value).tzinfo is None for value in values):
            return _Rule(pa.timestamp("us"), utc)
    elif _all(values, date) and not any(isinstance(value, datetime) for value in values):
        return _Rule(pa.date32(), _same)
    elif _all(values, bytes | bytearray | memoryview):
        return _Rule(pa.binary(), bytes)
    elif _all(values, list | tuple):
        return _list_rule(values)
    return _Rule(pa.string(), plain_text)


def _number_rule(values: Sequence[Any]) -> _Rule:
    import pyarrow as pa

    if _all(values, int):
        if all(-(2**63) <= value < 2**63 for value in values):
            return _Rule(pa.int64(), int)
        return _Rule(pa.string(), plain_text)
    if not any(isinstance(value, int | float) for value in values):
        return _decimal_rule(values)
    try:
        for value in values:
            float(value)
    except (OverflowError, ValueError):
        # An int beyond the range of a float, or a signalling NaN.
        return _Rule(pa.string(), plain_text)
    return _Rule(pa.float64(), float)


def _decimal_rule(values: Sequence[Any]) -> _Rule:
    import pyarrow as pa

    if all(value.is_finite() for value in values):
        scale = max(max(0, -value.as_tuple().exponent) for value in values)
        whole = max(max(0, value.adjusted() + 1) for value in values)
        if whole + scale <= 38:
            return _Rule(pa.decimal128(max(1, whole + scale), scale), _same)
    return _Rule(pa.string(), plain_text)


def _list_rule(values: Sequence[Sequence[Any]]) -> _Rule:
    import pyarrow as pa

    element = _rule([item for value in values for item in value if item is not None])

    def convert(value: Sequence[Any]) -> list[Any]:
        return [None if item is None else element.convert(item) for item in value]

    return _Rule(pa.list_(element.type), convert)


def _all(values: Sequence[Any], kind: type | UnionType) -> bool:
    return all(isinstance(value, kind) for value in values)


def _same(value: object) -> object:
    return value
