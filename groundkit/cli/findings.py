"""Findings of an audit as text: for people, and as annotations of a pull request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from groundkit.check.audit import Finding
from groundkit.output.values import visible
from groundkit.problems import place_of

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
"""GitHub's workflow command by severity."""


MOST_OF_A_RULE = 10
"""Findings of one rule that a page shows unless all are asked for; errors are always shown."""


def page(findings: Sequence[Finding], *, all_of_them: bool = False) -> str:
    """Return a line for each finding, and what to do about it on the next.

    Of warnings and notes of one rule the first ``MOST_OF_A_RULE`` are shown and the rest counted,
    unless ``all_of_them`` is given.
    """
    lines = []
    seen: Counter[str] = Counter()
    for finding in findings:
        problem = finding.problem
        seen[problem.rule] += 1
        limited = finding.severity != "error" and not all_of_them
        if limited and seen[problem.rule] > MOST_OF_A_RULE:
            continue
        lines.append(f"{place_of(problem)}: {finding.severity}: {problem.message} [{problem.rule}]")
        if problem.suggestion is not None:
            lines.append(f"    {problem.suggestion}")
    if not all_of_them:
        errors = {finding.problem.rule for finding in findings if finding.severity == "error"}
        lines += [
            f"{number - MOST_OF_A_RULE} more of {rule}; -v shows all"
            for rule, number in seen.items()
            if number > MOST_OF_A_RULE and rule not in errors
        ]
    return "".join(f"{visible(line)}\n" for line in lines)


def workflow_commands(findings: Sequence[Finding]) -> str:
    """Return workflow commands by which GitHub marks the lines of a pull request."""
    return "".join(f"{_annotation(finding)}\n" for finding in findings)


def _annotation(finding: Finding) -> str:
    problem = finding.problem
    place = f"file={_property(problem.file)}"
    if problem.line is not None:
        place += f",line={problem.line}"
    text = (
        problem.message
        if problem.suggestion is None
        else (f"{problem.message}; {problem.suggestion}")
    )
    return f"::{_COMMANDS[finding.severity]} {place},title={_property(problem.rule)}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
