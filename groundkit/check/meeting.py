"""How the ids of two sides meet: what one has and the other lacks, with examples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from groundkit.table import Table
from groundkit.text.quotes import shown

MOST_EXAMPLES = 5
"""Ids that are named of each side."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a person should know about files that refer to each other."""

    rule: str
    """Name of the kind, such as ``query-missing``."""
    message: str
    """What was found, in words, without the examples."""
    count: int
    """How many there are."""
    examples: tuple[str, ...] = ()
    """The first few, ascending."""

    def line(self) -> str:
        """Return message and examples on one line."""
        return self.message + (f": {self._examples()}" if self.examples else "")

    def _examples(self) -> str:
        return listed(self.examples, self.count)


def listed(ids: Sequence[str], count: int | None = None) -> str:
    """Return the first few ids for a message; ``count`` is how many there are in all."""
    number = len(ids) if count is None else count
    named = ", ".join(shown(one, None) for one in ids[:MOST_EXAMPLES])
    return named + (", ..." if number > min(len(ids), MOST_EXAMPLES) else "")


def first_of(ids: Iterable[str]) -> tuple[str, ...]:
    """Return the first few of some ids in ascending order."""
    return tuple(sorted(ids)[:MOST_EXAMPLES])


def findings_table(findings: Iterable[Finding]) -> Table:
    """Return one row a finding: rule, count, message, examples."""
    return Table(
        ("rule", "count", "message", "examples"),
        tuple(
            (finding.rule, finding.count, finding.message, ", ".join(finding.examples))
            for finding in findings
        ),
    )
