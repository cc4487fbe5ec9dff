"""Puts qrels and runs of the TREC kind into temporary tables, as a whole or not at all.

``judged (query_id, doc, grade)`` and ``retrieved (query_id, doc, score)``. The engine reads what
it reads exactly (``engine/delimited.py``); everything else goes line by line through
``files/ranked_lines.py``, which also finds the place of whatever is wrong.
"""

from __future__ import annotations

import gzip
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, BinaryIO, Literal

from groundkit.engine.delimited import has_byte, read_columns
from groundkit.engine.session import Session
from groundkit.errors import InputError
from groundkit.files.ranked_lines import Remarks, read_qrels, read_run
from groundkit.text.quotes import shown

OnDuplicate = Literal["refuse", "first"]
EXAMPLES = 5
"""Repeated documents that are named."""

GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class ReadFile:
    """What was read from one file."""

    tag: str | None
    """Name of the run in its first line; None for qrels and JSON."""
    notes: tuple[str, ...]
    """What a person should know, a line each."""


@dataclass(frozen=True, slots=True)
class PlainFile:
    """A file on disk that is not packed."""

    path: Path
    name: str
    """What messages call it: as it was given, on one line."""


@contextmanager
def plain_file(path: Path, stdin: BinaryIO | None = None) -> Iterator[PlainFile]:
    """Yield a file as one that can be read more than once and is not packed.

    A gzip file, whatever its name, and what is no regular file (a pipe, or ``stdin`` for the path
    ``-``) become a copy that is removed at the end. Raises InputError when it cannot be read.
    """
    name = shown(str(path), None)
    with ExitStack() as stack:
        try:
            if stdin is not None and str(path) == "-":
                name, path = "standard input", _copied(stdin, stack)
            elif not path.is_file() and not path.is_dir():
                path = _copied(stack.enter_context(path.open("rb")), stack)
            with path.open("rb") as file:
                packed = file.read(2) == GZIP
            if packed:
                with gzip.open(path) as unpacked:
                    path = _copied(unpacked, stack)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise InputError(f"{name}: the gzip file is damaged or cut off: {error}") from error
        except OSError as error:
            raise InputError(f"{name}: cannot be read: {error.strerror}") from error
        yield PlainFile(path, name)


def _copied(source: IO[bytes] | gzip.GzipFile, stack: ExitStack) -> Path:
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="groundkit-"))
    copy = Path(folder) / "copy"
    with copy.open("wb") as target:
        shutil.copyfileobj(source, target, 1 << 20)
    return copy


def load_qrels(session: Session, file: PlainFile) -> ReadFile:
    """Fill ``judged`` from a file.

    Raises InputError for an ill-formed file, for one without a judgment, and for a document that
    is judged twice for a query.
    """
    name = file.name
    remarks = Remarks()
    exact = read_columns(
        session,
        "judged",
        file.path,
        {"query_id": "varchar", "iteration": "varchar", "doc": "varchar", "grade": "varchar"},
        {
            "query_id": "nullif(query_id, '')",
            "doc": "nullif(doc, '')",
            "grade": "case when regexp_full_match(grade, '[+-]?[0-9]{1,9}') "
            "then grade::integer end",
        },
    ) and not _starts_with_comment(session, "judged")
    if not exact:
        _empty(session, "judged", "grade integer")
        session.insert(
            "temp.judged",
            {"query_id": "varchar", "doc": "varchar", "grade": "integer"},
            ((row.query_id, row.doc, row.grade) for row in read_qrels(file.path, name, remarks)),
        )
    if not _count(session, "judged"):
        raise InputError(
            f"{name}: no judgment in it; expected lines: query iteration document grade"
        )
    again = _repeated(session, "judged")
    notes = list(_remarked(name, remarks))
    if again:
        raise InputError(_repeats(name, again, _qrels_places(file), "judged"))
    return ReadFile(None, tuple(notes))


def load_run(session: Session, file: PlainFile, on_duplicate: OnDuplicate = "refuse") -> ReadFile:
    """Fill ``retrieved`` from a file.

    Raises InputError for an ill-formed file, for an empty one, and for a document that is
    retrieved twice for a query, unless ``on_duplicate`` is ``first``, which keeps the best.
    """
    name = file.name
    remarks = Remarks()
    underscore = has_byte(file.path, b"_")
    score = "case when contains(score, '_') then null else try_cast(score as double) end"
    exact = read_columns(
        session,
        "retrieved",
        file.path,
        {
            "query_id": "varchar",
            "q0": "varchar",
            "doc": "varchar",
            "place": "varchar",
            "score": "varchar" if underscore else "double",
            "tag": "varchar",
        },
        {
            "query_id": "nullif(query_id, '')",
            "doc": "nullif(doc, '')",
            "score": score if underscore else "score",
        },
    ) and not _starts_with_comment(session, "retrieved")
    exact = exact and not session.value("select exists (from retrieved where not isfinite(score))")
    tag: str | None = None
    if exact:
        with file.path.open("rb") as lines:
            tag = lines.readline().split()[5].decode()
    else:
        _empty(session, "retrieved", "score double")

        def rows() -> Iterator[tuple[Any, ...]]:
            nonlocal tag
            for row in read_run(file.path, name, remarks):
                tag = tag or row.tag
                yield row.query_id, row.doc, row.score

        session.insert(
            "temp.retrieved",
            {"query_id": "varchar", "doc": "varchar", "score": "double"},
            rows(),
        )
    notes = list(_remarked(name, remarks))
    again = _repeated(session, "retrieved")
    if again and on_duplicate == "refuse":
        raise InputError(_repeats(name, again, _run_places(file), "retrieved"))
    if again:
        before = _count(session, "retrieved")
        session.execute(
            "create or replace temp table retrieved as "
            "select query_id, doc, max(score) as score from retrieved group by query_id, doc"
        )
        dropped = before - _count(session, "retrieved")
        notes.append(f"{name}: {dropped} repeated documents were dropped; the best ranked stays")
    if not _count(session, "retrieved"):
        raise InputError(
            f"{name}: nothing was retrieved; expected lines: query Q0 document rank score tag"
        )
    return ReadFile(tag, tuple(notes))


def _empty(session: Session, table: str, number: str) -> None:
    session.execute(
        f"create or replace temp table {table} (query_id varchar, doc varchar, {number})"
    )


def _count(session: Session, table: str) -> int:
    return int(session.value(f"select count(*) from {table}"))


def _starts_with_comment(session: Session, table: str) -> bool:
    return bool(session.value(f"select exists (from {table} where starts_with(query_id, '#'))"))


def _repeated(session: Session, table: str) -> list[tuple[str, str]]:
    """Return up to EXAMPLES pairs of query and document that stand in a table twice."""
    suspects = (
        f"select query_id from {table} group by query_id "
        "having count(distinct hash(doc)) < count(*)"
    )
    if not session.value(f"select exists ({suspects})"):
        return []
    found = session.rows(
        f"select query_id, doc from {table} where query_id in ({suspects}) "
        f"group by query_id, doc having count(*) > 1 order by query_id, doc limit {EXAMPLES}"
    )
    return [(query_id, doc) for query_id, doc in found]


Places = Iterator[tuple[int, str, str]]


def _qrels_places(file: PlainFile) -> Places:
    return (
        (row.line, row.query_id, row.doc) for row in read_qrels(file.path, file.name, Remarks())
    )


def _run_places(file: PlainFile) -> Places:
    return ((row.line, row.query_id, row.doc) for row in read_run(file.path, file.name, Remarks()))


def _repeats(name: str, pairs: list[tuple[str, str]], places: Places, what: str) -> list[str]:
    wanted = {pair: list[int]() for pair in pairs}
    for line, query_id, doc in places:
        if (query_id, doc) in wanted:
            wanted[query_id, doc].append(line)
    advice = "; --on-duplicate first keeps the best ranked" if what == "retrieved" else ""
    return [
        f'{name}:{lines[1]}: query "{shown(query_id)}": document "{shown(doc)}" was {what} before, '
        f"at line {lines[0]}{advice}"
        for (query_id, doc), lines in wanted.items()
    ]


def _remarked(name: str, remarks: Remarks) -> Iterator[str]:
    if remarks.has_bom:
        yield f"{name}: a byte-order mark was dropped"
    if remarks.extra_columns:
        yield (
            f"{name}: {remarks.extra_columns} lines have columns after the tag, which were ignored"
        )
