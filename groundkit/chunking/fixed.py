"""The chunker ``fixed``: windows of one size, whatever the text.

The windows are also what the recursive chunker falls back on where no separator is left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from groundkit.chunking.protocol import check_sizes
from groundkit.records import Span


class Ink:
    """Where the characters of one text are that are not white space.

    Asked about ascending places it looks at each character once, so that dropping blank
    chunks costs nothing even in a text that is all blank.
    """

    def __init__(self, text: str) -> None:
        """Look at nothing yet."""
        self._length = len(text)
        self._text = text
        self._search = re.compile(r"\S").search
        self._from = 0
        self._next = -1

    def after(self, start: int) -> int:
        """Return the place of the first such character at or after ``start``, or the length."""
        if not self._from <= start <= self._next:
            found = self._search(self._text, start)
            self._from = start
            self._next = found.start() if found else self._length
        return self._next

    def is_blank(self, start: int, end: int) -> bool:
        """Return whether ``str.strip()`` would leave nothing of the range; an empty one is."""
        return self.after(start) >= end


def windows(ink: Ink, start: int, end: int, size: int, overlap: int) -> Iterator[Span]:
    """Yield windows of ``size`` over the range, advancing by ``max(1, size - overlap)``.

    Blank ones are dropped; the first that reaches ``end`` is the last.
    """
    step = max(1, size - overlap)
    while True:
        stop = min(start + size, end)
        first_ink = ink.after(start)
        if first_ink < stop:
            yield Span(start, stop)
        if stop == end or first_ink >= end:
            return
        # On to the next window, or at once to the first that is not blank.
        start += step * max(1, (first_ink - size - start) // step + 1)


@dataclass(frozen=True, slots=True)
class Fixed:
    """Windows of ``chunk_size`` characters, each sharing ``chunk_overlap`` with the next.

    Raises UsageError unless ``chunk_size > 0`` and ``0 <= chunk_overlap < chunk_size``.
    """

    chunk_size: int = 512
    chunk_overlap: int = 64

    def __post_init__(self) -> None:
        """Refuse sizes that make no windows."""
        check_sizes(self.chunk_size, self.chunk_overlap)

    @property
    def name(self) -> str:
        """What the chunker is called."""
        return "fixed"

    @property
    def revision(self) -> int:
        """Number of its rules."""
        return 1

    @property
    def params(self) -> Mapping[str, Any]:
        """Every parameter that changes its chunks."""
        return {"chunk_size": self.chunk_size, "chunk_overlap": self.chunk_overlap}

    def spans(self, text: str) -> list[Span]:
        """Return the windows that are not blank, ascending."""
        return list(windows(Ink(text), 0, len(text), self.chunk_size, self.chunk_overlap))
