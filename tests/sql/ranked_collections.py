"""Ranked lists with gold, and a slow, obvious computation of every measure over them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st
from sql_cases import CaseWarehouse, Row

CHUNK_CHARS = 10
NUM_CHUNKS = 60


@dataclass(frozen=True, slots=True)
class Ranked:
    """One ranked list of items and the items that are relevant."""

    items: tuple[int, ...]
    """Best first, none twice."""
    gold: frozenset[int]
    """Retrieved or not."""

    @property
    def relevant_ranks(self) -> list[int]:
        """The ranks of the relevant items, from 1."""
        return [rank for rank, item in enumerate(self.items, start=1) if item in self.gold]

    def success(self, k: int) -> float:
        """Return 1.0 when any of the first k items is relevant."""
        return 1.0 if any(item in self.gold for item in self.items[:k]) else 0.0

    def reciprocal_rank(self, k: int | None) -> float:
        """Return 1 / rank of the first relevant item, 0.0 when there is none up to k."""
        for rank, item in enumerate(self.items[:k], start=1):
            if item in self.gold:
                return 1.0 / rank
        return 0.0

    def num_within(self, k: int) -> int:
        """Return how many of the first k items are relevant."""
        return sum(item in self.gold for item in self.items[:k])

    def precision(self, k: int) -> float:
        """Return the share of k that is relevant."""
        return self.num_within(k) / k

    def recall(self, k: int) -> float:
        """Return the share of the gold that the first k items hold, 0.0 without gold."""
        return self.num_within(k) / len(self.gold) if self.gold else 0.0

    def gain(self, k: int) -> float:
        """Return the discounted gain of the first k items, added in rank order."""
        total = 0.0
        for rank, item in enumerate(self.items[:k], start=1):
            if item in self.gold:
                total += 1.0 / math.log2(rank + 1)
        return total

    def ndcg(self, k: int) -> float:
        """Return the gain divided by that of the best list there could be, 0.0 without gold."""
        if not self.gold:
            return 0.0
        best = Ranked(tuple(sorted(self.gold)), self.gold)
        return min(self.gain(k) / best.gain(k), 1.0)


def value(ranked: Ranked, family: str, cutoff: int | None) -> float:
    """Return the value of the measure of one family at one cutoff; None is the whole list."""
    if family == "RR":
        return ranked.reciprocal_rank(cutoff)
    if cutoff is None:
        raise ValueError(f"{family} needs a cutoff")
    formulas = {
        "Success": ranked.success,
        "P": ranked.precision,
        "R": ranked.recall,
        "nDCG": ranked.ndcg,
    }
    return formulas[family](cutoff)


def ranked_lists(num_items: int = 80, longest: int = NUM_CHUNKS) -> st.SearchStrategy[Ranked]:
    """Return a strategy of lists: empty ones, empty gold, and gold that is never retrieved too."""
    items = st.integers(0, num_items - 1)
    return st.builds(
        lambda ranked, gold: Ranked(tuple(ranked), frozenset(gold)),
        st.lists(items, max_size=longest, unique=True),
        st.sets(items, max_size=12),
    )


def fill_run(warehouse: CaseWarehouse, stages: Mapping[str, Sequence[Ranked]]) -> None:
    """Store one run of depth NULL over a document of ``NUM_CHUNKS`` chunks; an item is a chunk.

    ``stages`` has one list a query for every stage; query number i of all stages has the gold of
    the first one. Query ids are ``q0000``, ``q0001``, ...
    """
    lists = {
        f"{stage}/{number}": ranked
        for stage, of_stage in stages.items()
        for number, ranked in enumerate(of_stage)
    }
    queries = next(iter(stages.values()))
    gold = [
        (number, index, item)
        for number, ranked in enumerate(queries)
        for index, item in enumerate(sorted(ranked.gold))
    ]
    rows: dict[str, list[Row]] = {
        "core.corpus": [{"kind": "folder"}],
        "core.corpus_document": [{"doc": "a.md", "text_hash": "t1"}],
        "core.document_text": [{"text_hash": "t1", "num_chars": NUM_CHUNKS * CHUNK_CHARS}],
        "core.chunk": [
            {"text_hash": "t1", "chunking_id": "ten", "chunk_index": index, **_span(index)}
            for index in range(NUM_CHUNKS)
        ],
        "core.query": [
            {"query_id": query_id(number), "answerable": True, "file_position": number + 1}
            for number in range(len(queries))
        ],
        "core.gold": [
            {"query_id": query_id(number), "gold_index": index, "relevance": 1}
            for number, index, _ in gold
        ],
        "core.gold_span": [
            {"query_id": query_id(number), "gold_index": index, "doc": "a.md", **_span(item)}
            for number, index, item in gold
        ],
        "core.run": [{"run_id": "r1"}],
        "core.stage": [
            {"run_id": "r1", "stage": stage, "position": position, "chunking_id": "ten"}
            for position, stage in enumerate(stages, start=1)
        ],
        "core.query_outcome": [
            {
                "run_id": "r1",
                "stage": stage,
                "query_id": query_id(number),
                "status": "ok",
                "list_hash": f"{stage}/{number}",
                "num_hits": len(ranked.items),
            }
            for stage, of_stage in stages.items()
            for number, ranked in enumerate(of_stage)
        ],
        "core.list_hit": [
            {"list_hash": name, "rank": rank, "doc": "a.md", **_span(item)}
            for name, ranked in lists.items()
            for rank, item in enumerate(ranked.items, start=1)
        ],
    }
    for table, of_table in rows.items():
        warehouse.fill(table, of_table)


def query_id(number: int) -> str:
    """Return the id of query number ``number``, from 0."""
    return f"q{number:04}"


def _span(item: int) -> dict[str, int]:
    return {"start_offset": item * CHUNK_CHARS, "end_offset": (item + 1) * CHUNK_CHARS}
