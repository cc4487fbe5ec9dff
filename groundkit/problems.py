"""What is wrong with a line of a file, as a record that a message or a finding is made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a file, and what to do about it."""

    rule: str
    """Which rule is broken, such as ``quote-missing``; ``docs/judgments.md`` explains each."""
    file: str
    """The file as it is shown to people, on one line."""
    line: int | None
    """Line of the file, from 1; None for the file as a whole."""
    message: str
    """What is wrong, on one line."""
    suggestion: str | None = None
    """What to do about it, on one line; None when the message says it all."""
    query_id: str | None = None
    """The query that the line holds; None when it could not be read."""
    gold_index: int | None = None
    """The gold entry, from 0; None when the problem is not about one."""


class Report(Protocol):
    """Takes what is wrong with what is being read."""

    def __call__(self, rule: str, message: str, suggestion: str | None = None) -> None:
        """Record that ``rule`` is broken."""


def place_of(problem: Problem) -> str:
    """Return ``file:line``, or the file alone."""
    return problem.file if problem.line is None else f"{problem.file}:{problem.line}"


def as_line(problem: Problem) -> str:
    """Return a problem as one line: place, what is wrong, what to do."""
    return f"{place_of(problem)}: {in_words(problem)}"


def in_words(problem: Problem) -> str:
    """Return what is wrong and what to do, on one line, without the place."""
    hint = "" if problem.suggestion is None else f"; {problem.suggestion}"
    return f"{problem.message}{hint}"


def as_lines(problems: Iterable[Problem]) -> tuple[str, ...]:
    """Return a line for each problem, in their order."""
    return tuple(as_line(problem) for problem in problems)
