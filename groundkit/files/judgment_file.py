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
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from groundkit import categories as built_in
from groundkit import identity
from groundkit.categories import Category
from groundkit.errors import InputError, unknown_name
from groundkit.files.strict_json import Decoder, Fields, Refused, is_integer, kind
from groundkit.problems import Problem, Report, as_lines
from groundkit.records import Gold, Judgment, JudgmentSet
from groundkit.text.folds import LEVELS
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
    return parse_judgments(
        read_bytes(path, name),
        name=name,
        categories=built_in.BUILT_IN if categories is None else categories,
    )


def read_bytes(path: Path, name: str) -> bytes:
    """Return the bytes of a judgments file; raises InputError when it cannot be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"{shown(name, None)}: no such file; give a judgments file") from None
    except OSError as error:
        raise InputError(f"{shown(name, None)}: cannot be read: {error.strerror}") from error


def parse_judgments(data: bytes, *, name: str, categories: Mapping[str, Category]) -> JudgmentSet:
    """Return the judgments that the bytes of a JSONL file hold; none for an empty file.

    Raises one InputError with every problem of the file, ``NAME:LINE: ...``, by line.
    """
    scanned = scan_judgments(data, name=name, categories=categories)
    if scanned.problems:
        raise InputError(as_lines(scanned.problems))
    return scanned.judgment_set


@dataclass(frozen=True, slots=True)
class ScannedJudgments:
    """What could be read of a judgments file, and what is wrong with it."""

    judgment_set: JudgmentSet
    """The judgments that are objects with an id. Where a field could not be read it is empty:
    a gold entry without ``doc`` or with an empty quote, a category of no name."""
    problems: tuple[Problem, ...]
    """By line; empty when the file can be evaluated."""


def scan_judgments(
    data: bytes, *, name: str, categories: Mapping[str, Category]
) -> ScannedJudgments:
    """Return all that the bytes of a JSONL file hold, its problems beside it; never raises."""
    parser = _Parser(shown(name, None), categories)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        parser.line = 1
        parser.report(
            "encoding-wrong", "the file is UTF-16", "save it as UTF-8 without a byte order mark"
        )
    else:
        for number, line in enumerate(data.split(b"\n"), start=1):
            parser.read(number, line)
        parser.summarise()
    judgment_set = JudgmentSet(
        name=name,
        format="jsonl",
        judgments_hash=identity.sha256_hex(data),
        judgments=tuple(parser.judgments),
    )
    return ScannedJudgments(judgment_set, tuple(parser.problems))


class _Parser:
    """Reads line by line; keeps the judgments, the problems and what was seen before."""

    def __init__(self, place: str, categories: Mapping[str, Category]) -> None:
        self.place = place
        self.categories = categories
        self.judgments: list[Judgment] = []
        self.problems: list[Problem] = []
        self.line = 0
        self.query_id: str | None = None
        self.previous_id = ""
        self.line_of_id: dict[str, int] = {}
        self.decoder = Decoder(self.report)

    def report(
        self,
        rule: str,
        message: str,
        suggestion: str | None = None,
        gold_index: int | None = None,
    ) -> None:
        """Record what is wrong with the current line."""
        self.problems.append(
            Problem(rule, self.place, self.line, message, suggestion, self.query_id, gold_index)
        )

    def report_gold(self, index: int) -> Report:
        """Return a function that records what is wrong with a gold entry of the line."""
        return partial(self.report, gold_index=index)

    def read(self, number: int, data: bytes) -> None:
        """Read one line, without its LF."""
        self.line, self.query_id = number, None
        if number == 1 and data.startswith(codecs.BOM_UTF8):
            self.report(
                "encoding-wrong",
                "the file starts with a byte order mark",
                "save it as UTF-8 without one; `groundkit-wh judgments fix` removes it",
            )
            data = data.removeprefix(codecs.BOM_UTF8)
        try:
            line = data.decode()
        except UnicodeDecodeError as error:
            self.report(
                "encoding-wrong",
                f"not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start} of the line",
                "save the file as UTF-8",
            )
            return
        if not line.strip():
            return
        value = self.decoder.decode(line)
        if isinstance(value, Refused):
            return
        if not isinstance(value, dict):
            self.report("json-invalid", f"expected a JSON object, not {kind(value)}")
            return
        given = value.get("query_id")
        self.query_id = given if isinstance(given, str) else None
        self._check_order(given)
        fields = Fields(value, "", JUDGMENT_KEYS, self.report)
        position = len(self.judgments) + 1
        self.judgments.append(_judgment(fields, self, number, position))

    def summarise(self) -> None:
        """Say once that the file is of another kind, rather than once a line."""
        if not self.judgments and len(self.problems) > 1:
            self.problems[1:] = [
                Problem(
                    "json-invalid",
                    self.place,
                    None,
                    "none of its lines is a JSON object",
                    "expected JSON Lines, one judgment a line",
                )
            ]

    def _check_order(self, query_id: object) -> None:
        """Report an id that was used before, or that sorts before the one above."""
        if not isinstance(query_id, str):
            return
        if query_id in self.line_of_id:
            self.report(
                "query-id-duplicate",
                f'duplicate query_id "{shown(query_id)}", first used at line '
                f"{self.line_of_id[query_id]}",
                "give each query an id of its own, or delete one of the lines",
            )
            return
        if query_id < self.previous_id:
            self.report(
                "query-id-unsorted",
                f'query_id "{shown(query_id)}" is not in ascending order after '
                f'"{shown(self.previous_id)}"',
                "keep the file sorted by query_id; `groundkit-wh judgments fix` sorts it",
            )
        self.line_of_id[query_id] = self.line
        self.previous_id = query_id


def _judgment(fields: Fields, parser: _Parser, line: int, file_position: int) -> Judgment:
    """Return the judgment of one line; what is wrong with it is reported, not raised."""
    query_id = fields.required_string("query_id")
    if query_id and not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", query_id):
        fields.report(
            "query-id-malformed",
            f'query_id "{shown(query_id)}" is malformed',
            "use lower-case letters and digits in groups joined by single hyphens",
        )
    text = fields.required_string("query")
    name = fields.required_string("category")
    category = parser.categories.get(name)
    if name and category is None:
        message, _, suggestion = unknown_name(
            "category", shown(name), parser.categories
        ).rpartition("; ")
        fields.report("category-unknown", message, suggestion)

    gold: tuple[Gold, ...] = ()
    given = fields.values.get("gold", [])
    if not isinstance(given, list):
        fields.wrong("gold", "a list", given)
    else:
        gold = tuple(
            _gold(entry, index, fields, parser.report_gold(index))
            for index, entry in enumerate(given)
        )
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
            report("gold-count", f'category "{category.name}" must have no gold, found {len(gold)}')
        return
    distinct = {identity.canonical_json(identity.gold_content(entry)) for entry in gold}
    if len(distinct) < category.needs_gold:
        noun = "distinct gold entries" if category.needs_gold > 1 else "gold entry"
        report(
            "gold-count",
            f'category "{category.name}" needs at least {category.needs_gold} {noun}, '
            f"found {len(distinct)}",
        )


def _gold(entry: object, index: int, parent: Fields, report: Report) -> Gold:
    """Return one gold entry; what is wrong with it is reported, not raised."""
    if not isinstance(entry, dict):
        parent.wrong(f"gold[{index}]", "an object", entry)
        return Gold(doc="", quote=f"{index}")
    fields = Fields(entry, f"gold[{index}].", GOLD_KEYS, report)
    doc = fields.required_string("doc")
    problem = _doc_problem(doc) if doc else None
    if problem is not None:
        what, _, suggestion = problem.rpartition("; ")
        fields.report("doc-malformed", f'{fields.place}doc "{shown(doc)}" {what}', suggestion)
        doc = ""
    return Gold(
        doc=doc,
        quote=fields.required_string("quote"),
        relevance=_relevance(fields),
        occurrence=_occurrence(fields),
        prefix=fields.string("prefix") or None,
        suffix=fields.string("suffix") or None,
        match=fields.one_of("match", LEVELS),
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
        fields.report(
            "value-wrong", f"{fields.place}relevance {value} is out of range, expected 32 bits"
        )
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
        fields.report("value-wrong", f"{fields.place}occurrence must be {expected}, not {given}")
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
