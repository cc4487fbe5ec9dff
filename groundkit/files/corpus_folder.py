"""A folder of text files, read as a corpus.

Every regular file below the root counts for ``corpus_hash``; those with a text suffix outside
of dot-directories are documents. The order of files on disk plays no part.

Symbolic links: one whose target lies outside of the root is refused, wherever it stands. A
link to a file inside the root is read as a file of its own. A link to a folder inside the
root is not followed, since its files are read where they are, so links cannot make a loop. A
link that leads nowhere is refused where it would be a document, unless its name starts with
a dot (editors lock a file with such links), and otherwise ignored like any special file.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from groundkit import identity
from groundkit.errors import InputError
from groundkit.problems import Problem, as_lines
from groundkit.records import Corpus, Document
from groundkit.text.quotes import shown

EXTRACTOR = "text@1"
DOCUMENT_SUFFIXES = (".md", ".markdown", ".txt")
MARKDOWN_SUFFIXES = (".md", ".markdown")
DEFAULT_MAX_DOCUMENT_BYTES = 10 * 1024 * 1024


def read_corpus(
    path: Path,
    *,
    name: str | None = None,
    max_document_bytes: int = DEFAULT_MAX_DOCUMENT_BYTES,
) -> Corpus:
    """Return the content of the folder at ``path``; its documents are sorted by ``doc``.

    ``name`` defaults to the path as given with forward slashes. Raises InputError, with a
    line a problem, for a folder that is missing or holds no document, a document that is not
    UTF-8 or larger than ``max_document_bytes``, a file that cannot be read, a file name that
    is not UTF-8, and a link that leaves the root.
    """
    scanned = scan_corpus(path, name=name, max_document_bytes=max_document_bytes)
    if scanned.problems:
        raise InputError(as_lines(scanned.problems))
    return scanned.corpus


@dataclass(frozen=True, slots=True)
class ScannedCorpus:
    """What could be read of a corpus folder, and what is wrong with it."""

    corpus: Corpus
    """The documents that could be read; its hashes mean nothing when there are problems."""
    files: tuple[str, ...]
    """Every file below the root by its path, documents or not, ascending."""
    blank: tuple[str, ...]
    """Those that would be documents if they held text."""
    problems: tuple[Problem, ...]
    """Empty when the folder can be evaluated."""


def scan_corpus(
    path: Path,
    *,
    name: str | None = None,
    max_document_bytes: int = DEFAULT_MAX_DOCUMENT_BYTES,
) -> ScannedCorpus:
    """Return what the folder at ``path`` holds, its problems beside it.

    Raises InputError only when there is no such folder or its name is not UTF-8.
    """
    root = shown(path.as_posix(), None)
    try:
        is_folder = stat.S_ISDIR(path.stat().st_mode)
    except FileNotFoundError:
        raise InputError(
            f"{root}: no such folder; give the folder that holds the documents"
        ) from None
    except OSError as error:
        raise InputError(f"{root}: cannot be read: {error.strerror}") from error
    if not is_folder:
        raise InputError(f"{root}: is a file, expected a folder; give the folder it is in")
    name = path.as_posix() if name is None else name
    if not _is_utf8(name):
        raise InputError(f"{root}: its name is not UTF-8; give the corpus a name of its own")

    reader = _Reader(path, max_document_bytes)
    files = sorted(reader.walk())
    corpus_hash = identity.corpus_hash(reader.contents(files))
    problems = list(reader.problems)
    if not problems and not reader.documents:
        among = "1 file" if len(files) == 1 else f"{len(files)} files"
        problems.append(
            Problem(
                "corpus-empty",
                root,
                None,
                f"no documents among {among}",
                f"expected files ending in {', '.join(DOCUMENT_SUFFIXES)} that are not blank",
            )
        )
    corpus = Corpus(
        name=name,
        kind="folder",
        extractor=EXTRACTOR,
        corpus_hash=corpus_hash,
        documents_hash=identity.documents_hash(
            (document.doc, document.text_hash) for document in reader.documents
        ),
        documents=tuple(reader.documents),
        num_files=len(files),
        num_bytes=reader.num_bytes,
    )
    return ScannedCorpus(corpus, tuple(files), tuple(reader.blank), tuple(problems))


def contains(root: Path, path: Path) -> bool:
    """Return whether ``path``, which need not exist, is ``root`` or below it, links resolved."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(root))


def is_document(relative: str) -> bool:
    """Return whether a file is a document by its path below the root, forward slashes."""
    pure = PurePosixPath(relative)
    in_dot_folder = any(folder.startswith(".") for folder in pure.parts[:-1])
    return not in_dot_folder and pure.suffix.lower() in DOCUMENT_SUFFIXES


def decoded(data: bytes) -> str:
    """Return the text of a document: strict UTF-8, line ends folded to LF.

    Raises UnicodeDecodeError.
    """
    return data.decode().replace("\r\n", "\n").replace("\r", "\n")


@dataclass(slots=True)
class _Reader:
    """Collects the documents and the problems of one folder."""

    root: Path
    max_document_bytes: int
    documents: list[Document] = field(default_factory=list)
    blank: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    num_bytes: int = 0

    def walk(self) -> Iterator[str]:
        """Yield the path of every regular file below the root, in no particular order."""
        folders = [""]
        while folders:
            folder = folders.pop()
            try:
                with os.scandir(self.root / folder) as entries:
                    found = sorted(entries, key=lambda entry: entry.name)
            except OSError as error:
                self._refuse(folder, f"cannot be listed: {error.strerror}")
                continue
            for entry in found:
                relative = f"{folder}/{entry.name}" if folder else entry.name
                if not _is_utf8(entry.name):
                    self._refuse(relative, "its name is not UTF-8; rename it")
                elif entry.is_symlink():
                    if self._is_link_to_file(relative):
                        yield relative
                elif entry.is_dir(follow_symlinks=False):
                    folders.append(relative)
                elif entry.is_file(follow_symlinks=False):
                    yield relative

    def contents(self, files: list[str]) -> Iterator[tuple[str, bytes]]:
        """Yield (path, bytes) of every file in the order given, collecting documents."""
        for relative in files:
            of_document = is_document(relative)
            try:
                size = (self.root / relative).stat().st_size
                if of_document and size > self.max_document_bytes:
                    self._refuse(
                        relative,
                        f"{size} bytes, more than the limit of {self.max_document_bytes} for a "
                        "document; split the file or raise the limit (max_document_bytes)",
                    )
                    continue
                data = (self.root / relative).read_bytes()
            except OSError as error:
                self._refuse(relative, f"cannot be read: {error.strerror}")
                continue
            self.num_bytes += len(data)
            if of_document:
                self._document(relative, data)
            yield relative, data

    def _document(self, relative: str, data: bytes) -> None:
        """Record one document, unless it is blank."""
        try:
            text = decoded(data)
        except UnicodeDecodeError as error:
            self._refuse(
                relative,
                f"not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}; "
                "save the file as UTF-8, or keep it out of the corpus folder",
            )
            return
        if not text.strip():
            self.blank.append(relative)
        else:
            title = _title(text) if relative.lower().endswith(MARKDOWN_SUFFIXES) else None
            self.documents.append(Document(relative, text, identity.text_hash(text), title))

    def _is_link_to_file(self, relative: str) -> bool:
        """Return whether a link is to be read as a file; refuse it when it leaves the root."""
        link = self.root / relative
        if not contains(self.root, link):
            self._refuse(
                relative,
                "is a symbolic link that leaves the corpus folder; put a copy in its place",
            )
            return False
        try:
            return stat.S_ISREG(link.stat().st_mode)
        except OSError:
            if is_document(relative) and not link.name.startswith("."):
                self._refuse(relative, "is a symbolic link that leads nowhere; remove it")
            return False

    def _refuse(self, relative: str, problem: str) -> None:
        place = shown((self.root / relative).as_posix(), None)
        message, _, suggestion = problem.partition("; ")
        self.problems.append(Problem("corpus-file", place, None, message, suggestion or None))


def _title(text: str) -> str | None:
    """Return the text of the first line that is ``# `` and a text, or None."""
    lines = "\n" + text.removeprefix("\ufeff")
    at = lines.find("\n# ")
    while at >= 0:
        start = at + len("\n# ")
        end = lines.find("\n", start)
        title = lines[start : end if end >= 0 else None].strip()
        if title:
            return title
        at = lines.find("\n# ", start - 1)
    return None


def _is_utf8(name: str) -> bool:
    """Return whether a file name is text; one that is not holds lone surrogates."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
