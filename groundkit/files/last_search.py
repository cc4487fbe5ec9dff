"""What the last ``search`` found, so that a label can be made of one of its hits.

It is a small file beside the warehouse: the query, the settings and where the hits stand, and
no text. It belongs to one person at one machine and is ignored by git.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from groundkit.errors import InputError, UsageError
from groundkit.files.atomic import write_atomically
from groundkit.files.corpus_folder import contains

FILE_NAME = ".last-search.json"
_FORMAT = 1


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """One hit of a search."""

    doc: str
    start: int
    """First code point in the document's text, from 0."""
    end: int
    """One past the last one."""
    score: float
    text_hash: str
    """Identity of the document's text when it was searched."""


@dataclass(frozen=True, slots=True)
class LastSearch:
    """One search and what it found."""

    query: str
    corpus: str
    """Folder that was searched, absolute."""
    settings: Mapping[str, Any]
    """What decides the hits beside query and corpus: chunker, sizes, depth, k1, b."""
    hits: tuple[FoundPassage, ...]
    """Best first."""


def remember(folder: Path, search: LastSearch) -> Path | None:
    """Write a search to the warehouse's folder and return the file.

    None, and nothing is written, when the folder does not exist, lies inside the corpus (whose
    hash the file would change), or cannot be written to: a search is never the worse for it.
    """
    if not folder.is_dir() or contains(Path(search.corpus), folder):
        return None
    content = {"format": _FORMAT, **asdict(search)}
    try:
        data = json.dumps(content, ensure_ascii=False, indent=1).encode() + b"\n"
        write_atomically(folder / FILE_NAME, data)
    except (InputError, UnicodeEncodeError):
        return None
    return folder / FILE_NAME


def recall(folder: Path) -> LastSearch:
    """Return the search that was remembered in the warehouse's folder.

    Raises UsageError when there is none, and InputError when the file is not what ``remember``
    writes.
    """
    file = folder / FILE_NAME
    try:
        content = json.loads(file.read_bytes())
        if content["format"] != _FORMAT:
            raise ValueError(content["format"])
        hits = tuple(FoundPassage(**hit) for hit in content["hits"])
        search = LastSearch(content["query"], content["corpus"], content["settings"], hits)
        _check_types(search)
    except (FileNotFoundError, NotADirectoryError):
        hint = (
            'run `groundkit-wh search "some words"` first'
            if folder.is_dir()
            else f"a search is remembered in {folder}/, which does not exist; "
            "`groundkit-wh init` makes it"
        )
        raise UsageError(f"no search is remembered; {hint}") from None
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}") from error
    except (ValueError, LookupError, TypeError, RecursionError):
        raise InputError(
            f"{file}: is not what `groundkit-wh search` writes; search again"
        ) from None
    return search


def _check_types(search: LastSearch) -> None:
    """Raise TypeError for a value of a wrong type, ValueError for an impossible span."""
    texts = [search.query, search.corpus]
    for hit in search.hits:
        texts += [hit.doc, hit.text_hash]
        if type(hit.start) is not int or type(hit.end) is not int:
            raise TypeError(hit)
        if not 0 <= hit.start < hit.end:
            raise ValueError(hit)
    if not all(isinstance(text, str) for text in texts):
        raise TypeError(texts)
