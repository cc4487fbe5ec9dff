"""How a measure is written: ``Family(name=value,...)@cutoff``, read and written back.

The grammar is that of ``ir_measures``: parameters in parentheses, then a cutoff. A cutoff is a
number of hits, a budget of retrieved characters (``@2000c``), or for some families a share. A
measure is equal to another exactly when both are written the same way: a parameter that has its
default value is not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from groundkit.errors import UsageError, unknown_name
from groundkit.measure.families import FAMILIES, NAMES
from groundkit.measure.family import MAX_INTEGER, Family, Parameter, Value

_NAME = re.compile(r"\s*(?P<name>[A-Za-z][A-Za-z0-9_]*)\s*")
_CUTOFF = re.compile(r"\s*@\s*(?P<number>[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?P<unit>c?)\s*")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_PIECE = re.compile(
    r"\s*(?P<name>[A-Za-z_]+)\s*=\s*"
    r"(?P<value>'[^']*'|\"[^\"]*\"|\{[^{}]*\}|\[[^\[\]]*\]|[^,(){}\[\]'\"\s]+)\s*"
)


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure with all that its name says. Made by ``parse`` or ``make``."""

    family: str
    parameters: tuple[tuple[str, Value], ...] = ()
    """Those that differ from their default, in the order of the family."""
    cutoff: int | float | None = None
    """Hits, characters or a share; None is the whole list."""
    budget: bool = False
    """True when the cutoff counts retrieved characters."""

    def __str__(self) -> str:
        """Return the measure as it is written."""
        return format_measure(self)

    def value(self, name: str) -> Value | None:
        """Return the value of a parameter, given or by default; None when it has none."""
        given = dict(self.parameters)
        if name in given:
            return given[name]
        for parameter in FAMILIES[self.family].parameters:
            if parameter.name == name:
                return parameter.default
        return None


def parse(text: str) -> Measure:
    """Return the measure that ``text`` names.

    Raises UsageError, with the nearest valid name, for a family or a parameter that does not
    exist, and for a value that is out of its range.
    """
    found = _NAME.match(text)
    if found is None:
        raise UsageError(f'"{text}" is no measure; expected a name such as nDCG@10 or AP(rel=2)')
    family = NAMES.get(found["name"])
    if family is None:
        raise UsageError(unknown_name("measure", found["name"], NAMES))
    end = found.end()
    given: dict[str, str] = {}
    if text[end : end + 1] == "(":
        end = _read_parameters(text, end + 1, given)
    cutoff: str | None = None
    budget = False
    at = _CUTOFF.match(text, end)
    if at is not None:
        cutoff, budget, end = at["number"], at["unit"] == "c", at.end()
    if text[end:].strip():
        raise UsageError(
            f'measure "{text}": "{text[end:].strip()}" is not understood; expected '
            "Family(name=value,...)@cutoff, such as P(rel=2)@5"
        )
    values = {
        name: _value(text, _parameter(text, family, name), written)
        for name, written in given.items()
    }
    return make(family.name, values, _cutoff(text, family, cutoff, budget), budget=budget)


def make(
    family: str,
    values: Mapping[str, Value] | None = None,
    cutoff: int | float | None = None,
    *,
    budget: bool = False,
) -> Measure:
    """Return the measure of a family with these parameters, in its one canonical form.

    Raises UsageError like ``parse``.
    """
    known = FAMILIES[family]
    given = dict(values or {})
    for name in given:
        _parameter(family, known, name)
    if known.cutoff == "required" and cutoff is None:
        raise UsageError(f'measure "{family}" needs a cutoff; write {family}@{_example(known)}')
    if known.cutoff == "none" and cutoff is not None:
        raise UsageError(f'measure "{family}" takes no cutoff; write {family}')
    if budget and not known.budget_levels:
        raise UsageError(f'measure "{family}" takes no budget of characters; leave out the "c"')
    kept = tuple(
        (parameter.name, given[parameter.name])
        for parameter in known.parameters
        if parameter.name in given and given[parameter.name] != parameter.default
    )
    return Measure(family, kept, cutoff, budget)


def with_parameters(measure: Measure, values: Mapping[str, Value]) -> Measure:
    """Return the measure with these parameters where its family has them and it names no other."""
    known = {
        parameter.name for parameter in FAMILIES[measure.family].parameters if parameter.shared
    }
    given = {name: value for name, value in values.items() if name in known}
    return make(
        measure.family,
        {**given, **dict(measure.parameters)},
        measure.cutoff,
        budget=measure.budget,
    )


def format_measure(measure: Measure) -> str:
    """Return the measure as it is written; ``parse`` reads it back."""
    inner = ",".join(f"{name}={_written(value)}" for name, value in measure.parameters)
    text = f"{measure.family}({inner})" if inner else measure.family
    if measure.cutoff is None:
        return text
    return f"{text}@{_number_text(measure.cutoff)}{'c' if measure.budget else ''}"


def _read_parameters(text: str, start: int, given: dict[str, str]) -> int:
    """Fill ``given`` from the inside of the parentheses and return where they end."""
    end = start
    if text[end:].lstrip().startswith(")"):
        return text.index(")", end) + 1
    while True:
        piece = _PIECE.match(text, end)
        if piece is None:
            raise UsageError(
                f'measure "{text}": expected name=value in the parentheses, such as (rel=2)'
            )
        if piece["name"] in given:
            raise UsageError(f'measure "{text}": parameter "{piece["name"]}" is given twice')
        given[piece["name"]] = piece["value"]
        end = piece.end()
        if text[end : end + 1] == ")":
            return end + 1
        if text[end : end + 1] != ",":
            raise UsageError(f'measure "{text}": expected "," or ")" after {piece[0].strip()}')
        end += 1


def _parameter(text: str, family: Family, name: str) -> Parameter:
    known = {parameter.name: parameter for parameter in family.parameters}
    if name in known:
        return known[name]
    if not known:
        raise UsageError(f'measure "{text}": {family.name} has no parameters')
    raise UsageError(f'measure "{text}": {unknown_name("parameter", name, known)}')


def _value(text: str, parameter: Parameter, written: str) -> Value:
    """Return the value of a parameter as written; raises UsageError unless it is in range."""
    bare = written[1:-1] if written[0] in "'\"" else written
    if parameter.kind == "flag" and bare.lower() in ("true", "false"):
        return bare.lower() == "true"
    if parameter.kind == "choice":
        if bare in parameter.choices:
            return bare
        raise UsageError(
            f'measure "{text}": {unknown_name(parameter.name, bare, parameter.choices)}'
        )
    if parameter.kind == "gains" and written.startswith("{"):
        pairs = dict(_pairs(text, parameter, written[1:-1]))
        if pairs:
            return tuple(sorted(pairs.items()))
    if parameter.kind == "numbers" and written.startswith("["):
        numbers = [_number(text, parameter, piece) for piece in written[1:-1].split(",")]
        return tuple(sorted({float(number) for number in numbers}))
    if parameter.kind in ("integer", "number"):
        return _number(text, parameter, bare)
    expected = {"flag": "True or False", "gains": "{grade:gain,...}", "numbers": "[0.25,0.5]"}
    raise UsageError(
        f'measure "{text}": {parameter.name}={written} is not understood; expected '
        f"{expected[parameter.kind]}"
    )


def _pairs(text: str, parameter: Parameter, inner: str) -> Iterator[tuple[int, float]]:
    for piece in inner.split(","):
        grade, colon, gain = piece.partition(":")
        if not colon or not re.fullmatch(r"\s*-?[0-9]{1,9}\s*", grade):
            raise UsageError(
                f'measure "{text}": {parameter.name} has "{piece.strip()}"; expected grade:gain'
            )
        yield int(grade), float(_number(text, parameter, gain))


def _number(text: str, parameter: Parameter, written: str) -> int | float:
    integer = parameter.kind == "integer"
    value = float(written) if _NUMBER.fullmatch(written.strip()) else None
    if (
        value is None
        or not parameter.low <= value <= parameter.high
        or (integer and not value.is_integer())
    ):
        what = "a whole number" if integer else "a number"
        raise UsageError(
            f'measure "{text}": {parameter.name}={written.strip()} is not understood; expected '
            f"{what} from {_number_text(parameter.low)} to {_number_text(parameter.high)}"
        )
    return int(value) if integer else value


def _cutoff(text: str, family: Family, written: str | None, budget: bool) -> int | float | None:
    if written is None:
        return None
    if family.cutoff_kind == "share":
        return float(written)
    if not written.isdecimal() or not 1 <= int(written) <= MAX_INTEGER:
        raise UsageError(
            f'measure "{text}": @{written} is no cutoff; expected a whole number from 1'
            + (" before the c" if budget else "")
        )
    return int(written)


def _example(family: Family) -> str:
    return "10" if family.cutoff_kind == "rank" else "0.1"


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        return f"'{value}'"
    if isinstance(value, int | float):
        return _number_text(value)
    pieces = [
        f"{item[0]}:{_number_text(item[1])}" if isinstance(item, tuple) else _number_text(item)
        for item in value
    ]
    left, right = "{}" if isinstance(value[0], tuple) else "[]"
    return f"{left}{','.join(pieces)}{right}"


def _number_text(value: float) -> str:
    return str(int(value)) if value == int(value) and abs(value) <= MAX_INTEGER else repr(value)
