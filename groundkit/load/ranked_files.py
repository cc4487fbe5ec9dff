"""Brings qrels and runs from files into temporary tables, at the engine's own speed.

A run whose columns are separated by one character throughout is read by the engine in one pass.
Whatever else it may be is read line by line, which finds the line of every mistake, and written
out again in the simple form; so there is one way into the tables, and one rule for what is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from groundkit.engine.delimited import read_columns
from groundkit.engine.session import Session
from groundkit.errors import InputError, UsageError
from groundkit.files import trec, trec_json
from groundkit.files.plain_file import PlainFile
from groundkit.files.qrels_file import read_qrels

RUN_FORM = 'a run: lines "query Q0 document rank score tag", or JSON {query: {document: score}}'
_SHOWN_DUPLICATES = 5
_PATTERN_CHARACTERS = "*?[]{}"

_RUN_COLUMNS = {
    "query_id": "varchar",
    "q0": "varchar",
    "doc": "varchar",
    "rank": "integer",
    "score": "double",
    "tag": "varchar",
}
_PLAIN_COLUMNS = {"query_id": "varchar", "doc": "varchar", "score": "double", "rank": "integer"}
_RANK = re.compile(r"[+-]?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class LoadedRun:
    """What is known of a run beside its rows, which are in the temporary table ``hit``."""

    format: str
    """``trec`` or ``json``."""
    tag: str
    """The tag of its first line; the file's name for JSON."""
    notes: tuple[str, ...]
    """What a person should know, a line each."""


def load_qrels(
    session: Session, file: PlainFile, folder: Path, *, keep_first: bool = False
) -> tuple[str, ...]:
    """Fill the temporary table ``qrel`` (query_id, doc, grade) and return notes for people.

    A document that is judged twice alike counts once; two grades are an error unless
    ``keep_first``. Raises InputError with every problem and its line.
    """
    qrels = read_qrels(file, keep_first=keep_first)
    rows = ((query_id, doc, str(grade)) for (query_id, doc), grade in qrels.grades.items())
    columns = {"query_id": "varchar", "doc": "varchar", "grade": "bigint"}
    path = _written(rows, folder / "qrels")
    if not read_columns(session, "qrel", path, "\t", columns, "query_id, doc, grade"):
        raise InputError(f"{file.shown}: has an id of more than a million characters")
    path.unlink()
    return qrels.notes


def load_run(
    session: Session, file: PlainFile, folder: Path, *, keep_first: bool = False
) -> LoadedRun:
    """Fill the temporary tables ``hit`` and ``list_length``.

    ``hit`` (query_id, doc, score, rank) has one row a hit, ``list_length`` (query_id, num_hits,
    num_dropped) one a query.
    ``rank`` is the rank column as a number, NULL where it is none. A document that is retrieved
    twice for a query is an error unless ``keep_first``: then its best score stands. Raises
    InputError with every problem and its line.
    """
    reading = trec.Reading(file.shown)
    if not _read_at_once(session, file):
        path = _written(_plain_rows(file, reading), folder / "run")
        reading.finish()
        select = "query_id, doc, score, rank"
        if not read_columns(session, "hit", path, "\t", _PLAIN_COLUMNS, select):
            raise InputError(f"{file.shown}: has an id of more than a million characters")
        path.unlink()
    else:
        reading.tag = file.head.partition(b"\n")[0].split()[5].decode("utf-8", "replace")
    if not session.value("select count(*) from hit"):
        raise InputError(f"{file.shown}: has no hit, expected {RUN_FORM}")
    notes = _notes(file, reading)
    num_repeated = _count_hits(session)
    if num_repeated and not keep_first:
        raise InputError(_repeated(session, file))
    if num_repeated:
        session.execute(
            "create or replace temp table hit as "
            "select query_id, doc, max(score) as score, arg_max(rank, score) as rank "
            "from hit group by query_id, doc"
        )
        session.execute(
            "create or replace temp table list_length as select query_id, num_docs as num_hits, "
            "num_docs, num_hits - num_docs as num_dropped from list_length"
        )
        notes.append(
            f"{file.shown}: {num_repeated} hits of a document that the same query has already "
            "were dropped; the best scored ones stay"
        )
    form = "json" if trec.looks_like_json(file) else "trec"
    return LoadedRun(form, reading.tag or Path(file.shown).name, tuple(notes))


def _read_at_once(session: Session, file: PlainFile) -> bool:
    """Try to fill ``hit`` in one pass; False when the lines must be read one by one."""
    separator = trec.single_separator(file)
    if separator is None or any(letter in str(file.path) for letter in _PATTERN_CHARACTERS):
        return False
    # The engine's numbers may have underscores: where there is one in the file, look at the text.
    columns = dict(_RUN_COLUMNS)
    score = "score"
    if trec.has_byte(file, b"_"):
        columns["score"] = "varchar"
        score = "case when not contains(score, '_') then try_cast(score as double) end"
    # A NULL rank also stands for a column that is empty: then there were two separators.
    rank = "case when q0 is not null and tag is not null then rank end"
    select = f"query_id, doc, {score} as score, {rank} as rank"
    return read_columns(
        session, "hit", file.path, separator, columns, select
    ) and not session.value(
        "select coalesce(bool_or(query_id is null or doc is null or score is null or rank is null "
        "or not isfinite(score) or starts_with(query_id, '#')), false) from hit"
    )


def _count_hits(session: Session) -> int:
    """Fill ``list_length`` and return how many hits repeat a document of their query."""
    session.execute(
        "create or replace temp table list_length as select query_id, count(*) as num_hits, "
        "count(distinct doc) as num_docs, 0::bigint as num_dropped from hit group by query_id"
    )
    return int(session.value("select coalesce(sum(num_hits - num_docs), 0) from list_length"))


def _plain_rows(file: PlainFile, reading: trec.Reading) -> Iterator[tuple[str, ...]]:
    if trec.looks_like_json(file):
        for query_id, doc, score in trec_json.entries(file, RUN_FORM, trec_json.wrong_score):
            yield query_id, doc, repr(float(score)), ""
        return
    for entry in trec.run_lines(file, reading):
        rank = entry.rank if _RANK.fullmatch(entry.rank) else ""
        yield entry.query_id, entry.doc, repr(entry.score), rank


def _written(rows: Iterable[tuple[str, ...]], path: Path) -> Path:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines("\t".join(row) + "\n" for row in rows)
    return path


def _notes(file: PlainFile, reading: trec.Reading) -> list[str]:
    notes = []
    if file.has_bom:
        notes.append(file.bom_note)
    if reading.num_extra:
        notes.append(
            f"{file.shown}:{reading.first_extra}: text after the tag was ignored"
            + (f", as on {reading.num_extra - 1} more lines" if reading.num_extra > 1 else "")
        )
    return notes


def _repeated(session: Session, file: PlainFile) -> list[str]:
    """Return a message for the first documents that a query has twice, with both lines."""
    pairs = session.rows(
        "select query_id, doc from hit group by query_id, doc having count(*) > 1 "
        "order by query_id, doc limit $limit",
        {"limit": _SHOWN_DUPLICATES},
    )
    wanted = dict.fromkeys(pairs, 0)
    problems = []
    for entry in trec.run_lines(file, trec.Reading(file.shown)):
        key = (entry.query_id, entry.doc)
        if key not in wanted:
            continue
        if wanted[key]:
            problems.append(
                f'{file.shown}:{entry.line}: document "{entry.doc}" of query "{entry.query_id}" '
                f"was retrieved at line {wanted[key]} already; remove one, or use "
                "--on-duplicate first"
            )
        else:
            wanted[key] = entry.line
    return problems


def check_one_standard_input(names: Iterable[str]) -> None:
    """Raise UsageError when standard input is named more than once."""
    if sum(name == "-" for name in names) > 1:
        raise UsageError("standard input (-) can be one of the files only")
