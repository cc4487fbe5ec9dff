"""The audit: every rule over one corpus and its judgments, as findings with a severity."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from groundkit.check import collection, labels
from groundkit.check.elsewhere import elsewhere
from groundkit.check.rules import CheckSettings
from groundkit.check.subject import Subject
from groundkit.problems import Problem

_OF_LABELS: tuple[Callable[[Subject], Iterator[Problem]], ...] = (
    labels.queries,
    labels.quotes,
    labels.duplicates,
    labels.chunked,
    labels.circular,
    labels.alike,
    labels.unanswerable,
    labels.adversarial,
    elsewhere,
)
"""What can be said of single labels."""

_OF_COLLECTION: tuple[Callable[[Subject], Iterator[Problem]], ...] = (
    labels.form,
    collection.sizes,
    collection.files,
    collection.scripts,
    collection.copies,
)
"""What can be said of the file and the corpus as a whole."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that is broken, and how bad that is."""

    severity: str
    """``error``, ``warning`` or ``note``."""
    problem: Problem
    """What is wrong, where, and what to do about it."""


def audit(subject: Subject, already_known: Iterable[Problem] = ()) -> tuple[Finding, ...]:
    """Return all findings: those of every rule, and problems that are ``already_known``.

    The judgments file comes first, by line; then the corpus, by path; what concerns a whole
    file comes before its lines. Rules that a project switched off find nothing.
    """
    problems = list(already_known)
    for rule in (*_OF_LABELS, *_OF_COLLECTION):
        problems += rule(subject)
    return graded(problems, subject.settings, first_file=subject.place)


def graded(
    problems: Iterable[Problem], settings: CheckSettings, *, first_file: str
) -> tuple[Finding, ...]:
    """Return problems with their severity, in order, without those of rules that are off."""
    findings = (Finding(settings.severity_of(problem.rule), problem) for problem in problems)

    def place(finding: Finding) -> tuple[bool, str, int, int, str]:
        problem = finding.problem
        gold_index = -1 if problem.gold_index is None else problem.gold_index
        return (
            problem.file != first_file,
            problem.file,
            problem.line or 0,
            gold_index,
            problem.rule,
        )

    return tuple(sorted((f for f in findings if f.severity != "off"), key=place))


def warnings_for(
    subject: Subject, query_id: str, already_known: Iterable[Problem] = ()
) -> tuple[Finding, ...]:
    """Return what the rules about single labels, and what is ``already_known``, say of a query."""
    found = [*already_known, *(problem for rule in _OF_LABELS for problem in rule(subject))]
    of_query = (problem for problem in found if problem.query_id == query_id)
    return graded(of_query, subject.settings, first_file=subject.place)
