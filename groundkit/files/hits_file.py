"""Ranked hits as JSON Lines: one query a line, as a file or as what a program prints.

A line is an object with ``query_id`` and ``hits``, best first. A hit is an object with ``doc``
and either ``start`` and ``end``, or ``text``, or both, or neither for the whole document; and
``score`` where there is one. ``latency_ms``, ``status`` and ``error`` are optional. The status
is ``ok``, unless an ``error`` is given: then it is ``failed``. Everything that is not understood
is a problem; nothing is repaired.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable
from dataclasses import dataclass

from groundkit.files.strict_json import Decoder, Fields, Refused, kind
from groundkit.problems import Problem, Report
from groundkit.records import ListedAnswer, ListedHit
from groundkit.text.quotes import shown

ANSWER_KEYS = ("query_id", "hits", "latency_ms", "status", "error")
HIT_KEYS = ("doc", "start", "end", "text", "score")
STATUSES = ("ok", "failed", "missing")

MOST_PROBLEMS = 100
"""Problems of one file that are kept; a program that writes one wrong line writes many."""


@dataclass(frozen=True, slots=True)
class ScannedHits:
    """What could be read of a file of hits, and what is wrong with it."""

    answers: tuple[ListedAnswer, ...]
    """In the order of the file, each query once."""
    problems: tuple[Problem, ...]
    """By line; empty when the file can be imported."""


def scan_hits(lines: Iterable[bytes], name: str) -> ScannedHits:
    """Return what the lines of a file hold; blank lines are skipped; never raises.

    ``name`` is what the file is called in messages. Reading stops after ``MOST_PROBLEMS``.
    """
    place = shown(name, None)
    answers: list[ListedAnswer] = []
    problems: list[Problem] = []
    line_of_id: dict[str, int] = {}
    for number, data in enumerate(lines, start=1):
        if not data.strip():
            continue
        found, wrong = scan_answer(data, place, number)
        problems += wrong
        if found is not None and found.query_id in line_of_id:
            first = line_of_id[found.query_id]
            message = f'query_id "{shown(found.query_id)}" was given before, at line {first}'
            suggestion = "give each query one line"
            problems.append(
                Problem("query-id-duplicate", place, number, message, suggestion, found.query_id)
            )
        elif found is not None:
            line_of_id[found.query_id] = number
            answers.append(found)
        if len(problems) >= MOST_PROBLEMS:
            message = f"has {MOST_PROBLEMS} problems up to here; what follows was not read"
            problems.append(Problem("json-invalid", place, number, message))
            break
    return ScannedHits(tuple(answers), tuple(problems))


def scan_answer(
    data: bytes, place: str, number: int = 1
) -> tuple[ListedAnswer | None, tuple[Problem, ...]]:
    """Return the answer that one line holds, and what is wrong with it.

    None when the line is no object with a ``query_id``; what else could not be read of an answer
    that has a problem is left out of it.
    """
    problems: list[Problem] = []
    query_id: str | None = None

    def report(rule: str, message: str, suggestion: str | None = None) -> None:
        problems.append(Problem(rule, place, number, message, suggestion, query_id))

    value = _decoded(data, report)
    if isinstance(value, Refused):
        return None, tuple(problems)
    if not isinstance(value, dict):
        report("json-invalid", f"expected a JSON object, not {kind(value)}")
        return None, tuple(problems)
    given = value.get("query_id")
    query_id = given if isinstance(given, str) and given else None
    fields = Fields(value, "", ANSWER_KEYS, report)
    answer = _answer(fields, number)
    return (answer if query_id is not None else None), tuple(problems)


def _decoded(data: bytes, report: Report) -> object:
    if data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        report(
            "encoding-wrong",
            "the line starts with a byte order mark",
            "write UTF-8 without one",
        )
        return Refused()
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        report(
            "encoding-wrong",
            f"not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start} of the line",
            "write UTF-8",
        )
        return Refused()
    return Decoder(report).decode(text)


def _answer(fields: Fields, line: int) -> ListedAnswer:
    """Return the answer of one line; what is wrong with it is reported, not raised."""
    query_id = fields.required_string("query_id")
    error = fields.string("error")
    given = fields.values.get("status")
    status = "failed" if given is None and error is not None else fields.one_of("status", STATUSES)
    if status == "ok" and error is not None:
        fields.report("value-wrong", 'error is given, but status is "ok"', "leave one of them out")
    listed = fields.values.get("hits")
    hits: tuple[ListedHit, ...] = ()
    if "hits" not in fields.values:
        if status == "ok":
            fields.report(
                "value-missing",
                "hits is missing",
                "give an empty list for a query that nothing was retrieved for",
            )
    elif not isinstance(listed, list):
        fields.wrong("hits", "a list", listed)
    elif listed and status != "ok":
        fields.report(
            "value-wrong", f'hits are given, but status is "{status}"', "leave one of them out"
        )
    else:
        hits = tuple(_hit(entry, index, fields) for index, entry in enumerate(listed))
    latency = fields.number("latency_ms")
    if latency is not None and latency < 0:
        fields.report("value-wrong", f"latency_ms must not be negative, got {latency}")
    return ListedAnswer(query_id, status, hits, line, latency, error)


def _hit(entry: object, index: int, parent: Fields) -> ListedHit:
    """Return one hit; what is wrong with it is reported, not raised."""
    if not isinstance(entry, dict):
        parent.wrong(f"hits[{index}]", "an object", entry)
        return ListedHit("", None, None, None, None)
    fields = Fields(entry, f"hits[{index}].", HIT_KEYS, parent.report)
    doc = fields.required_string("doc")
    start, end = fields.integer("start"), fields.integer("end")
    if ("start" in entry) != ("end" in entry) or (entry.get("start") is None) != (
        entry.get("end") is None
    ):
        fields.report("value-missing", f"hits[{index}]: start and end go together", "give both")
    text = fields.string("text")
    if text == "":
        fields.report(
            "value-missing",
            f"hits[{index}].text must not be empty",
            "leave it out to mean the whole document",
        )
    return ListedHit(doc, start, end, text, fields.number("score"))
