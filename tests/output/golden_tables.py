"""The tables behind the golden files, and what each golden file is made of."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from functools import partial
from pathlib import Path
from uuid import UUID

from groundkit.output.formats import render, render_many
from groundkit.table import Table

GOLDEN = Path(__file__).parent / "golden"

KINDS = Table(
    columns=("kind", "value"),
    rows=(
        ("NULL", None),
        ("hyphen", "-"),
        ("empty text", ""),
        ("true", True),
        ("false", False),
        ("int", -7),
        ("int beyond 64 bit", 2**100),
        ("float", 0.1 + 0.2),
        ("float, small", 0.00001234567),
        ("float, large", 1234567.891),
        ("float, negative zero", -0.0),
        ("not a number", float("nan")),
        ("infinity", float("inf")),
        ("minus infinity", float("-inf")),
        ("decimal", Decimal("0E-10")),
        ("datetime", datetime(2026, 11, 30, 21, 37, 49, 123456)),
        ("datetime, whole second", datetime(2026, 11, 30, 21, 37, 49)),
        (
            "datetime with zone",
            datetime(2026, 11, 30, 21, 37, 49, tzinfo=timezone(timedelta(hours=2))),
        ),
        ("datetime in UTC", datetime(2026, 11, 30, 21, 37, 49, tzinfo=UTC)),
        ("date", date(2026, 11, 30)),
        ("time", time(21, 37, 49, 500000)),
        ("duration", timedelta(days=1, hours=2, minutes=3, seconds=4, microseconds=500000)),
        ("duration, negative", timedelta(seconds=-90)),
        ("duration, none", timedelta(0)),
        ("uuid", UUID("0198c0de-0000-7000-8000-0123456789ab")),
        ("bytes", b"\x00\xffA"),
        ("list", ["a", None, 'say "b"']),
        ("tuple", (1, 2.5, False)),
        ("struct", {"b": 1, "a": {"when": date(2026, 1, 2), "what": [float("nan")]}}),
        ("map with other keys", {1: "int", None: "null", date(2026, 1, 2): "date"}),
    ),
)
"""Every kind of value, one a row."""

TEXTS = Table(
    columns=("what", "text", "length"),
    rows=(
        ("wide", "日本語のテキスト", 8),
        ("decomposed", "cafe\u0301 か\u3099 \u1112\u1161\u11ab", 12),
        ("emoji", "🦆 duck", 6),
        ("quotes", "she said \"five\" and 'six'", 25),
        ("comma", "a, b", 4),
        ("newline", "two\nlines", 9),
        ("windows newline", "two\r\nlines", 10),
        ("pipe", "a | b", 5),
        ("backslash", "C:\\temp\\new", 11),
        ("markup", "*bold* `code` [link](x) <b> &lt; snake_case _it_ ~x~ R&D", 57),
        ("escape sequence", "\x1b[31mred\x1b[0m", 12),
        ("C1 and DEL", "\x9b31m\x7f", 5),
        ("bidi override", "\u202eevil\u202c", 6),
        ("line separator", "a\u2028b\u2029c\x85d", 7),
        ("lone surrogate", "x\udc80y", 3),
        ("tab and NUL", "a\tb\x00c", 5),
        ("spaces", "  a  ", 5),
    ),
)
"""Text that is hard to print."""

SCORES = Table(
    columns=("stage", "nDCG@10", "mean rank", "hits", "n", "n"),
    rows=(
        ("bm25", 0.52381234, 12.5, 10, 60, None),
        ("bm25 + rerank", 0.6, None, 9, 60, None),
        ("検索", 1e-9, 1048576.25, -1, 7, None),
    ),
    title="Stages",
)
"""Numbers in columns, a title and a repeated column name."""

NO_ROWS = Table(columns=("run_id", "name"), rows=())

SUFFIXES = {"table": "txt", "json": "json", "jsonl": "jsonl", "csv": "csv", "markdown": "md"}
"""Suffix of the golden file of each text format."""


def golden_files() -> dict[str, Callable[[], str]]:
    """Return for each golden file, by name, what renders its text."""
    files: dict[str, Callable[[], str]] = {}
    tables = {"kinds": KINDS, "texts": TEXTS, "scores": SCORES, "no_rows": NO_ROWS}
    for format, suffix in SUFFIXES.items():
        for name, table in tables.items():
            files[f"{name}.{suffix}"] = partial(render, table, format)
    several = {"scores": SCORES, "nothing": NO_ROWS}
    for format in ("table", "json", "markdown"):
        files[f"several.{SUFFIXES[format]}"] = partial(render_many, several, format)
    return files
