"""Query texts: ``id<TAB>text``, TREC's tagged topics, or BEIR's ``queries.jsonl``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from groundkit.errors import InputError
from groundkit.files.plain_file import BOM, PlainFile
from groundkit.files.strict_json import Decoder, kind
from groundkit.text.quotes import shown

TOPICS_FORM = (
    'queries: lines "id<TAB>text", topics <top> <num> <title>, or JSON Lines with _id and text'
)
MAX_PROBLEMS = 20

_TAG = re.compile(r"<(/?)([A-Za-z]+)([^<>]*)>")
_NUMBER = re.compile(r"^\s*number\s*:", re.IGNORECASE)
_TITLE = re.compile(r"^\s*topic\s*:", re.IGNORECASE)


@dataclass(slots=True)
class _Reader:
    """Collects the queries of one file, and what is wrong with it."""

    place: str
    texts: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def problem(self, line: int, what: str) -> None:
        """Note what is wrong at a line; raises InputError when that is enough."""
        self.problems.append(f"{self.place}:{line}: {what}")
        if len(self.problems) >= MAX_PROBLEMS:
            raise InputError([*self.problems, f"{self.place}: there may be more; mend these first"])

    def query(self, line: int, query_id: str, text: str) -> None:
        """Take one query; a repeated id, and one that no file of judgments can have, are wrong."""
        if not query_id.strip() or re.search(r"[\t\n\r\0]", query_id):
            self.problem(line, f'query id "{shown(query_id)}" is blank, or has a tab or line end')
        elif query_id in self.texts:
            self.problem(
                line,
                f'query "{shown(query_id)}" stands at line {self.lines[query_id]} already; '
                "remove one of them",
            )
        else:
            self.texts[query_id] = text
            self.lines[query_id] = line


def read_topics(file: PlainFile) -> dict[str, str]:
    """Return the text of every query by its id, in the order of the file.

    Which form a file has is seen from its first character. Raises InputError with every problem
    and its line.
    """
    reader = _Reader(shown(file.shown, None))
    first = file.head.lstrip()[:1]
    if first == b"{":
        _read_json_lines(file, reader)
    elif first == b"<":
        _read_tagged(file, reader)
    else:
        _read_columns(file, reader)
    if reader.problems:
        raise InputError(reader.problems)
    if not reader.texts:
        raise InputError(f"{reader.place}: has no query, expected {TOPICS_FORM}")
    return reader.texts


def _text_lines(file: PlainFile, reader: _Reader) -> Iterator[tuple[int, str]]:
    with file.path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            content = line.removeprefix(BOM) if number == 1 else line
            try:
                yield number, content.decode().rstrip("\r\n")
            except UnicodeDecodeError as error:
                byte = error.object[error.start]
                reader.problem(number, f"is not UTF-8 (byte 0x{byte:02x}); save it as UTF-8")


def _read_columns(file: PlainFile, reader: _Reader) -> None:
    for number, line in _text_lines(file, reader):
        if not line.strip():
            continue
        query_id, tab, text = line.partition("\t")
        if tab:
            reader.query(number, query_id.strip(), text.strip())
        else:
            reader.problem(number, "has no tab, expected a query id, a tab and the text")


def _read_json_lines(file: PlainFile, reader: _Reader) -> None:
    for number, line in _text_lines(file, reader):
        if not line.strip():
            continue
        before = len(reader.problems)
        value = _decoder(number, reader).decode(line)
        if len(reader.problems) == before:
            _take_object(value, number, reader)


def _decoder(number: int, reader: _Reader) -> Decoder:
    def report(rule: str, message: str, suggestion: str | None = None) -> None:
        del rule
        reader.problem(number, message if suggestion is None else f"{message}; {suggestion}")

    return Decoder(report)


def _take_object(value: Any, number: int, reader: _Reader) -> None:
    if not isinstance(value, dict):
        reader.problem(number, f"is {kind(value)}, expected an object with _id and text")
        return
    for key in ("_id", "text"):
        if not isinstance(value.get(key), str):
            has = f"not {kind(value[key])}" if key in value else "and is missing"
            reader.problem(number, f'"{key}" must be a string, {has}')
            return
    reader.query(number, value["_id"], value["text"])


def _read_tagged(file: PlainFile, reader: _Reader) -> None:
    """Read ``<top>`` blocks; a field lasts until the next tag, and end tags may be missing."""
    text = "\n".join(line for _, line in _text_lines(file, reader))
    fields: dict[str, str] = {}
    started: int | None = None
    tags = list(_TAG.finditer(text))
    for tag, after in zip(tags, [*tags[1:], None], strict=True):
        line = text.count("\n", 0, tag.start()) + 1
        name = tag[2].lower()
        if name == "topic" or tag[3].strip():
            reader.problem(line, f"unknown tag {shown(tag[0])}, expected <top>, <num> and <title>")
            return
        content = text[tag.end() : after.start() if after else len(text)]
        if name == "top":
            if started is not None and (fields or tag[1]):
                _take_topic(started, fields, reader)
            fields, started = {}, None if tag[1] else line
        elif not tag[1] and started is not None:
            fields.setdefault(name, content)
    if started is not None:
        _take_topic(started, fields, reader)


def _take_topic(line: int, fields: dict[str, str], reader: _Reader) -> None:
    missing = [name for name in ("num", "title") if name not in fields]
    if missing:
        reader.problem(line, f"the topic has no <{missing[0]}>")
        return
    query_id = _NUMBER.sub("", fields["num"]).strip()
    text = " ".join(_TITLE.sub("", fields["title"]).split())
    reader.query(line, query_id, text)
