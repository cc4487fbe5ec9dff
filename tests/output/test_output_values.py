from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import IntEnum
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundkit.output.values import (
    is_number,
    json_text,
    numeric_columns,
    people_text,
    plain_text,
    unique_names,
    visible,
)


class Answer(IntEnum):
    YES = 42


@pytest.mark.parametrize(
    ("names", "unique"),
    [
        (("a", "b"), ("a", "b")),
        (("n", "n", "n"), ("n", "n_2", "n_3")),
        # A name that stands as given keeps it, whatever comes before.
        (("n", "n", "n_2"), ("n", "n_3", "n_2")),
        (("n_2", "n", "n", "n_2"), ("n_2", "n", "n_3", "n_2_2")),
        ((), ()),
    ],
)
def test_repeated_names_are_numbered(names: tuple[str, ...], unique: tuple[str, ...]) -> None:
    assert unique_names(names) == unique


@settings(deadline=None, max_examples=100)
@given(st.lists(st.sampled_from(["n", "n_2", "n_2_2", "m"])))
def test_numbered_names_are_unique_and_the_first_of_each_is_kept(names: list[str]) -> None:
    unique = unique_names(names)
    assert len(set(unique)) == len(unique) == len(names)
    for index, name in enumerate(names):
        if name not in names[:index]:
            assert unique[index] == name


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "true"),
        (2**200, "1606938044258990275541962092341162602522202993782792835301376"),
        (Answer.YES, "42"),
        (0.1, "0.1"),
        (1e16, "1e+16"),
        (float("nan"), "NaN"),
        (float("-inf"), "-Infinity"),
        (Decimal("1.50"), "1.50"),
        (Decimal("1E+3"), "1000"),
        (Decimal("0E-10"), "0.0000000000"),
        (Decimal("sNaN"), "NaN"),
        (Decimal("-Infinity"), "-Infinity"),
        (datetime(5, 1, 2, 3, 4, 5), "0005-01-02T03:04:05Z"),
        (datetime(2026, 1, 1, 0, 30, tzinfo=timezone(timedelta(hours=1))), "2025-12-31T23:30:00Z"),
        # No year 0 to turn it into UTC with: the moment keeps its zone.
        (
            datetime(1, 1, 1, 0, 30, tzinfo=timezone(timedelta(hours=1))),
            "0001-01-01T00:30:00+01:00",
        ),
        (date(2026, 11, 30), "2026-11-30"),
        (time(1, 2, 3, tzinfo=UTC), "01:02:03+00:00"),
        # -1 day + 23:59:59.75 in Python's own normal form.
        (timedelta(microseconds=-250000), "-PT0.25S"),
        (timedelta(days=2), "P2D"),
        (timedelta(hours=25, seconds=1), "P1DT1H1S"),
        (b"\x00\xff", "00ff"),
        (bytearray(b"\x0a"), "0a"),
        ({"a": [None, True]}, '{"a": [null, true]}'),
        ("x\ud800y", "x\\ud800y"),
        ("naïve\n", "naïve\n"),
    ],
)
def test_plain_text_is_exact(value: Any, text: str) -> None:
    assert plain_text(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (False, "false"),
        (Answer.YES, "42"),
        (Decimal("12345678901234567890.50"), "12345678901234567890.50"),
        (Decimal("NaN"), '"NaN"'),
        (float("inf"), '"Infinity"'),
        (b"\x01", '"01"'),
        (timedelta(seconds=1), '"PT1S"'),
        ((1, (2,)), "[1, [2]]"),
        (MappingProxyType({"k": 1}), '{"k": 1}'),
        ({1: "a", "1": "b"}, '{"1": "a", "1_2": "b"}'),
        ({None: 1, True: 2, 0.5: 3}, '{"null": 1, "true": 2, "0.5": 3}'),
        ('"\\/\n', '"\\"\\\\/\\n"'),
        ("\x1b\x9b\u202e\u2028\ud800é", '"\\u001b\\u009b\\u202e\\u2028\\ud800é"'),
    ],
)
def test_json_text_is_json(value: Any, text: str) -> None:
    assert json_text(value) == text


@pytest.mark.parametrize("make", [plain_text, json_text, people_text])
def test_a_value_without_a_text_form_is_refused(make: Any) -> None:
    with pytest.raises(TypeError, match="a object has no text form"):
        make(object())


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.0000"),
        (-0.0, "0.0000"),
        # The borders of fixed notation: 0.0001 is inside, 1e6 is outside.
        (0.0001, "0.0001"),
        (0.00009999, "9.999e-05"),
        (-0.0001, "-0.0001"),
        (999999.0, "999999.0000"),
        (1e6, "1e+06"),
        (1e300, "1e+300"),
        (2 / 3, "0.6667"),
        (float("nan"), "NaN"),
        (float("-inf"), "-Infinity"),
        (1000000, "1000000"),
        (Decimal("0.123456789"), "0.123456789"),
        (datetime(2026, 11, 30, 21, 37, 49, 999999), "2026-11-30 21:37:49"),
        (
            datetime(2026, 11, 30, 1, 0, tzinfo=timezone(timedelta(hours=2))),
            "2026-11-29 23:00:00",
        ),
        (False, "false"),
    ],
)
def test_people_read_short_numbers_and_times(value: Any, text: str) -> None:
    assert people_text(value) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é 日本", "plain é 日本"),
        ("a\nb\tc\r", "a\\nb\\tc\\r"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("\x7f\x80\x9f", "\\x7f\\x80\\x9f"),
        ("\u202a\u202e\u2066\u2069", "\\u202a\\u202e\\u2066\\u2069"),
        ("\u2028\u2029\x85", "\\u2028\\u2029\\x85"),
        ("\ud800", "\\ud800"),
        ("C:\\temp", "C:\\temp"),
        ("joined\u200dand\xa0spaced", "joined\u200dand\xa0spaced"),
    ],
)
def test_what_could_steer_a_terminal_is_shown_escaped(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_numbers_are_ints_floats_and_decimals_but_not_booleans() -> None:
    assert all(map(is_number, (1, 1.5, float("nan"), Decimal("1"))))
    assert not any(map(is_number, (True, "1", None, date(2026, 1, 1), b"1")))


def test_a_column_is_numeric_when_it_holds_numbers_only_and_at_least_one() -> None:
    rows = ((1, "1", None, 1), (None, 2, None, True), (Decimal("0.5"), 3, None, 2))
    assert numeric_columns(rows, 4) == (True, False, False, False)
    assert numeric_columns((), 2) == (False, False)
