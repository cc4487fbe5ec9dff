"""Lines of TREC files: ``query Q0 document rank score tag`` and ``query iteration document grade``.

Columns are separated by white space of ASCII, as trec_eval reads them. A line that begins with
``#`` is a comment, blank lines are skipped, ids are text and never numbers. Everything that is
wrong is named with its line, and nothing is guessed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from groundkit.errors import InputError
from groundkit.files.plain_file import BOM, PlainFile

RUN_COLUMNS = 6
QRELS_COLUMNS = 4
MAX_PROBLEMS = 20
"""Problems of one file that are named; the reading stops there."""
MAX_GRADE = 10**9

_NUMBER = re.compile(rb"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_GRADE = re.compile(rb"[+-]?[0-9]{1,10}")
_SPACES = (b" ", b"\t")
_BEIR = (b"query-id", b"corpus-id", b"score")


@dataclass(slots=True)
class Reading:
    """What was noticed while one file was read."""

    shown: str
    problems: list[str] = field(default_factory=list)
    num_comments: int = 0
    num_extra: int = 0
    """Lines with columns after the tag."""
    first_extra: int = 0
    tag: str = ""
    """The tag of the first line of a run."""

    def problem(self, line: int, what: str) -> None:
        """Note what is wrong at a line; raises InputError when that is enough."""
        self.problems.append(f"{self.shown}:{line}: {what}")
        if len(self.problems) >= MAX_PROBLEMS:
            raise InputError([*self.problems, f"{self.shown}: there may be more; mend these first"])

    def finish(self) -> None:
        """Raise InputError with all problems when there are any."""
        if self.problems:
            raise InputError(self.problems)


@dataclass(frozen=True, slots=True)
class RunLine:
    """One line of a run."""

    line: int
    query_id: str
    doc: str
    score: float
    rank: str
    """As written: it need not be a number."""


@dataclass(frozen=True, slots=True)
class QrelsLine:
    """One line of judgments."""

    line: int
    query_id: str
    doc: str
    grade: int


def looks_like_json(file: PlainFile) -> bool:
    """Return whether the file is a JSON object rather than lines of columns."""
    return file.head.lstrip()[:1] == b"{"


def looks_like_beir(file: PlainFile) -> bool:
    """Return whether the file of judgments begins with BEIR's header."""
    return tuple(file.head.partition(b"\n")[0].split()) == _BEIR


def single_separator(file: PlainFile) -> str | None:
    """Return the one character that separates the columns of a run throughout, or None.

    None means that the file must be read line by line: comments, extra columns, several
    separators, line ends other than LF, or bytes that no text has.
    """
    first = file.head.partition(b"\n")[0]
    found = next((space for space in _SPACES if first.count(space) == RUN_COLUMNS - 1), None)
    if found is None or len(first.split()) != RUN_COLUMNS:
        return None
    unwanted = bytes(byte for byte in b" \t\v\f\r\0" if byte != found[0])
    with file.path.open("rb", buffering=0) as raw:
        block = bytearray(1 << 18)
        while size := raw.readinto(block):
            if any(block.find(byte, 0, size) >= 0 for byte in unwanted):
                return None
    return found.decode()


def has_byte(file: PlainFile, byte: bytes) -> bool:
    """Return whether the file holds a byte anywhere."""
    with file.path.open("rb", buffering=0) as raw:
        block = bytearray(1 << 18)
        while size := raw.readinto(block):
            if block.find(byte, 0, size) >= 0:
                return True
    return False


def run_lines(file: PlainFile, reading: Reading) -> Iterator[RunLine]:
    """Yield the lines of a run; what is wrong goes to ``reading`` and is not yielded."""
    for line, columns in _lines(file, reading):
        if len(columns) < RUN_COLUMNS:
            reading.problem(line, _columns_expected(columns, RUN_COLUMNS, _RUN_FORM))
            continue
        if len(columns) > RUN_COLUMNS:
            reading.num_extra += 1
            reading.first_extra = reading.first_extra or line
        score = _score(columns[4])
        if score is None:
            reading.problem(
                line, f'score "{_shown(columns[4])}" is not a finite number; expected one like 12.5'
            )
            continue
        query_id, doc = _texts(line, columns[0], columns[2], reading)
        if query_id is None or doc is None:
            continue
        reading.tag = reading.tag or columns[5].decode("utf-8", "replace")
        yield RunLine(line, query_id, doc, score, columns[3].decode("utf-8", "replace"))


def qrels_lines(file: PlainFile, reading: Reading) -> Iterator[QrelsLine]:
    """Yield the lines of a qrels file, TREC's four columns or BEIR's three below a header."""
    beir = looks_like_beir(file)
    wanted = 3 if beir else QRELS_COLUMNS
    for line, columns in _lines(file, reading):
        if beir and line == 1:
            continue
        if len(columns) != wanted:
            reading.problem(
                line, _columns_expected(columns, wanted, _BEIR_FORM if beir else _QRELS_FORM)
            )
            continue
        grade = int(columns[-1]) if _GRADE.fullmatch(columns[-1]) else None
        if grade is None or abs(grade) > MAX_GRADE:
            reading.problem(
                line,
                f'grade "{_shown(columns[-1])}" is not a whole number from {-MAX_GRADE} to '
                f"{MAX_GRADE}",
            )
            continue
        query_id, doc = _texts(line, columns[0], columns[-2], reading)
        if query_id is not None and doc is not None:
            yield QrelsLine(line, query_id, doc, grade)


def topic_ids(file: PlainFile) -> list[str]:
    """Return the query ids that begin the lines of a file of topics, each once."""
    reading = Reading(file.shown)
    found: dict[str, None] = {}
    for line, columns in _lines(file, reading):
        query_id, _ = _texts(line, columns[0], b"", reading)
        if query_id is not None:
            found[query_id] = None
    reading.finish()
    return list(found)


_RUN_FORM = "query Q0 document rank score tag"
_QRELS_FORM = "query iteration document grade"
_BEIR_FORM = "query-id corpus-id score"


def _lines(file: PlainFile, reading: Reading) -> Iterator[tuple[int, list[bytes]]]:
    """Yield the number and the columns of every line that is neither blank nor a comment."""
    with file.path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            content = line.removeprefix(BOM) if number == 1 else line
            if content.startswith(b"#"):
                reading.num_comments += 1
                continue
            if b"\0" in content:
                raise InputError(
                    [
                        *reading.problems,
                        f"{reading.shown}:{number}: binary data (a NUL byte), expected text",
                    ]
                )
            columns = content.split()
            if columns:
                yield number, columns


def _columns_expected(columns: list[bytes], wanted: int, form: str) -> str:
    return f"has {len(columns)} columns, expected {wanted}: {form}"


def _score(written: bytes) -> float | None:
    if not _NUMBER.fullmatch(written):
        return None
    score = float(written)
    return score if math.isfinite(score) else None


def _texts(
    line: int, query_id: bytes, doc: bytes, reading: Reading
) -> tuple[str | None, str | None]:
    try:
        return query_id.decode(), doc.decode()
    except UnicodeDecodeError as error:
        reading.problem(line, f"is not UTF-8 (byte 0x{error.object[error.start]:02x} in an id)")
        return None, None


def _shown(written: bytes) -> str:
    return written.decode("utf-8", "replace")[:60]
