"""A slow, obvious chunker and BM25, written from the definitions alone.

Tests use it as a witness that shares no code with the package: plain Python, no engine.
Offsets are code points, half-open ``[start, end)``.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

K1 = 1.5
B = 0.75
SEPARATORS = ("\n\n", "\n", ". ", " ")

Range = tuple[int, int]


class Chunk(NamedTuple):
    """A piece of one document."""

    doc: str
    start: int
    end: int


def tokens(text: str) -> list[str]:
    """Return the words of a text, lower-cased, repeats kept."""
    return re.findall(r"\w+", text.lower())


def recursive_chunks(text: str, size: int, overlap: int) -> list[Range]:
    """Return the ranges of the ``recursive`` chunker, revision 2, in text order."""

    def is_blank(start: int, end: int) -> bool:
        return not text[start:end].strip()

    def split(start: int, end: int, separators: Sequence[str]) -> list[Range]:
        if end - start <= size:
            return [] if is_blank(start, end) else [(start, end)]
        for index, separator in enumerate(separators):
            if separator in text[start:end]:
                return merge(cut(start, end, separator), separator, separators[index + 1 :])
        return windows(start, end)

    def windows(start: int, end: int) -> list[Range]:
        found = []
        for first in range(start, end, max(1, size - overlap)):
            found.append((first, min(first + size, end)))
            if first + size >= end:
                break
        return [window for window in found if not is_blank(*window)]

    def cut(start: int, end: int, separator: str) -> list[Range]:
        parts = []
        for part in text[start:end].split(separator):
            parts.append((start, start + len(part)))
            start += len(part) + len(separator)
        return parts

    def carry(run: list[Range], separator: str) -> list[Range]:
        kept: list[Range] = []
        total = 0
        for start, end in reversed(run):
            total += end - start + len(separator)
            if total > overlap:
                break
            kept.insert(0, (start, end))
        return kept

    def flush(run: list[Range], finer: Sequence[str]) -> list[Range]:
        return split(run[0][0], run[-1][1], finer)

    def merge(parts: list[Range], separator: str, finer: Sequence[str]) -> list[Range]:
        chunks: list[Range] = []
        run: list[Range] = []
        for part in parts:
            length = part[1] - part[0]
            if run and run[-1][1] - run[0][0] + length + len(separator) > size:
                carried = carry(run, separator)
                if is_blank(run[0][0], run[-1][1]):
                    run = []
                elif length > size or carried == run:
                    chunks += flush([*run, part], finer)
                    run = []
                    continue
                else:
                    chunks += flush(run, finer)
                    run = carried if run[-1][1] - run[0][0] <= size else []
            run.append(part)
        return chunks + flush(run, finer) if run else chunks

    return split(0, len(text), SEPARATORS)


def chunk_all(texts: Mapping[str, str], size: int, overlap: int) -> list[Chunk]:
    """Return the chunks of all documents, in order of document and position."""
    return [
        Chunk(doc, start, end)
        for doc in sorted(texts)
        for start, end in recursive_chunks(texts[doc], size, overlap)
    ]


class Bm25:
    """BM25 over chunks; best first, ties by content hash, document and position."""

    def __init__(self, texts: Mapping[str, str], chunks: Sequence[Chunk]) -> None:
        self.chunks = chunks
        contents = [texts[chunk.doc][chunk.start : chunk.end] for chunk in chunks]
        self.hashes = [hashlib.sha256(content.encode()).hexdigest() for content in contents]
        self.counts = [Counter(tokens(content)) for content in contents]
        self.lengths = [count.total() for count in self.counts]
        self.mean_length = sum(self.lengths) / len(chunks)
        self.chunks_with = Counter(word for count in self.counts for word in count)

    def score(self, query: str, index: int) -> float:
        """Return the score of one chunk; 0.0 when it holds no word of the query."""
        total = 0.0
        norm = 1 - B + B * self.lengths[index] / self.mean_length
        for word in tokens(query):
            tf = self.counts[index][word]
            df = self.chunks_with[word]
            idf = math.log((len(self.chunks) - df + 0.5) / (df + 0.5) + 1)
            total += idf * (tf * (K1 + 1) / (tf + K1 * norm))
        return total

    def rank(self, query: str) -> list[Chunk]:
        """Return every chunk that scores above zero, best first."""
        scored = [
            (-score, self.hashes[index], chunk)
            for index, chunk in enumerate(self.chunks)
            if (score := self.score(query, index)) > 0
        ]
        return [chunk for _, _, chunk in sorted(scored)]
