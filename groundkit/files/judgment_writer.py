"""Changes to the bytes of a judgments file: a line more, a gold entry more, or a tidier form.

Everything here is pure. A change touches the bytes that it is about and no others: the hash of
the file is its identity, and a line that nobody meant to change must not change.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from groundkit.files.json_line import spaced, strict, value_of, with_field


@dataclass(frozen=True, slots=True)
class Change:
    """One kind of repair of form, and where it was made."""

    what: str
    """What was done, such as ``blank lines removed``."""
    lines: tuple[int, ...]
    """Lines of the file as it was, from 1, ascending."""


@dataclass(frozen=True, slots=True)
class Left:
    """A line that was left as it is, since to change it could change what it means."""

    line: int
    """Line of the file as it was, from 1; where lone CRs end lines, they count as ends too."""
    problem: str
    """Why, on one line."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A judgments file in good form."""

    data: bytes
    changes: tuple[Change, ...]
    """Empty exactly when ``data`` is what was given."""
    left: tuple[Left, ...]
    """By line."""


def as_line(fields: Mapping[str, Any]) -> bytes:
    """Return a JSON object as a line of a judgments file, without its line end.

    Raises UnicodeEncodeError for a text that holds half a surrogate pair.
    """
    return json.dumps(fields, ensure_ascii=False).encode()


def insert_line(data: bytes, line: bytes, query_id: str) -> bytes:
    """Return the file with ``line`` before the first one whose query_id is greater.

    Else it stands after the last line that is not blank. A line end is added before it where
    there is none; the added ends are CRLF when all of the file's are, otherwise LF. Lines whose
    query_id cannot be read are passed over. No other byte changes.
    """
    newline = _newline_of(data)
    start = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    end_of_last = start
    for at, content in _lines(data, start):
        other = _query_id(content)
        if other is not None and other > query_id:
            return data[:at] + line + newline + data[at:]
        if not _is_blank(content):
            end_of_last = at + len(content) + 1
    if end_of_last > len(data):
        return data + newline + line + newline
    return data[:end_of_last] + line + newline + data[end_of_last:]


def replace_line(data: bytes, number: int, line: bytes) -> bytes:
    """Return the file with the content of line ``number``, from 1, replaced; its end stays."""
    lines = data.split(b"\n")
    end = b"\r" if lines[number - 1].endswith(b"\r") else b""
    lines[number - 1] = line + end
    return b"\n".join(lines)


def line_at(data: bytes, number: int) -> bytes:
    """Return the content of line ``number``, from 1, without its end."""
    return data.split(b"\n")[number - 1].removesuffix(b"\r")


def with_gold(line: bytes, entry: Mapping[str, Any]) -> bytes:
    """Return the line of a judgment with one more gold entry, the last; nothing else changes.

    Without ``gold``, or with null in its place, it gets a list of this entry. Raises ValueError
    when ``gold`` is something else, or the line is no JSON object.
    """
    text = line.decode()
    found = value_of(text, "gold")
    if found is None or text[slice(*found)] == "null":
        return with_field(text, "gold", [entry], after="category").encode()
    start, end = found
    if text[start] != "[":
        raise ValueError("gold is no list")
    added = json.dumps(entry, ensure_ascii=False)
    before = text[: end - 1].rstrip()
    comma = ", " if len(before) > start + 1 else ""
    return f"{before}{comma}{added}{text[len(before) :]}".encode()


def with_fields(line: bytes, fields: Mapping[str, object]) -> bytes:
    """Return the line of a judgment with other values for some keys; nothing else changes.

    Keys that are absent are added at the end. Raises ValueError when the line is no JSON object.
    """
    text = line.decode()
    for key, value in fields.items():
        text = with_field(text, key, value)
    return text.encode()


def fixed(data: bytes) -> Fixed:
    """Return a judgments file in good form: LF, UTF-8 without a mark, no blank lines, in order.

    Order is ascending by query_id, equal ones in the order that they had. White space inside of
    a line becomes that of ``json.dumps``. A line that is not strict JSON, or that names a key
    twice, keeps its bytes and its place among the others and is reported, as are lines with the
    same query_id; none is ever dropped. Nothing is raised, whatever the bytes.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return Fixed(data, (), (Left(1, "the file is UTF-16; save it as UTF-8"),))
    changes: dict[str, list[int]] = {}
    left: list[Left] = []
    kept: list[_Line] = []
    for number, raw in enumerate(_split(data, changes), start=1):
        line = _tidied(number, raw, changes)
        if line is not None:
            kept.append(line)
            left += [Left(number, line.problem)] if line.problem else []
    if kept and not data.endswith((b"\n", b"\r")):
        changes["line end added to the last line"] = [kept[-1].number]
    left += _repeated_ids(kept)
    ordered = _ordered(kept, changes)
    return Fixed(
        b"".join(line.content + b"\n" for line in ordered),
        tuple(Change(what, tuple(sorted(set(lines)))) for what, lines in changes.items()),
        tuple(sorted(left, key=lambda entry: entry.line)),
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """One line that is not blank."""

    number: int
    content: bytes
    query_id: str | None
    """None when it cannot be read."""
    problem: str | None


def _split(data: bytes, changes: dict[str, list[int]]) -> list[bytes]:
    """Return the lines without their ends, whatever the ends are.

    A lone CR is white space of JSON. It ends a line only where that makes an object readable
    that is not otherwise.
    """
    lines: list[bytes] = []
    made_lf: list[int] = []
    for content in data.split(b"\n"):
        bare = content.rstrip(b"\r")
        pieces = bare.split(b"\r")
        if (
            len(pieces) > 1
            and _object(bare) is None
            and any(_object(p) is not None for p in pieces)
        ):
            made_lf += range(len(lines) + 1, len(lines) + len(pieces))
            lines += pieces
        else:
            lines.append(bare)
        made_lf += [len(lines)] if bare != content else []
    if made_lf:
        changes["line ends made LF"] = made_lf
    if lines[-1] == b"":
        lines.pop()  # What follows the last line end is no line.
    return lines


def _tidied(number: int, raw: bytes, changes: dict[str, list[int]]) -> _Line | None:
    """Return a line in good form, or as it is with what is wrong with it; None for a blank one."""
    content = _without_marks(raw)
    if content != raw:
        changes.setdefault("byte order marks removed", []).append(number)
    if _is_blank(content):
        changes.setdefault("blank lines removed", []).append(number)
        return None
    try:
        text = content.decode()
        value = strict(text)
    except UnicodeDecodeError as error:
        return _Line(number, content, None, f"not UTF-8: {error.reason} at byte {error.start}")
    except (ValueError, RecursionError) as error:
        return _Line(number, content, None, f"not strict JSON: {' '.join(str(error).split())}")
    if not isinstance(value, dict):
        return _Line(number, content, None, "expected a JSON object")
    even = spaced(text)
    if even != text and strict(even) == value:
        changes.setdefault("spaces made even", []).append(number)
        content = even.encode()
    query_id = value.get("query_id")
    if not isinstance(query_id, str):
        return _Line(number, content, None, "has no query_id to be sorted by")
    return _Line(number, content, query_id, None)


def _repeated_ids(lines: Iterable[_Line]) -> Iterator[Left]:
    first: dict[str, int] = {}
    for line in lines:
        if line.query_id is None:
            continue
        if line.query_id in first:
            yield Left(
                line.number,
                f"query_id {json.dumps(line.query_id)} is used before, at line "
                f"{first[line.query_id]}",
            )
        first.setdefault(line.query_id, line.number)


def _ordered(lines: Sequence[_Line], changes: dict[str, list[int]]) -> list[_Line]:
    """Return the lines by query_id; those without one stay where they are among the others."""
    by_id = sorted(
        (line for line in lines if line.query_id is not None), key=lambda line: line.query_id or ""
    )
    queue = iter(by_id)
    ordered = [line if line.query_id is None else next(queue) for line in lines]
    if ordered != list(lines):
        highest = ""
        for line in lines:
            if line.query_id is not None:
                if line.query_id < highest:
                    changes.setdefault("lines moved to their sorted place", []).append(line.number)
                highest = max(highest, line.query_id)
    return ordered


def _without_marks(content: bytes) -> bytes:
    while content.startswith(codecs.BOM_UTF8):
        content = content.removeprefix(codecs.BOM_UTF8)
    return content


def _object(content: bytes) -> dict[str, Any] | None:
    """Return the strict JSON object that a line holds, byte order marks aside, or None."""
    try:
        value = strict(_without_marks(content).decode())
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _query_id(content: bytes) -> str | None:
    value = _object(content)
    query_id = None if value is None else value.get("query_id")
    return query_id if isinstance(query_id, str) else None


def _is_blank(content: bytes) -> bool:
    """Return whether a line is one that the reader of judgments skips."""
    try:
        return not content.decode().strip()
    except UnicodeDecodeError:
        return False


def _lines(data: bytes, start: int) -> Iterator[tuple[int, bytes]]:
    """Yield the offset and the content, CR included, of every line from ``start`` on."""
    at = start
    for content in data[start:].split(b"\n"):
        yield at, content
        at += len(content) + 1


def _newline_of(data: bytes) -> bytes:
    num_lines = data.count(b"\n")
    return b"\r\n" if num_lines and data.count(b"\r\n") == num_lines else b"\n"
