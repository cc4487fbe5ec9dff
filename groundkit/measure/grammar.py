"""One grammar of measure names: ``Family(parameter=value, ...)@cutoff``, as ir_measures has it.

A name mentions what differs from the default, in a fixed order, so a measure has one name:
``parse(str(measure)) == measure``, and ``str(parse(text))`` is the same for all spellings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from groundkit.errors import UsageError, unknown_name
from groundkit.measure.families import FAMILIES, Family, Parameter, Value, parameters

_NAME = re.compile(
    r"\s*(?P<family>\w+)\s*(?:\((?P<arguments>.*)\))?\s*(?:@\s*(?P<cutoff>[^\s()]+)\s*)?", re.DOTALL
)
_ARGUMENT = re.compile(
    r"\s*(?P<name>\w+)\s*=\s*(?P<value>\{[^{}]*\}|'[^']*'|\"[^\"]*\"|[^,{}'\"\s]+)\s*(?:,|$)"
)
_INTEGER = re.compile(r"[0-9]{1,9}")
_NUMBER = re.compile(r"[0-9]{1,15}(\.[0-9]{0,17})?([eE]-?[0-9]{1,2})?|\.[0-9]{1,17}")


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure: a family with all that fixes its value."""

    family: str
    """Name of the family."""
    cutoff: int | float | None = None
    """Ranks looked at, from 1; for IPrec the recall level; None for the whole list."""
    values: tuple[tuple[str, Value], ...] = ()
    """Parameters that differ from their default, in the order of the family."""

    def get(self, name: str) -> Value | None:
        """Return the value of a parameter, its default when it is not mentioned.

        None when it has no default, or when the family has no such parameter.
        """
        for mentioned, value in self.values:
            if mentioned == name:
                return value
        parameter = parameters(FAMILIES[self.family]).get(name)
        return parameter.default if parameter else None

    def with_values(self, further: Mapping[str, Value]) -> Measure:
        """Return the measure with further parameters, where the family has them.

        What the measure mentions itself stays.
        """
        return _made(FAMILIES[self.family], self.cutoff, {**further, **dict(self.values)})

    def __str__(self) -> str:
        """Return the name, without spaces."""
        inside = ",".join(f"{name}={_written(value)}" for name, value in self.values)
        return (
            self.family
            + (f"({inside})" if inside else "")
            + (f"@{self.cutoff}" if self.cutoff is not None else "")
        )


def parse(text: str) -> Measure:
    """Return the measure of a name; raises UsageError that says what is wrong with it."""
    found = _NAME.fullmatch(text)
    if found is None:
        raise UsageError(
            f'"{text}" is not the name of a measure; expected such as nDCG@10, AP(rel=2)'
        )
    if found["family"] not in FAMILIES:
        raise UsageError(unknown_name("measure", found["family"], FAMILIES))
    family = FAMILIES[found["family"]]
    arguments = list(_arguments(text, found["arguments"] or ""))
    if family.name == "NumRet" and "rel" in dict(arguments):
        family = FAMILIES["NumRelRet"]  # As ir_measures spells it.
    values: dict[str, Value] = {}
    for name, value in arguments:
        known = parameters(family)
        if name not in known:
            raise UsageError(f'"{text}": {unknown_name("parameter", name, known)}')
        if name in values:
            raise UsageError(f'"{text}": parameter {name} is given twice')
        values[name] = _value(text, name, value, known[name])
    return _made(family, _cutoff(text, family, found["cutoff"]), values)


def _made(family: Family, cutoff: int | float | None, values: Mapping[str, Value]) -> Measure:
    mentioned = tuple(
        (name, values[name])
        for name, parameter in parameters(family).items()
        if name in values and values[name] != parameter.default
    )
    if dict(mentioned).get("capped") and cutoff is None:
        raise UsageError(f"{family.name}(capped=True) needs a cutoff, such as @10")
    return Measure(family.name, cutoff, mentioned)


def _cutoff(text: str, family: Family, written: str | None) -> int | float | None:
    if written is None:
        if family.cutoff in ("required", "recall"):
            example = "@0.1" if family.cutoff == "recall" else "@10"
            raise UsageError(f'"{text}" needs a cutoff, such as {family.name}{example}')
        return None
    if family.cutoff == "none":
        raise UsageError(f'"{text}": {family.name} has no cutoff')
    if family.cutoff == "recall":
        if _NUMBER.fullmatch(written) and 0.0 <= float(written) <= 1.0:
            return float(written)
        raise UsageError(f'"{text}": the recall level must be from 0 to 1')
    if _INTEGER.fullmatch(written) and int(written) >= 1:
        return int(written)
    raise UsageError(f'"{text}": the cutoff must be a whole number from 1')


def _arguments(text: str, inside: str) -> Iterator[tuple[str, str]]:
    position = 0
    while position < len(inside.rstrip()):
        found = _ARGUMENT.match(inside, position)
        if found is None:
            raise UsageError(
                f'"{text}": expected parameters such as rel=2,p=0.5 at "{inside[position:][:20]}"'
            )
        yield found["name"], found["value"]
        position = found.end()


def _value(text: str, name: str, written: str, parameter: Parameter) -> Value:
    wrong = UsageError(f'"{text}": {name} must be {parameter.range}')
    bare = written.strip("'\"")
    if parameter.kind == "bool":
        if bare.lower() not in ("true", "false"):
            raise wrong
        return bare.lower() == "true"
    if parameter.kind == "choice":
        if bare not in parameter.choices:
            raise wrong
        return bare
    if parameter.kind == "gains":
        return _gains(written, wrong)
    if not (_INTEGER if parameter.kind == "int" else _NUMBER).fullmatch(written):
        raise wrong
    number = int(written) if parameter.kind == "int" else float(written)
    if not parameter.allowed(number):
        raise wrong
    return number


def _gains(written: str, wrong: UsageError) -> tuple[tuple[int, float], ...]:
    gains: dict[int, float] = {}
    for pair in written.removeprefix("{").removesuffix("}").split(","):
        grade, _, gain = (part.strip() for part in pair.partition(":"))
        if not (_INTEGER.fullmatch(grade) and _NUMBER.fullmatch(gain)) or int(grade) in gains:
            raise wrong
        gains[int(grade)] = float(gain)
    return tuple(sorted(gains.items()))


def _written(value: Value) -> str:
    if isinstance(value, tuple):
        return "{" + ",".join(f"{grade}:{_number(gain)}" for grade, gain in value) + "}"
    if isinstance(value, str):
        return f"'{value}'"
    return _number(value) if isinstance(value, float) else str(value)


def _number(value: float) -> str:
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
