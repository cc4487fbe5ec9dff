"""A corpus on disk, whichever form it has: a folder of texts, or one file of rows."""

from __future__ import annotations

from pathlib import Path

from groundkit.errors import InputError, UsageError
from groundkit.files.corpus_columns import CorpusColumns
from groundkit.files.corpus_file import scan_corpus_file
from groundkit.files.corpus_folder import (
    DEFAULT_MAX_DOCUMENT_BYTES,
    ScannedCorpus,
    scan_corpus,
)
from groundkit.problems import as_lines
from groundkit.records import Corpus


def scan_corpus_at(
    path: Path,
    columns: CorpusColumns | None = None,
    *,
    name: str | None = None,
    max_document_bytes: int = DEFAULT_MAX_DOCUMENT_BYTES,
) -> ScannedCorpus:
    """Return what the folder or file at ``path`` holds, its problems beside it.

    ``columns`` are for a file only. Raises UsageError when they are given for a folder or missing
    for a file, and InputError when nothing can be read at all.
    """
    if path.is_file():
        return scan_corpus_file(path, columns, name=name, max_document_bytes=max_document_bytes)
    if columns is not None and path.is_dir():
        raise UsageError(f"{path}: is a folder; columns are for a corpus that is one file")
    return scan_corpus(path, name=name, max_document_bytes=max_document_bytes)


def read_corpus_at(
    path: Path,
    columns: CorpusColumns | None = None,
    *,
    name: str | None = None,
    max_document_bytes: int = DEFAULT_MAX_DOCUMENT_BYTES,
) -> Corpus:
    """Return the content of a corpus; raises InputError with everything that is wrong with it."""
    scanned = scan_corpus_at(path, columns, name=name, max_document_bytes=max_document_bytes)
    if scanned.problems:
        raise InputError(as_lines(scanned.problems))
    return scanned.corpus
