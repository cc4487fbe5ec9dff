"""Notes and queries in the JSON shape of the second founding system.

Notes are a list of objects with ``pk``, ``title``, ``text``, ``tags`` and ``modified_at``; they
become documents called by their ``pk``. Queries are a list of objects with ``id``, ``query``,
``type``, ``expected_note_pks``, ``expected_keywords``, ``answer_context`` and sometimes
``tags``; the expected notes become gold, each as a whole document.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from groundkit import identity
from groundkit.errors import InputError
from groundkit.files.strict_json import Decoder, Fields, Refused, is_integer, kind
from groundkit.problems import Problem, as_lines
from groundkit.records import Corpus, Document, Gold, Judgment, JudgmentSet
from groundkit.text.quotes import shown

EXTRACTOR = "notes@1"
FORMAT = "notes"
NOTE_KEYS = ("pk", "title", "text", "tags", "modified_at")
QUERY_KEYS = (
    "id",
    "query",
    "type",
    "tags",
    "expected_note_pks",
    "expected_keywords",
    "answer_context",
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class NotesFile:
    """One file, decoded, of which it is known whether it holds notes or queries."""

    name: str
    """What the file is called in messages and in the warehouse."""
    data: bytes
    entries: tuple[Mapping[str, Any], ...]
    holds_notes: bool
    """Whether its entries are notes; else they are queries."""


def parse_file(data: bytes, name: str) -> NotesFile:
    """Return what a file holds; its entries are not checked yet.

    Raises InputError when it is no JSON list of objects that are all notes or all queries.
    """
    reader = _Reader(shown(name, None))
    value = reader.decode(data)
    if not isinstance(value, list) or not value:
        raise InputError(
            f"{reader.place}: expected a list of notes or queries, not "
            + ("an empty list" if value == [] else kind(value))
        )
    for index, entry in enumerate(value):
        if not isinstance(entry, dict):
            raise InputError(f"{reader.place}: [{index}] must be an object, not {kind(entry)}")
    are_notes = {"pk" in entry for entry in value}
    if len(are_notes) > 1 or (are_notes == {False} and not any("id" in entry for entry in value)):
        raise InputError(
            f'{reader.place}: expected notes, which have a "pk", or queries, which have an "id"'
        )
    return NotesFile(name, data, tuple(value), are_notes == {True})


def corpus_of(file: NotesFile) -> Corpus:
    """Return the notes of a file as documents; those without text are none.

    Raises one InputError with every note that cannot be read, and for a file without text.
    """
    reader = _Reader(shown(file.name, None))
    documents = {
        document.doc: document
        for document in reader.each(file.entries, NOTE_KEYS, "pk", _document)
        if document.text.strip()
    }
    reader.refuse()
    if not documents:
        raise InputError(f"{reader.place}: no note has any text")
    ordered = tuple(documents[doc] for doc in sorted(documents))
    documents_hash = identity.documents_hash(
        (document.doc, document.text_hash) for document in ordered
    )
    return Corpus(
        name=file.name,
        kind="file",
        extractor=EXTRACTOR,
        corpus_hash=documents_hash,
        documents_hash=documents_hash,
        documents=ordered,
        num_files=1,
        num_bytes=len(file.data),
    )


def judgments_of(file: NotesFile, docs: Collection[str]) -> JudgmentSet:
    """Return the queries of a file as judgments, in its order; ``docs`` are the notes there are.

    A query that expects no note is a ``no_answer`` one. Its type and its tags become tags.
    Raises one InputError with every query that cannot be read or expects a note that is not there.
    """
    reader = _Reader(shown(file.name, None))
    judgments = reader.each(
        file.entries,
        QUERY_KEYS,
        "id",
        lambda fields, index: _judgment(fields, index, docs),
    )
    reader.refuse()
    return JudgmentSet(file.name, FORMAT, identity.sha256_hex(file.data), tuple(judgments))


class _Reader:
    """Reads the entries of one file and collects what is wrong with them."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.problems: list[Problem] = []
        self._within = ""

    def report(self, rule: str, message: str, suggestion: str | None = None) -> None:
        """Record what is wrong with the current entry."""
        within = f"{self._within}: " if self._within else ""
        self.problems.append(Problem(rule, self.place, None, within + message, suggestion))

    def refuse(self) -> None:
        """Raise what was found, if anything was."""
        if self.problems:
            raise InputError(as_lines(self.problems))

    def decode(self, data: bytes) -> Any:
        """Return the value of a JSON file; raises InputError when it is none."""
        if data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise InputError(f"{self.place}: starts with a byte order mark; save it without one")
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise InputError(
                f"{self.place}:{line}: not UTF-8: byte 0x{data[error.start]:02x}; save it as UTF-8"
            ) from error
        value = Decoder(self.report).decode(text)
        self.refuse()
        return None if isinstance(value, Refused) else value

    def each(
        self,
        entries: tuple[Mapping[str, Any], ...],
        keys: tuple[str, ...],
        key: str,
        make: Callable[[Fields, int], T],
    ) -> list[T]:
        """Return what ``make`` makes of the fields of every entry; the key must be new."""
        made: list[T] = []
        seen: dict[object, int] = {}
        for index, entry in enumerate(entries):
            self._within = f"[{index}]"
            made.append(make(Fields(entry, "", keys, self.report), index))
            given = entry.get(key)
            if isinstance(given, (str, int)):
                first = seen.setdefault(str(given), index)
                if first != index:
                    self.report("value-wrong", f"{key} {given} was given before, at [{first}]")
        self._within = ""
        return made


def _document(fields: Fields, index: int) -> Document:  # noqa: ARG001
    text = (fields.string("text") or "").replace("\r\n", "\n").replace("\r", "\n")
    metadata: dict[str, Any] = {}
    tags = fields.strings("tags")
    if tags:
        metadata["tags"] = list(tags)
    modified = fields.string("modified_at")
    if modified is not None:
        metadata["modified_at"] = modified
    return Document(
        _key(fields, "pk"), text, identity.text_hash(text), fields.string("title"), metadata or None
    )


def _judgment(fields: Fields, index: int, docs: Collection[str]) -> Judgment:
    expected = _expected(fields, docs)
    of_type = fields.string("type")
    return Judgment(
        query_id=_key(fields, "id"),
        text=fields.required_string("query"),
        category="normal" if expected else "no_answer",
        answerable=bool(expected),
        gold=tuple(Gold(doc, None) for doc in expected),
        line=index + 1,
        file_position=index + 1,
        tags=((of_type,) if of_type else ()) + fields.strings("tags"),
        expected_keywords=fields.strings("expected_keywords"),
        answer=fields.string("answer_context"),
    )


def _expected(fields: Fields, docs: Collection[str]) -> tuple[str, ...]:
    """Return the ids of the notes that a query expects, each once."""
    given = fields.values.get("expected_note_pks")
    if not isinstance(given, list):
        if "expected_note_pks" in fields.values:
            fields.wrong("expected_note_pks", "a list", given)
        else:
            fields.report("value-missing", "expected_note_pks is missing")
        return ()
    found: list[str] = []
    for index, item in enumerate(given):
        place = f"expected_note_pks[{index}]"
        if not is_integer(item) and not isinstance(item, str):
            fields.wrong(place, "an integer or a string", item)
            continue
        doc = str(item)
        if doc in found:
            fields.report("value-wrong", f"{place} {shown(doc)} is given twice", "keep one of them")
        elif doc not in docs:
            fields.report("doc-missing", f'{place}: there is no note "{shown(doc)}" with a text')
        else:
            found.append(doc)
    return tuple(found)


def _key(fields: Fields, key: str) -> str:
    """Return an id that may be written as an integer; as text it is what it was."""
    value = fields.values.get(key)
    return str(value) if is_integer(value) else fields.required_string(key)
