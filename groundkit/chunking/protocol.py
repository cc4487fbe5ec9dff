"""What a chunker is, and the checks on what one returns.

A chunker of any package can be used; see ``registry`` for how it is found. It sees one text
at a time and returns spans of it; the text of a chunk is always a slice of the document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from groundkit import identity
from groundkit.errors import InputError, UsageError
from groundkit.records import Span
from groundkit.text.quotes import shown

LARGEST_SIZE = 2**31 - 1
"""Sizes are stored as 32-bit integers."""
MEMBERS = ("name", "revision", "chunk_size", "chunk_overlap", "params", "spans")
"""What a chunker has to have."""


class Chunker(Protocol):
    """What cuts a text into chunks."""

    @property
    def name(self) -> str:
        """What the chunker is called."""

    @property
    def revision(self) -> int:
        """Number of its rules, raised whenever they change."""

    @property
    def chunk_size(self) -> int | None:
        """Characters that a chunk has at most; None when size is no parameter of it."""

    @property
    def chunk_overlap(self) -> int | None:
        """Characters that neighbours share at most; None when overlap is no parameter of it."""

    @property
    def params(self) -> Mapping[str, Any]:
        """Every parameter that changes its chunks, size and overlap included; JSON values."""

    def spans(self, text: str) -> Sequence[Span]:
        """Return the chunks of ``text`` in the order of their chunk_index: within it, none twice.

        The same text always gives the same spans.
        """


def chunking_id_of(chunker: Chunker) -> str:
    """Return the identity of a chunker with its parameters, SHA-256 hex.

    Raises UsageError when the parameters are no JSON values.
    """
    missing = [member for member in MEMBERS if not hasattr(chunker, member)]
    if missing:
        raise UsageError(f"{shown(repr(chunker))} is no chunker: it lacks {', '.join(missing)}")
    try:
        return identity.chunking_id(chunker.name, chunker.revision, chunker.params)
    except (TypeError, ValueError) as error:
        raise UsageError(
            f'chunker "{shown(chunker.name)}": its params must be JSON values: {error}'
        ) from error


def checked_spans(chunker: Chunker, text: str, doc: str) -> list[Span]:
    """Return the chunks of ``text``, proved to be what a chunker has to return.

    Raises InputError naming the chunker, the document and the first offending span.
    """
    try:
        returned = list(chunker.spans(text))
    except Exception as error:
        raise InputError(
            f'chunker "{shown(chunker.name)}" on {shown(doc, None)}: '
            f"{type(error).__name__}: {shown(str(error), 200)}"
        ) from error
    checked: dict[Span, None] = {}
    for index, item in enumerate(returned):
        problem = _problem(item, len(text))
        if problem is None and tuple(item) in checked:
            problem = "the same span was returned before"
        if problem:
            raise InputError(
                f'chunker "{shown(chunker.name)}" on {shown(doc, None)}: '
                f"span {index}, {shown(repr(item))}: {problem}"
            )
        checked[Span(*item)] = None
    return list(checked)


def check_sizes(chunk_size: int, chunk_overlap: int) -> None:
    """Raise UsageError unless ``chunk_size > 0`` and ``0 <= chunk_overlap < chunk_size``."""
    if type(chunk_size) is int and chunk_size > LARGEST_SIZE:
        raise UsageError(f"chunk size must be at most {LARGEST_SIZE}, not {chunk_size}")
    if type(chunk_size) is not int or chunk_size <= 0:
        raise UsageError(f"chunk size must be a whole number above 0, not {chunk_size!r}")
    if type(chunk_overlap) is not int or not 0 <= chunk_overlap < chunk_size:
        raise UsageError(
            "chunk overlap must be a whole number from 0 to below the chunk size, "
            f"here {chunk_size}, not {chunk_overlap!r}; give both sizes so that they fit"
        )


def _problem(item: object, length: int) -> str | None:
    """Return what is wrong with one item of a chunker's result, or None."""
    if not isinstance(item, (tuple, list)) or len(item) != 2:
        return "expected a pair of offsets (start, end)"
    start, end = item
    if type(start) is not int or type(end) is not int:
        return "expected offsets that are Python integers"
    if not 0 <= start < end <= length:
        return f"expected 0 <= start < end <= {length}, the length of the text"
    return None
