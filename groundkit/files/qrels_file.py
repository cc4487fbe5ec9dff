"""Judgments of whole documents: TREC's four columns, BEIR's three below a header, or JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from groundkit.errors import InputError
from groundkit.files import trec, trec_json
from groundkit.files.plain_file import PlainFile

QRELS_FORM = 'qrels: lines "query iteration document grade", or JSON {query: {document: grade}}'


@dataclass(frozen=True, slots=True)
class Qrels:
    """The judgments of one file."""

    format: str
    """``trec``, ``beir`` or ``json``."""
    grades: Mapping[tuple[str, str], int]
    """The grade of each (query_id, doc), in the order of the file."""
    notes: tuple[str, ...]
    """What a person should know, a line each."""


def read_qrels(file: PlainFile, *, keep_first: bool = False) -> Qrels:
    """Return the judgments of a file.

    A document that is judged twice alike counts once; two grades are an error unless
    ``keep_first``. Raises InputError with every problem and its line.
    """
    reading = trec.Reading(file.shown)
    seen: dict[tuple[str, str], tuple[int, int]] = {}
    repeated = dropped = 0
    form = "json"
    if trec.looks_like_json(file):
        for query_id, doc, grade in trec_json.entries(file, QRELS_FORM, trec_json.wrong_grade):
            seen[query_id, doc] = (0, grade)
    else:
        form = "beir" if trec.looks_like_beir(file) else "trec"
        for entry in trec.qrels_lines(file, reading):
            line, grade = seen.setdefault((entry.query_id, entry.doc), (entry.line, entry.grade))
            if line == entry.line:
                continue
            if grade == entry.grade:
                repeated += 1
            elif keep_first:
                dropped += 1
            else:
                reading.problem(
                    entry.line,
                    f'document "{entry.doc}" of query "{entry.query_id}" has grade {entry.grade}, '
                    f"but grade {grade} at line {line}; remove one, or use --on-duplicate first",
                )
    reading.finish()
    if not seen:
        raise InputError(f"{file.shown}: has no judgment, expected {QRELS_FORM}")
    notes = [file.bom_note] if file.has_bom else []
    if repeated:
        notes.append(f"{file.shown}: {repeated} judgments stand twice with the same grade")
    if dropped:
        notes.append(f"{file.shown}: {dropped} judgments of a document judged before were dropped")
    return Qrels(form, {key: grade for key, (_, grade) in seen.items()}, tuple(notes))
