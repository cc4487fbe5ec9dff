"""Ranked lists of passages with evidence, and slow, obvious counts of single characters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hypothesis import strategies as st
from sql_cases import CaseWarehouse, Row

DOCS = {"a.md": 60, "b.md": 40}
"""Documents with their lengths."""

Char = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Passage:
    """A range of a document, or the whole of it, or a passage that was found nowhere."""

    doc: str
    start: int | None = None
    end: int | None = None
    """None: the whole document."""
    located: bool = True

    @property
    def chars(self) -> frozenset[Char]:
        """What it holds, character by character."""
        if not self.located:
            return frozenset()
        start, end = self.start or 0, DOCS[self.doc] if self.end is None else self.end
        return frozenset((self.doc, at) for at in range(start, end))

    @property
    def length(self) -> int:
        """What it takes of a budget."""
        if self.start is None or self.end is None:
            return DOCS[self.doc]
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Evidence:
    """One gold entry."""

    spans: tuple[Passage, ...]
    """One span an occurrence that counts."""
    grade: int = 1
    alternative: str | None = None


class Asked(NamedTuple):
    """One measure as a row of ``meta.measure``."""

    family: str
    level: str
    cutoff: int | None = None
    budget: int | None = None
    cover: float | None = None

    @property
    def name(self) -> str:
        """A name that no other measure has."""
        return f"{self.family}({self.cover})@{self.cutoff or ''}{self.budget or ''}c"


@dataclass(frozen=True, slots=True)
class Answered:
    """A query with its evidence and the list that it got."""

    evidence: tuple[Evidence, ...]
    hits: tuple[Passage, ...]
    """Best first, none twice."""
    failed: bool = False

    @property
    def units(self) -> list[list[Passage]]:
        """The spans of every unit, in the order of the first entry of each."""
        groups: dict[str, list[Passage]] = {}
        for index, entry in enumerate(self.evidence):
            if entry.grade >= 1:
                key = f"entry {index}" if entry.alternative is None else f"as {entry.alternative}"
                groups.setdefault(key, []).extend(entry.spans)
        return list(groups.values())

    @property
    def gold(self) -> frozenset[Char]:
        """All characters that are gold."""
        return frozenset(char for unit in self.units for span in unit for char in span.chars)

    def first(self, asked: Asked) -> tuple[Passage, ...]:
        """Return the hits that a cutoff looks at."""
        hits = () if self.failed else self.hits
        if asked.budget is None:
            return hits[: asked.cutoff]
        kept: list[Passage] = []
        for hit in hits:
            if sum(one.length for one in kept) + hit.length > asked.budget:
                break
            kept.append(hit)
        return tuple(kept)

    def ranks(self, asked: Asked) -> list[int | None]:
        """Return the best rank of every unit; None for one that is not found."""
        return [
            next(
                (
                    rank
                    for rank, hit in enumerate(self.first(asked), start=1)
                    if any(
                        hit.chars & span.chars
                        and len(hit.chars & span.chars) / len(span.chars) >= (asked.cover or 0.0)
                        for span in unit
                    )
                ),
                None,
            )
            for unit in self.units
        ]

    def value(self, asked: Asked, chunks: Sequence[Passage]) -> float:
        """Return the value of one measure; ``chunks`` are those of the corpus."""
        if asked.level == "unit" and asked.family != "Whole":
            return self._of_units(asked)
        if asked.family in ("CharRecall", "CharPrecision", "CharIoU"):
            return self._of_characters(asked)
        return self._of_chunks(asked, chunks)

    def _of_units(self, asked: Asked) -> float:
        ranks = self.ranks(asked)
        found = [rank for rank in ranks if rank is not None]
        if asked.family == "Success":
            return 1.0 if found else 0.0
        if asked.family == "Complete":
            return 1.0 if ranks and len(found) == len(ranks) else 0.0
        if asked.family == "R":
            return len(found) / len(ranks) if ranks else 0.0
        if asked.family == "RR":
            return 1.0 / min(found) if found else 0.0
        total = 0.0
        for rank in ranks:
            total += 0.0 if rank is None else 1.0 / math.log2(1 + rank)
        return total / len(ranks) if ranks else 0.0

    def _of_characters(self, asked: Asked) -> float:
        hits = self.first(asked)
        held = len(self.gold & _union(hits))
        length = sum(hit.length for hit in hits)
        if asked.family == "CharRecall":
            return held / len(self.gold) if self.gold else 0.0
        if asked.family == "CharPrecision":
            return held / length if length else 0.0
        whole = length + len(self.gold) - held
        return held / whole if whole else 0.0

    def _of_chunks(self, asked: Asked, chunks: Sequence[Passage]) -> float:
        overlapping = [chunk for chunk in chunks if chunk.chars & self.gold]
        held = self.gold & _union(overlapping)
        if asked.family == "PrecisionOmega":
            return len(held) / len(_union(overlapping)) if overlapping else 0.0
        if asked.family == "CharCeiling":
            return len(held) / len(self.gold) if self.gold else 0.0
        whole = [
            any(span.chars <= chunk.chars for span in unit for chunk in chunks)
            for unit in self.units
        ]
        return sum(whole) / len(whole) if whole else 0.0


def _union(passages: Sequence[Passage]) -> frozenset[Char]:
    return frozenset(char for passage in passages for char in passage.chars)


def _ranges() -> st.SearchStrategy[Passage]:
    def of(doc: str, start: int, length: int) -> Passage:
        begin = min(start, DOCS[doc] - 1)
        return Passage(doc, begin, min(begin + length, DOCS[doc]))

    return st.builds(of, st.sampled_from(sorted(DOCS)), st.integers(0, 59), st.integers(1, 25))


def answered_queries() -> st.SearchStrategy[Answered]:
    """Return a strategy of queries: repeats, overlaps, whole documents, nothing found, failures."""
    whole = st.builds(Passage, st.sampled_from(sorted(DOCS)))
    lost = st.builds(Passage, st.sampled_from(sorted(DOCS)), located=st.just(False))
    evidence = st.builds(
        Evidence,
        st.lists(_ranges(), min_size=1, max_size=2, unique=True).map(tuple),
        st.sampled_from([1, 1, 2, 0, -1]),
        st.sampled_from([None, None, "k", "0"]),
    )
    hits = st.lists(st.one_of(_ranges(), _ranges(), whole, lost), max_size=7, unique=True)
    return st.builds(
        Answered,
        st.lists(evidence, max_size=4).map(tuple),
        hits.map(tuple),
        st.sampled_from([False, False, False, True]),
    )


def chunk_sets() -> st.SearchStrategy[list[Passage]]:
    """Return a strategy of chunk sets: gaps and overlaps, in any order."""
    return st.lists(_ranges(), max_size=6, unique=True)


def fill_answered(
    warehouse: CaseWarehouse, queries: Sequence[Answered], chunks: Sequence[Passage]
) -> None:
    """Store one run of imported lists, one query each, over the documents cut into ``chunks``."""
    rows: dict[str, list[Row]] = {
        "core.corpus": [{"kind": "folder"}],
        "core.run": [{"run_id": "r1"}],
        "core.stage": [{"run_id": "r1", "stage": "s", "position": 1, "chunking_id": "cut"}],
        "core.corpus_document": [{"doc": doc, "text_hash": doc} for doc in DOCS],
        "core.document_text": [
            {"text_hash": doc, "num_chars": length} for doc, length in DOCS.items()
        ],
        "core.chunk": [
            {"text_hash": chunk.doc, "chunking_id": "cut", "chunk_index": index, **_span(chunk)}
            for index, chunk in enumerate(chunks)
        ],
        "core.query": [
            {"query_id": f"q{number}", "answerable": True, "file_position": number + 1}
            for number, _ in enumerate(queries)
        ],
        "core.query_outcome": [
            {
                "run_id": "r1",
                "stage": "s",
                "query_id": f"q{number}",
                "status": "failed" if query.failed else "ok",
                "list_hash": None if query.failed else f"l{number}",
                "num_hits": 0 if query.failed else len(query.hits),
            }
            for number, query in enumerate(queries)
        ],
        "core.list_hit": [
            {
                "list_hash": f"l{number}",
                "rank": rank,
                "doc": hit.doc,
                "located": hit.located,
                **_span(hit),
            }
            for number, query in enumerate(queries)
            for rank, hit in enumerate(query.hits, start=1)
        ],
        "core.gold": [
            {
                "query_id": f"q{number}",
                "gold_index": index,
                "quote": "-",
                "relevance": entry.grade,
                "alternative": entry.alternative,
            }
            for number, query in enumerate(queries)
            for index, entry in enumerate(query.evidence)
        ],
        "core.gold_span": [
            {
                "query_id": f"q{number}",
                "gold_index": index,
                "span_index": span_index,
                "doc": span.doc,
                **_span(span),
            }
            for number, query in enumerate(queries)
            for index, entry in enumerate(query.evidence)
            for span_index, span in enumerate(entry.spans)
        ],
    }
    for table, of_table in rows.items():
        warehouse.fill(table, of_table)


def _span(passage: Passage) -> dict[str, int | None]:
    return {"start_offset": passage.start, "end_offset": passage.end}
