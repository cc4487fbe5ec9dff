r"""The chunker ``recursive``: cut at the coarsest separator that makes chunks small enough.

A text is cut at blank lines; parts are merged again while they fit into the size; what is
still too long is cut at the next finer separator, in the end anywhere. Chunks are not
stripped, and a separator between two chunks belongs to none.

Neighbours overlap by whole parts, often by none. Revision 1 differs where a part no longer
fits: it keeps blank runs and repeats the carried parts even of a run that had to be cut.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from groundkit.chunking.fixed import Ink, windows
from groundkit.chunking.protocol import check_sizes
from groundkit.errors import UsageError
from groundkit.records import Span

SEPARATORS = ("\n\n", "\n", ". ", " ")
"""From coarse to fine; where none is left, the cut is anywhere."""


@dataclass(frozen=True, slots=True)
class Recursive:
    """Chunks of at most ``chunk_size`` characters that end at separators where they can.

    Raises UsageError unless ``chunk_size > 0``, ``0 <= chunk_overlap < chunk_size`` and the
    revision is 1 or 2.
    """

    chunk_size: int = 512
    chunk_overlap: int = 64
    revision: int = 2

    def __post_init__(self) -> None:
        """Refuse parameters that the rules do not cover."""
        check_sizes(self.chunk_size, self.chunk_overlap)
        if type(self.revision) is not int or self.revision not in (1, 2):
            raise UsageError(
                f"chunker recursive has no revision {self.revision!r}; use 2, or 1 to "
                "reproduce older results"
            )

    @property
    def name(self) -> str:
        """What the chunker is called."""
        return "recursive"

    @property
    def params(self) -> Mapping[str, Any]:
        """Every parameter that changes its chunks."""
        return {"chunk_size": self.chunk_size, "chunk_overlap": self.chunk_overlap}

    def spans(self, text: str) -> list[Span]:
        """Return the chunks in the order in which they are cut off.

        Under revision 2 that is ascending; revision 1 may go back to a carried part after it cut
        the run that the part was in.
        """
        cutter = _Cutter(self, text)
        cutter.split(0, len(text), SEPARATORS)
        return list(dict.fromkeys(cutter.found))


class _Cutter:
    """Cuts one text; works on offsets and copies no text, so its time is linear in it."""

    def __init__(self, rules: Recursive, text: str) -> None:
        self.size = rules.chunk_size
        self.overlap = rules.chunk_overlap
        self.revision = rules.revision
        self.text = text
        self.ink = Ink(text)
        self.found: list[Span] = []

    def split(self, start: int, end: int, separators: tuple[str, ...]) -> None:
        """Emit the chunks of one range; ``separators`` are those not yet tried on it."""
        if end - start <= self.size:
            if not self.ink.is_blank(start, end):
                self.found.append(Span(start, end))
            return
        for index, separator in enumerate(separators):
            if self.text.find(separator, start, end) >= 0:
                self.merge(start, end, separator, separators[index + 1 :])
                return
        self.found.extend(windows(self.ink, start, end, self.size, self.overlap))

    def merge(self, start: int, end: int, separator: str, finer: tuple[str, ...]) -> None:
        """Cut a range at ``separator`` and emit runs of consecutive parts that fit.

        A run is known by the starts of its parts and the end of its last: everything between
        belongs to it, so lengths are differences of offsets.
        """
        find, gap = self.text.find, len(separator)
        run: deque[int] = deque()
        run_end = part = start
        while True:
            cut = find(separator, part, end)
            part_end = end if cut < 0 else cut
            taken = False
            if run and part_end - run[0] > self.size:
                carried_from = run_end + gap - self.overlap
                if self.revision == 1:
                    self.split(run[0], run_end, finer)
                    _drop_before(carried_from, run)
                elif self.ink.is_blank(run[0], run_end):
                    run.clear()
                elif part_end - part > self.size or run[0] >= carried_from:
                    self.split(run[0], part_end, finer)
                    run.clear()
                    taken = True
                else:
                    fits = run_end - run[0] <= self.size
                    self.split(run[0], run_end, finer)
                    if fits:
                        _drop_before(carried_from, run)
                    else:
                        run.clear()
            if not taken:
                run.append(part)
                run_end = part_end
            if cut < 0:
                break
            part = cut + gap
        if run:
            self.split(run[0], run_end, finer)


def _drop_before(offset: int, run: deque[int]) -> None:
    """Drop the parts of a run that start before ``offset``."""
    while run and run[0] < offset:
        run.popleft()
