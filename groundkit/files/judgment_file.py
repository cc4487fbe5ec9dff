"""The judgments file: one JSON object a line, each a query with its gold quotes.

Lines end with LF only; blank ones are skipped. The file is UTF-8 without a byte order mark,
sorted by ``query_id``, without duplicates. Everything that is not understood is an error, and
all errors of a file are reported together. Null in an optional field means its absence; it is
refused elsewhere, ``gold`` included.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from pathlib import Path

from groundkit import categories as built_in
from groundkit import identity
from groundkit.categories import Category
from groundkit.errors import InputError, unknown_name
from groundkit.files.strict_json import Decoder, Fields, Refused, Report, is_integer, kind
from groundkit.records import Gold, Judgment, JudgmentSet
from groundkit.text.quotes import shown

JUDGMENT_KEYS = (
    "query_id",
    "query",
    "category",
    "gold",
    "notes",
    "tags",
    "filter",
    "origin",
    "expected_keywords",
    "answer",
)
GOLD_KEYS = (
    "doc",
    "quote",
    "relevance",
    "occurrence",
    "prefix",
    "suffix",
    "alternative",
    "match",
)
MATCHES = ("exact", "whitespace", "nfkc", "alnum")


def read_judgments(
    path: Path,
    *,
    name: str | None = None,
    categories: Mapping[str, Category] | None = None,
) -> JudgmentSet:
    """Return the judgments of a JSONL file; ``categories`` defaults to the built-in ones.

    ``name`` defaults to the path as given with forward slashes. Raises InputError when the
    file cannot be read, and as ``parse_judgments`` does.
    """
    name = path.as_posix() if name is None else name
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"{shown(name, None)}: no such file; give a judgments file") from None
    except OSError as error:
        raise InputError(f"{shown(name, None)}: cannot be read: {error.strerror}") from error
    return parse_judgments(
        data, name=name, categories=built_in.BUILT_IN if categories is None else categories
    )


def parse_judgments(data: bytes, *, name: str, categories: Mapping[str, Category]) -> JudgmentSet:
    """Return the judgments that the bytes of a JSONL file hold; none for an empty file.

    Raises one InputError with every problem of the file, ``NAME:LINE: ...``, by line.
    """
    parser = _Parser(shown(name, None), categories)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        parser.line = 1
        parser.report("the file is UTF-16; save it as UTF-8 without a byte order mark")
    else:
        for number, line in enumerate(data.split(b"\n"), start=1):
            parser.read(number, line)
        parser.summarise()
    if parser.problems:
        raise InputError(parser.problems)
    return JudgmentSet(
        name=name,
        format="jsonl",
        judgments_hash=identity.sha256_hex(data),
        judgments=tuple(parser.judgments),
    )


class _Parser:
    """Reads line by line; keeps the judgments, the problems and what was seen before."""

    def __init__(self, place: str, categories: Mapping[str, Category]) -> None:
        self.place = place
        self.categories = categories
        self.judgments: list[Judgment] = []
        self.problems: list[str] = []
        self.line = 0
        self.previous_id = ""
        self.line_of_id: dict[str, int] = {}
        self.decoder = Decoder(self.report)

    def report(self, problem: str) -> None:
        """Record what is wrong with the current line."""
        self.problems.append(f"{self.place}:{self.line}: {problem}")

    def read(self, number: int, data: bytes) -> None:
        """Read one line, without its LF."""
        self.line = number
        if number == 1 and data.startswith(codecs.BOM_UTF8):
            self.report("the file starts with a byte order mark; save it as UTF-8 without one")
            data = data.removeprefix(codecs.BOM_UTF8)
        try:
            line = data.decode()
        except UnicodeDecodeError as error:
            self.report(
                f"not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start} of the "
                "line; save the file as UTF-8"
            )
            return
        if not line.strip():
            return
        value = self.decoder.decode(line)
        if isinstance(value, Refused):
            return
        if not isinstance(value, dict):
            self.report(f"expected a JSON object, not {kind(value)}")
            return
        self._check_order(value.get("query_id"))
        fields = Fields(value, "", JUDGMENT_KEYS, self.report)
        position = len(self.judgments) + 1
        self.judgments.append(_judgment(fields, self.categories, number, position))

    def summarise(self) -> None:
        """Say once that the file is of another kind, rather than once a line."""
        if not self.judgments and len(self.problems) > 1:
            self.problems[1:] = [
                f"{self.place}: none of its lines is a JSON object; expected JSON Lines, "
                "one judgment a line"
            ]

    def _check_order(self, query_id: object) -> None:
        """Report an id that was used before, or that sorts before the one above."""
        if not isinstance(query_id, str):
            return
        if query_id in self.line_of_id:
            self.report(
                f'duplicate query_id "{shown(query_id)}", first used at line '
                f"{self.line_of_id[query_id]}"
            )
            return
        if query_id < self.previous_id:
            self.report(
                f'query_id "{shown(query_id)}" is not in ascending order after '
                f'"{shown(self.previous_id)}"; keep the file sorted by query_id'
            )
        self.line_of_id[query_id] = self.line
        self.previous_id = query_id


def _judgment(
    fields: Fields, categories: Mapping[str, Category], line: int, file_position: int
) -> Judgment:
    """Return the judgment of one line; what is wrong with it is reported, not raised."""
    query_id = fields.required_string("query_id")
    if query_id and not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", query_id):
        fields.report(
            f'query_id "{shown(query_id)}" is malformed; use lower-case letters and digits '
            "in groups joined by single hyphens"
        )
    text = fields.required_string("query")
    name = fields.required_string("category")
    category = categories.get(name)
    if name and category is None:
        fields.report(unknown_name("category", shown(name), categories))

    gold: tuple[Gold, ...] = ()
    given = fields.values.get("gold", [])
    if not isinstance(given, list):
        fields.wrong("gold", "a list", given)
    else:
        gold = tuple(_gold(entry, index, fields) for index, entry in enumerate(given))
        if category is not None:
            _check_gold_count(gold, category, fields.report)
    return Judgment(
        query_id=query_id,
        text=text,
        category=name,
        answerable=category is not None and category.answerable,
        gold=gold,
        line=line,
        file_position=file_position,
        notes=fields.string("notes"),
        tags=fields.strings("tags"),
        filter=fields.mapping("filter"),
        origin=fields.string("origin"),
        expected_keywords=fields.strings("expected_keywords"),
        answer=fields.string("answer"),
    )


def _check_gold_count(gold: tuple[Gold, ...], category: Category, report: Report) -> None:
    if not category.needs_gold:
        if gold:
            report(f'category "{category.name}" must have no gold, found {len(gold)}')
        return
    distinct = {identity.canonical_json(identity.gold_content(entry)) for entry in gold}
    if len(distinct) < category.needs_gold:
        noun = "distinct gold entries" if category.needs_gold > 1 else "gold entry"
        report(
            f'category "{category.name}" needs at least {category.needs_gold} {noun}, '
            f"found {len(distinct)}"
        )


def _gold(entry: object, index: int, parent: Fields) -> Gold:
    """Return one gold entry; what is wrong with it is reported, not raised."""
    if not isinstance(entry, dict):
        parent.wrong(f"gold[{index}]", "an object", entry)
        return Gold(doc="", quote=f"{index}")
    fields = Fields(entry, f"gold[{index}].", GOLD_KEYS, parent.report)
    doc = fields.required_string("doc")
    problem = doc and _doc_problem(doc)
    if problem:
        fields.report(f'{fields.place}doc "{shown(doc)}" {problem}')
    return Gold(
        doc=doc,
        quote=fields.required_string("quote"),
        relevance=_relevance(fields),
        occurrence=_occurrence(fields),
        prefix=fields.string("prefix") or None,
        suffix=fields.string("suffix") or None,
        match=fields.one_of("match", MATCHES),
        alternative=_alternative(fields),
    )


def _doc_problem(doc: str) -> str | None:
    """Return why a text is no path of a document below the corpus folder, or None."""
    if not doc.strip():
        return "is blank; give the document's path below the corpus folder"
    if "\\" in doc:
        return "has a backslash; use forward slashes"
    if doc.startswith("/") or re.match("[A-Za-z]:", doc):
        return "is absolute; give the path below the corpus folder"
    segments = doc.split("/")
    if "" in segments:
        return 'has an empty path segment; write single slashes, and no "/" at the end'
    if "." in segments or ".." in segments:
        return 'has a "." or ".." path segment; give the plain path below the corpus folder'
    return None


def _relevance(fields: Fields) -> int:
    value = fields.values.get("relevance")
    if value is None:
        return 1
    if not is_integer(value):
        fields.wrong("relevance", "an integer", value)
        return 1
    if not -(2**31) <= value < 2**31:
        fields.report(f"{fields.place}relevance {value} is out of range, expected 32 bits")
    return int(value)


def _occurrence(fields: Fields) -> str:
    value = fields.values.get("occurrence")
    if value is None:
        return "unique"
    if (isinstance(value, str) and value in ("unique", "all")) or (
        is_integer(value) and value >= 1
    ):
        return str(value)
    expected = '"unique", "all" or an integer of at least 1'
    if isinstance(value, str) or is_integer(value):
        given = f'"{shown(value)}"' if isinstance(value, str) else value
        fields.report(f"{fields.place}occurrence must be {expected}, not {given}")
    else:
        fields.wrong("occurrence", expected, value)
    return "unique"


def _alternative(fields: Fields) -> str | None:
    value = fields.values.get("alternative")
    if value is None or isinstance(value, str):
        return value
    if not is_integer(value):
        fields.wrong("alternative", "a string or an integer", value)
        return None
    return str(value)
