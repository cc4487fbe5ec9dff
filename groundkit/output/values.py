"""One value as text: for programs (``plain_text``, ``json_text``) and for people.

Pure functions that read no environment, locale or time zone, so equal values are equal bytes.
A datetime without a zone is UTC; one with a zone is turned into UTC first. A value of a type
that is not listed in ``plain_text`` raises TypeError rather than printing something made up.

``decimal`` and ``uuid`` are imported where a value needs them: most tables do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from json.encoder import encode_basestring
from typing import Any

_UNSAFE = r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
"""Controls (C0, DEL, C1), line separators, bidirectional overrides and lone surrogates."""

_NOT_FINITE = ("NaN", "Infinity", "-Infinity")
"""The one spelling of these in every format; float(), DuckDB and Arrow read it back."""


def unique_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names with repeats numbered: ``n, n`` becomes ``n, n_2``.

    A name that occurs as given is never taken by a numbered one: ``n, n, n_2`` becomes
    ``n, n_3, n_2``.
    """
    names = tuple(names)
    taken = set(names)
    if len(taken) == len(names):
        return names
    seen: set[str] = set()
    unique: list[str] = []
    for name in names:
        if name in seen:
            number = 2
            while f"{name}_{number}" in taken:
                number += 1
            name = f"{name}_{number}"
            taken.add(name)
        seen.add(name)
        unique.append(name)
    return tuple(unique)


def is_number(value: object) -> bool:
    """Return whether the value is an int, float or Decimal; a bool is not a number."""
    if isinstance(value, int | float):
        return not isinstance(value, bool)
    return not isinstance(value, str) and _is_decimal(value)


def numeric_columns(rows: Sequence[Sequence[Any]], num_columns: int) -> tuple[bool, ...]:
    """Return, for each column, whether it holds numbers only and at least one (NULLs aside)."""
    numeric = []
    for index in range(num_columns):
        values = [row[index] for row in rows if row[index] is not None]
        numeric.append(bool(values) and all(is_number(value) for value in values))
    return tuple(numeric)


def encodable(text: str) -> str:
    r"""Return the text with lone surrogates written as ``\udc80``, so that UTF-8 can hold it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode()
    return text


def visible(text: str) -> str:
    r"""Return the text with everything that could steer a terminal shown as an escape.

    A newline becomes ``\n``, ESC ``\x1b``, a bidirectional override ``\u202e``. A backslash
    stays single, for the sake of paths and patterns: this form is to be read, not parsed.
    """
    if text.isprintable():
        return text
    return re.sub(_UNSAFE, lambda found: found[0].encode("unicode_escape").decode(), text)


def utc(moment: datetime) -> datetime:
    """Return the moment in UTC without a zone.

    A moment whose UTC form lies outside the years 1 to 9999 is returned as it is, with its zone.
    """
    offset = moment.utcoffset()
    if offset is None:
        return moment
    try:
        return moment.replace(tzinfo=None) - offset
    except OverflowError:
        return moment


def plain_text(value: object) -> str:
    """Return the exact text of a value for programs; NULL is empty, nested values are JSON.

    Types: None, bool, int, float, str, datetime, date, time, timedelta (ISO 8601), bytes (hex),
    Mapping, list, tuple, Decimal (every digit, no exponent), UUID. Raises TypeError for others.
    """
    if isinstance(value, str):
        return encodable(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        return _float_text(value)
    if isinstance(value, datetime):
        moment = utc(value)
        return moment.isoformat() + ("Z" if moment.tzinfo is None else "")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return _duration_text(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return value.hex()
    if isinstance(value, Mapping | list | tuple):
        return json_text(value)
    return _rare_text(value)


def json_text(value: object) -> str:
    """Return a value as JSON on one line, keys in the order given.

    JSON has no word for NaN and the infinities: they become the strings "NaN", "Infinity" and
    "-Infinity". Dates, durations, bytes and UUIDs are strings. Keys that are not text take their
    text form. Characters that could steer a terminal, and lone surrogates, are escaped.
    """
    if value is None:
        return "null"
    if isinstance(value, str):
        return _json_string(value)
    if isinstance(value, Mapping):
        keys = unique_names("null" if key is None else plain_text(key) for key in value)
        return json_object(keys, value.values())
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(json_text, value)) + "]"
    text = plain_text(value)
    is_bare = isinstance(value, bool) or (is_number(value) and text not in _NOT_FINITE)
    return text if is_bare else _json_string(text)


def json_object(keys: Iterable[str], values: Iterable[Any]) -> str:
    """Return a JSON object on one line; raises ValueError unless there is a value for each key."""
    members = (
        f"{_json_string(key)}: {json_text(value)}" for key, value in zip(keys, values, strict=True)
    )
    return "{" + ", ".join(members) + "}"


def people_text(value: object) -> str:
    """Return a value as people read it, before ``visible``: numbers short, times to the second.

    Floats have four decimals from 0.0001 up to a million (and zero), else six significant digits;
    all other numbers are exact. NULL is empty, as in ``plain_text``.
    """
    if isinstance(value, float):
        return _short_float(value)
    if isinstance(value, datetime):
        return utc(value).isoformat(sep=" ", timespec="seconds")
    return plain_text(value)


def _json_string(text: str) -> str:
    quoted = encode_basestring(text)
    if text.isprintable():
        return quoted
    return re.sub(_UNSAFE, lambda found: f"\\u{ord(found[0]):04x}", quoted)


def _float_text(value: float) -> str:
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    return float.__repr__(value)


def _short_float(value: float) -> str:
    if value == 0 or 0.0001 <= abs(value) < 1e6:
        return f"{value:z.4f}"
    text = _float_text(value)
    return text if text in _NOT_FINITE else f"{value:.6g}"


def _duration_text(value: timedelta) -> str:
    """Return an ISO 8601 duration in days, hours, minutes and seconds: ``-P1DT2H0.5S``."""
    seconds, microseconds = divmod(abs(value) // timedelta(microseconds=1), 1_000_000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    fraction = f".{microseconds:06d}".rstrip("0") if microseconds else ""
    clock = "".join(
        (
            f"{hours}H" if hours else "",
            f"{minutes}M" if minutes else "",
            f"{seconds}{fraction}S" if seconds or fraction else "",
        )
    )
    if not days and not clock:
        return "PT0S"
    sign = "-" if value < timedelta(0) else ""
    return sign + "P" + (f"{days}D" if days else "") + (f"T{clock}" if clock else "")


def _is_decimal(value: object) -> bool:
    from decimal import Decimal

    return isinstance(value, Decimal)


def _rare_text(value: object) -> str:
    from decimal import Decimal
    from uuid import UUID

    if isinstance(value, Decimal):
        if value.is_finite():
            return f"{value:f}"
        return "NaN" if value.is_nan() else _float_text(float(value))
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(f"a {type(value).__name__} has no text form in a table: {value!r}")
