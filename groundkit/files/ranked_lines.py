"""Judgments and runs of the TREC kind as records: exact, line by line, every fault with its place.

Columns are separated by any white space; ids are text; a line that begins with ``#`` is a
comment and a blank line nothing (trec_eval 10, get_qrels and get_results). Beside TREC columns,
a qrels file may be BEIR's table with its header, and both may be ``{query: {document: number}}``
in JSON, as ranx and pytrec_eval write them.
"""

from __future__ import annotations

import codecs
import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from groundkit.errors import InputError
from groundkit.files.strict_json import Decoder, is_integer
from groundkit.text.quotes import shown

BEIR_HEADER = ["query-id", "corpus-id", "score"]
MAX_FAULTS = 20
"""Faults of a file that are listed; reading ends there."""

MAX_GRADE = 2**31 - 1

_GRADE = re.compile(r"[+-]?[0-9]{1,10}")
_SCORE = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Graded:
    """A judged document."""

    line: int
    """Line of the file, from 1; 0 in JSON."""
    query_id: str
    doc: str
    grade: int
    """As given; negative is pooled but unjudged."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A retrieved document."""

    line: int
    """Line of the file, from 1; 0 in JSON."""
    query_id: str
    doc: str
    score: float
    tag: str | None
    """Name of the run in the last column; None in JSON."""


@dataclass(slots=True)
class Remarks:
    """What is odd about a file that was read all the same."""

    has_bom: bool = False
    """A byte-order mark was dropped."""
    extra_columns: int = 0
    """Lines of a run with more than six columns."""


def read_qrels(path: Path, name: str, remarks: Remarks) -> Iterator[Graded]:
    """Yield the judged documents of a file that messages call ``name``.

    Raises InputError with up to MAX_FAULTS lines.
    """
    if _is_json(path):
        for query_id, doc, value in _json_values(path, name):
            if not is_integer(value) or abs(value) > MAX_GRADE:
                raise InputError(_not_a_number(name, query_id, doc, "grade", value))
            yield Graded(0, query_id, doc, value)
        return
    faults = _Faults(name)
    header = False
    for number, fields in _lines(path, name, remarks):
        if number == 1 and fields == BEIR_HEADER:
            header = True
            continue
        wanted = 3 if header else 4
        if len(fields) != wanted:
            columns = " ".join(BEIR_HEADER) if header else "query iteration document grade"
            faults.add(number, f"{len(fields)} columns, expected {wanted}: {columns}")
            continue
        query_id, doc, grade = fields[0], fields[-2], fields[-1]
        if not _GRADE.fullmatch(grade) or abs(int(grade)) > MAX_GRADE:
            faults.add(number, f'the grade "{shown(grade, None)}" is not a whole number')
            continue
        yield Graded(number, query_id, doc, int(grade))
    faults.raise_if_any()


def read_run(path: Path, name: str, remarks: Remarks) -> Iterator[Scored]:
    """Yield the retrieved documents of a file that messages call ``name``.

    Raises InputError with up to MAX_FAULTS lines.
    """
    if _is_json(path):
        for query_id, doc, value in _json_values(path, name):
            if not is_integer(value) and not isinstance(value, float):
                raise InputError(_not_a_number(name, query_id, doc, "score", value))
            yield Scored(0, query_id, doc, float(value), None)
        return
    faults = _Faults(name)
    for number, fields in _lines(path, name, remarks):
        if len(fields) < 6:
            faults.add(
                number, f"{len(fields)} columns, expected 6: query Q0 document rank score tag"
            )
            continue
        remarks.extra_columns += len(fields) > 6
        score = fields[4]
        if not _SCORE.fullmatch(score) or not math.isfinite(float(score)):
            faults.add(number, f'the score "{shown(score, None)}" is not a finite number')
            continue
        yield Scored(number, fields[0], fields[2], float(score), fields[5])
    faults.raise_if_any()


@dataclass(slots=True)
class _Faults:
    name: str
    lines: list[str] | None = None

    def add(self, number: int, what: str) -> None:
        self.lines = [*(self.lines or ()), f"{self.name}:{number}: {what}"]
        if len(self.lines) == MAX_FAULTS:
            raise InputError([*self.lines, f"{self.name}: reading ended at {MAX_FAULTS} faults"])

    def raise_if_any(self) -> None:
        if self.lines:
            raise InputError(self.lines)


def _not_a_number(name: str, query_id: str, doc: str, what: str, value: object) -> str:
    kind = "whole" if what == "grade" else "finite"
    return (
        f'{name}: query "{shown(query_id)}", document "{shown(doc)}": the {what} '
        f"{json.dumps(value)[:24]} is not a {kind} number"
    )


def _lines(path: Path, name: str, remarks: Remarks) -> Iterator[tuple[int, list[str]]]:
    """Yield number and columns of every line that is neither blank nor a comment."""
    number = 0
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            line = raw
            if number == 1 and line.startswith(codecs.BOM_UTF8):
                remarks.has_bom = True
                line = line.removeprefix(codecs.BOM_UTF8)
            if line.startswith(b"#"):
                continue
            if b"\0" in line:
                raise InputError(f"{name}:{number}: a NUL byte; this is not a text file")
            # Bytes: split at ASCII white space alone, since ids may hold any other character.
            fields = line.split()
            try:
                if fields:
                    yield number, [field.decode() for field in fields]
            except UnicodeDecodeError:
                raise InputError(f"{name}:{number}: not UTF-8 text") from None
    if number == 0:
        raise InputError(f"{name}: the file is empty")


def _is_json(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(1024).removeprefix(codecs.BOM_UTF8).lstrip()[:1] == b"{"


def _json_values(path: Path, name: str) -> Iterator[tuple[str, str, Any]]:
    """Yield query, document and number; a number that is none is reported before."""
    faults: list[str] = []

    def report(rule: str, message: str, suggestion: str | None = None) -> None:  # noqa: ARG001
        faults.append(f"{name}: {message}" + (f"; {suggestion}" if suggestion else ""))

    try:
        text = path.read_bytes().removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError:
        raise InputError(f"{name}: not UTF-8 text") from None
    values = Decoder(report).decode(text)
    if faults:
        raise InputError(faults[:MAX_FAULTS])
    for query_id, documents in values.items():
        if not isinstance(documents, dict):
            raise InputError(
                f'{name}: query "{shown(query_id)}": expected an object of documents with their '
                "numbers"
            )
        for doc, value in documents.items():
            yield query_id, doc, value
