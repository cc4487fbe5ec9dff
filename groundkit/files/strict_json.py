"""JSON read strictly: nothing is repaired, guessed or lost, and all that is wrong is reported.

The standard decoder keeps the last of duplicate keys and accepts NaN, infinite and endless
numbers, half surrogate pairs and any depth; here each of these is a problem. Problems go to
a ``Report``, so that one pass over a file finds them all.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from groundkit.errors import unknown_name
from groundkit.files.json_mistakes import explain
from groundkit.problems import Report
from groundkit.text.quotes import shown

MOST_LEVELS = 32
"""Lists and objects that may stand inside each other."""


class Refused:
    """Stands for a value that was reported when it was read, so that it is not again."""


class Decoder:
    """Decodes JSON texts and reports what is wrong with them."""

    def __init__(self, report: Report) -> None:
        """Send problems to ``report``."""
        self._report = report
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._object,
            parse_constant=self._constant,
            parse_int=self._integer,
            parse_float=self._float,
        )

    def decode(self, text: str) -> Any:
        """Return the value of a JSON text, or ``Refused`` when it has none.

        Problems inside of it are reported and leave the rest of the value readable.
        """
        try:
            value = self._decoder.decode(text)
        except json.JSONDecodeError as error:
            message, suggestion = explain(text, error)
            self._report("json-invalid", f"not valid JSON: {message}", suggestion)
            return Refused()
        except RecursionError:
            self._report("json-invalid", f"lists and objects more than {MOST_LEVELS} levels deep")
            return Refused()
        _check_tree(value, self._report)
        return value

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for key, value in pairs:
            if key in values:
                self._report(
                    "key-duplicate",
                    f'key "{shown(key)}" is given twice in one object',
                    "keep one of them",
                )
            values[key] = value
        return values

    def _constant(self, text: str) -> Refused:
        self._report("value-wrong", f"{text} is not valid JSON", "use a finite number")
        return Refused()

    def _integer(self, text: str) -> int | Refused:
        if len(text) <= 20 and -(2**63) <= (value := int(text)) < 2**63:
            return value
        self._report(
            "value-wrong", f"number {shown(text, 24)} is out of range, expected at most 64 bits"
        )
        return Refused()

    def _float(self, text: str) -> float | Refused:
        if math.isfinite(value := float(text)):
            return value
        self._report("value-wrong", f"number {shown(text, 24)} is out of range of a float")
        return Refused()


@dataclass(frozen=True, slots=True)
class Fields:
    """Takes typed fields out of one JSON object and reports those that are wrong.

    A field that is optional may be null, which means the same as its absence.
    """

    values: Mapping[str, Any]
    place: str
    """Prefix of a field's name in messages: empty, or like ``gold[0].``."""
    valid: tuple[str, ...]
    """The keys that mean something."""
    report: Report

    def __post_init__(self) -> None:
        """Report the keys that mean nothing."""
        for key in self.values:
            if key not in self.valid:
                self._unknown("key-unknown", "key", key, self.valid)

    def wrong(self, key: str, expected: str, value: object) -> None:
        """Report a value of the wrong type, unless it was reported when it was read."""
        if not isinstance(value, Refused):
            self.report("value-wrong", f"{self.place}{key} must be {expected}, not {kind(value)}")

    def string(self, key: str) -> str | None:
        """Return an optional string."""
        value = self.values.get(key)
        if value is None or isinstance(value, str):
            return value
        self.wrong(key, "a string", value)
        return None

    def required_string(self, key: str) -> str:
        """Return a string that must be given and not be empty."""
        if key not in self.values:
            self.report("value-missing", f"{self.place}{key} is missing")
            return ""
        value = self.values[key]
        if not isinstance(value, str):
            self.wrong(key, "a string", value)
            return ""
        if not value:
            self.report("value-missing", f"{self.place}{key} must not be empty")
        return value

    def strings(self, key: str) -> tuple[str, ...]:
        """Return an optional list of strings."""
        items = self.values.get(key)
        if items is None:
            return ()
        if not isinstance(items, list):
            self.wrong(key, "a list of strings", items)
            return ()
        for index, item in enumerate(items):
            if not isinstance(item, str):
                self.wrong(f"{key}[{index}]", "a string", item)
        return tuple(item for item in items if isinstance(item, str))

    def mapping(self, key: str) -> Mapping[str, Any] | None:
        """Return an optional object."""
        value = self.values.get(key)
        if value is None or isinstance(value, dict):
            return value
        self.wrong(key, "an object", value)
        return None

    def one_of(self, key: str, choices: tuple[str, ...]) -> str:
        """Return one of a few strings, the first when it is not given or was reported."""
        value = self.string(key)
        if value is None:
            return choices[0]
        if value not in choices:
            self._unknown("value-wrong", key, value, choices)
            return choices[0]
        return value

    def _unknown(self, rule: str, what: str, word: str, valid: tuple[str, ...]) -> None:
        within = f"{self.place.removesuffix('.')}: " if self.place else ""
        message, _, suggestion = unknown_name(what, shown(word), valid).rpartition("; ")
        self.report(rule, within + message, suggestion)


def is_integer(value: object) -> bool:
    """Return whether a JSON value is an integer; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def kind(value: object) -> str:
    """Return what a JSON value is, with an article."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "a list" if isinstance(value, list) else "an object"


def _check_tree(value: object, report: Report) -> None:
    """Report strings that are no Unicode text, and nesting that later readers may not bear."""
    level: list[tuple[str, object]] = [("", value)]
    for _ in range(MOST_LEVELS):
        deeper: list[tuple[str, object]] = []
        for place, item in level:
            if isinstance(item, str):
                _check_string(place, item, report)
            elif isinstance(item, list):
                deeper += [(f"{place}[{index}]", inner) for index, inner in enumerate(item)]
            elif isinstance(item, dict):
                for key, inner in item.items():
                    within = f"{place}.{key}" if place else key
                    _check_string(within, key, report)
                    deeper.append((within, inner))
        if not deeper:
            return
        level = deeper
    if any(isinstance(item, (list, dict)) for _, item in level):
        report("json-invalid", f"lists and objects more than {MOST_LEVELS} levels deep")


def _check_string(place: str, text: str, report: Report) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        report(
            "value-wrong",
            f"{shown(place)} holds half a surrogate pair, {shown(text[error.start])}",
            "write the character itself",
        )
