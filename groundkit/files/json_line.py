"""One line of JSON, changed without being written anew.

A line is taken apart into its tokens, so that what is not changed keeps its bytes: numbers and
escapes stay as they were typed, and keys keep their order.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
"""The tokens of a valid JSON text; what is between them is white space."""

_AFTER = {",": ", ", ":": ": "}


def strict(text: str) -> Any:
    """Return the value of strict JSON, every number as its text in a tuple.

    Raises ValueError for anything else, a key that is given twice and NaN included, and
    RecursionError for what is nested too deeply.
    """
    return json.loads(
        text,
        object_pairs_hook=_without_repeats,
        parse_constant=_refused,
        parse_int=_number,
        parse_float=_number,
    )


def spaced(text: str) -> str:
    """Return valid JSON with the white space of ``json.dumps`` between its tokens."""
    return "".join(_AFTER.get(token, token) for token in _TOKEN.findall(text))


def value_of(text: str, key: str) -> tuple[int, int] | None:
    """Return where the value of a key of the outermost object stands, ``[start, end)``, or None.

    Raises ValueError when the text is no strict JSON object.
    """
    if not isinstance(strict(text), dict):
        raise ValueError("expected a JSON object")
    depth = 0
    name: str | None = None
    """The key whose value is next; None while no key was read."""
    start = end = 0
    for match in _TOKEN.finditer(text):
        piece = match.group()
        if depth == 1 and piece in (",", "}"):
            if name == key:
                return start, end
            name = None
        elif depth == 1 and name is None:
            name, start = str(json.loads(piece)), 0
        elif depth == 1 and piece != ":" and not start:
            start = match.start()
        depth += (piece in ("{", "[")) - (piece in ("}", "]"))
        end = match.end()
    return None


def with_field(text: str, key: str, value: object, *, after: str | None = None) -> str:
    """Return a JSON object with another value for ``key``; no other field changes.

    A key that is absent is added behind the field ``after``, else at the end. Raises ValueError
    when the text is no strict JSON object.
    """
    written = json.dumps(value, ensure_ascii=False)
    found = value_of(text, key)
    if found is not None:
        start, end = found
        return f"{text[:start]}{written}{text[end:]}"
    added = f"{json.dumps(key)}: {written}"
    place = None if after is None else value_of(text, after)
    if place is not None:
        return f"{text[: place[1]]}, {added}{text[place[1] :]}"
    end = text.rindex("}")
    before = text[:end].rstrip()
    comma = "" if before.endswith("{") else ", "
    return f"{before}{comma}{added}{text[end:]}"


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("a key is given twice in one object")
    return values


def _refused(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _number(digits: str) -> tuple[str]:
    return (digits,)
