"""A corpus that is one file: JSON Lines, CSV or Parquet, one document a row.

Ids are text: a Parquet integer becomes its decimal digits, ``01`` stays ``01``. Line ends in
texts become LF, as in files of a folder, and a text that is blank is no document.
"""

from __future__ import annotations

import csv
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from groundkit import identity
from groundkit.errors import InputError, UsageError
from groundkit.files.corpus_columns import (
    BEIR_COLUMNS,
    CORPUS_FILE_FORM,
    CorpusColumns,
    as_json,
    form_of,
    no_column,
)
from groundkit.files.corpus_folder import DEFAULT_MAX_DOCUMENT_BYTES, ScannedCorpus
from groundkit.files.plain_file import BOM, PlainFile, plain_file
from groundkit.files.strict_json import Decoder, Refused, kind
from groundkit.problems import Problem
from groundkit.records import Corpus, Document
from groundkit.text.quotes import shown

EXTRACTOR = "rows@1"
MAX_PROBLEMS = 20
BATCH_ROWS = 1000


def scan_corpus_file(
    path: Path,
    columns: CorpusColumns | None = None,
    *,
    name: str | None = None,
    max_document_bytes: int = DEFAULT_MAX_DOCUMENT_BYTES,
) -> ScannedCorpus:
    """Return the documents of a file, sorted by id, and what is wrong with it.

    Without ``columns`` the file is JSON Lines with BEIR's columns. Raises UsageError when columns
    are needed, and InputError when the file cannot be read at all.
    """
    form = form_of(path)
    place = shown(path.as_posix(), None)
    if form is None:
        raise InputError(f"{place}: is a file, expected a folder, or {CORPUS_FILE_FORM}")
    if columns is None and form != "jsonl":
        raise UsageError(
            f"{place}: which columns hold ids and texts? name them with --id-column and "
            "--text-column"
        )
    reader = _Rows(place, columns or BEIR_COLUMNS, columns is None, max_document_bytes)
    with tempfile.TemporaryDirectory(prefix="groundkit-") as folder:
        if form == "parquet":
            reader.take_parquet(path)
        else:
            file = plain_file(str(path), Path(folder), CORPUS_FILE_FORM)
            if form == "jsonl":
                reader.take_json_lines(file)
            else:
                reader.take_csv(file)
    return reader.scanned(path.as_posix() if name is None else name)


@dataclass(slots=True)
class _Rows:
    """Collects the documents and the problems of one file."""

    place: str
    columns: CorpusColumns
    is_beir: bool
    max_document_bytes: int
    documents: dict[str, Document] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    blank: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def scanned(self, name: str) -> ScannedCorpus:
        """Return what was collected as a corpus."""
        if not self.problems and not self.documents:
            self.problems.append(
                Problem("corpus-empty", self.place, None, "no document with text", None)
            )
        documents = tuple(self.documents[doc] for doc in sorted(self.documents))
        identity_of = identity.documents_hash((one.doc, one.text_hash) for one in documents)
        corpus = Corpus(
            name=name,
            kind="file",
            extractor=EXTRACTOR,
            corpus_hash=identity_of,
            documents_hash=identity_of,
            documents=documents,
            num_files=1,
            num_bytes=sum(len(document.text.encode()) for document in documents),
        )
        return ScannedCorpus(corpus, (), tuple(self.blank), tuple(self.problems))

    def take_json_lines(self, file: PlainFile) -> None:
        """Take one JSON object a line."""
        with file.path.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                content = line.removeprefix(BOM) if number == 1 else line
                if not content.strip():
                    continue
                text = self._decoded(number, content)
                if text is not None:
                    self._take_json(number, text)
                if len(self.problems) >= MAX_PROBLEMS:
                    return

    def _take_json(self, number: int, text: str) -> None:
        before = len(self.problems)

        def report(rule: str, message: str, suggestion: str | None = None) -> None:
            del rule
            self._refuse(number, message, suggestion)

        value = Decoder(report).decode(text)
        if isinstance(value, Refused) or len(self.problems) > before:
            return
        if isinstance(value, dict):
            if not self.lines:
                self._check_first(number, value)
            self._take(number, value)
        else:
            self._refuse(number, f"is {kind(value)}, expected an object")

    def _check_first(self, number: int, row: Mapping[str, Any]) -> None:
        """Raise InputError for a column that even the first document lacks: its name is wrong."""
        for column in (self.columns.id, self.columns.text):
            if column not in row:
                raise InputError(f"{self.place}:{number}: {no_column(column, list(row))}")

    def take_csv(self, file: PlainFile) -> None:
        """Take the rows below a header; a quoted cell may hold line ends."""
        before = csv.field_size_limit(max(self.max_document_bytes * 2, 131072))
        try:
            with file.path.open("rb") as raw:
                reader = csv.reader(self._csv_lines(raw), strict=True)
                header = next(reader, [])
                self._check_header(header)
                while (row := self._next_row(reader)) is not None:
                    if len(self.problems) >= MAX_PROBLEMS:
                        return
                    if not row:
                        continue
                    if len(row) != len(header):
                        self._refuse(
                            reader.line_num,
                            f"has {len(row)} cells, expected {len(header)} as in the header",
                        )
                        continue
                    self._take(reader.line_num, dict(zip(header, row, strict=True)))
        finally:
            csv.field_size_limit(before)

    def _csv_lines(self, raw: Any) -> Iterator[str]:
        for number, line in enumerate(raw, start=1):
            content = line.removeprefix(BOM) if number == 1 else line
            text = self._decoded(number, content)
            # A line that is no text still is a line; its cells are never looked at.
            yield "\n" if text is None else text

    def _next_row(self, reader: Any) -> list[str] | None:
        try:
            row: list[str] | None = next(reader, None)
        except csv.Error as error:
            self._refuse(reader.line_num, f"is not CSV: {error}")
            return None
        return row

    def _check_header(self, header: list[str]) -> None:
        for column in self.columns.named():
            if header.count(column) > 1:
                raise InputError(f'{self.place}:1: has two columns called "{shown(column)}"')
            if column not in header:
                raise InputError(f"{self.place}:1: {no_column(column, header)}")

    def take_parquet(self, path: Path) -> None:
        """Take the rows of a Parquet file; ids may be text or whole numbers."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            with pq.ParquetFile(path) as file:
                header = file.schema_arrow.names
                for column in self.columns.named():
                    if column not in header:
                        raise InputError(f"{self.place}: {no_column(column, header)}")
                number = 0
                for batch in file.iter_batches(BATCH_ROWS, columns=list(self.columns.named())):
                    for row in batch.to_pylist():
                        number += 1
                        self._take(number, row)
                        if len(self.problems) >= MAX_PROBLEMS:
                            return
        except pa.ArrowException as error:
            cause = " ".join(str(error).split())[:200]
            raise InputError(f"{self.place}: cannot be read as Parquet: {cause}") from error
        except OSError as error:
            cause = error.strerror or " ".join(str(error).split())[:200]
            raise InputError(f"{self.place}: cannot be read: {cause}") from error

    def _decoded(self, number: int, line: bytes) -> str | None:
        try:
            return line.decode()
        except UnicodeDecodeError as error:
            byte = error.object[error.start]
            self._refuse(number, f"is not UTF-8 (byte 0x{byte:02x})", "save the file as UTF-8")
            return None

    def _take(self, number: int, row: Mapping[str, Any]) -> None:
        """Take one row as a document."""
        doc = self._id(number, row)
        text = self._text(number, row)
        title = self._title(number, row)
        if doc is None or text is None:
            return
        if doc in self.lines:
            self._refuse(
                number,
                f'document "{shown(doc)}" stands at line {self.lines[doc]} already',
                "remove one of them",
            )
            return
        self.lines[doc] = number
        if not text.strip():
            self.blank.append(doc)
            return
        self.documents[doc] = Document(
            doc, text, identity.text_hash(text), title, self._metadata(row)
        )

    def _id(self, number: int, row: Mapping[str, Any]) -> str | None:
        value = row.get(self.columns.id)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str):
            self._refuse(number, self._wrong(self.columns.id, row, "a text or a whole number"))
        elif not value.strip():
            self._refuse(number, f'"{self.columns.id}" is blank, expected the id of a document')
        elif any(character in value for character in "\t\n\r\0"):
            self._refuse(number, f'id "{shown(value)}" has a tab, a line end or a NUL')
        else:
            return value
        return None

    def _text(self, number: int, row: Mapping[str, Any]) -> str | None:
        value = row.get(self.columns.text)
        if not isinstance(value, str):
            self._refuse(number, self._wrong(self.columns.text, row, "a text"))
            return None
        size = len(value.encode())
        if size > self.max_document_bytes:
            self._refuse(
                number,
                f"the text has {size} bytes, more than the limit of {self.max_document_bytes} for "
                "a document",
                "split it or raise the limit (max_document_bytes)",
            )
            return None
        return value.replace("\r\n", "\n").replace("\r", "\n")

    def _title(self, number: int, row: Mapping[str, Any]) -> str | None:
        if self.columns.title is None:
            return None
        value = row.get(self.columns.title)
        if value is None and (self.is_beir or self.columns.title in row):
            return None
        if not isinstance(value, str):
            self._refuse(number, self._wrong(self.columns.title, row, "a text"))
            return None
        return value if value.strip() else None

    def _metadata(self, row: Mapping[str, Any]) -> Mapping[str, Any] | None:
        found = {key: row[key] for key in self.columns.metadata if row.get(key) is not None}
        if self.is_beir:
            value = found.get("metadata")
            found = value if isinstance(value, dict) else {}
        return {key: as_json(value) for key, value in found.items()} or None

    def _wrong(self, column: str, row: Mapping[str, Any], expected: str) -> str:
        if column not in row:
            return no_column(column, list(row))
        return f'"{shown(column)}" is {kind(row[column])}, expected {expected}'

    def _refuse(self, number: int, message: str, suggestion: str | None = None) -> None:
        self.problems.append(Problem("corpus-file", self.place, number, message, suggestion))
