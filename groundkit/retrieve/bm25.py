"""BM25 over chunks, scored in SQL: the baseline of every run.

The formula is in ``sql/views/20_bm25``; the sum over query tokens is in ``bm25_rank.sql``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from groundkit.engine.session import Session
from groundkit.errors import UsageError
from groundkit.files.resources import query
from groundkit.load.chunks import ChunkSet
from groundkit.records import Answer, Hit
from groundkit.retrieve.protocol import Prepared, Query
from groundkit.text.analyzers import Analyzer

LARGEST_K1 = 1_000_000
"""Beyond it a weight could overflow; it is far beyond any use."""
LARGEST_BATCH = 256
"""Queries scored in one statement, at most."""
BATCH_CHUNKS = 2_000_000
"""Queries times chunks scored in one statement, at most: bounds the memory of the scoring."""


class Bm25:
    """BM25 with parameters ``k1`` and ``b`` over the tokens of an analyzer.

    Raises UsageError unless ``k1`` is from 0 to a million and ``b`` is from 0 to 1.
    """

    retriever = "bm25"

    def __init__(self, analyzer: Analyzer, *, k1: float = 1.5, b: float = 0.75) -> None:
        for name, value in (("k1", k1), ("b", b)):
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                raise UsageError(f"{name} must be a number from 0, not {value!r}")
        if not 0 <= k1 <= LARGEST_K1:
            raise UsageError(f"k1 must be a number from 0 to {LARGEST_K1}, not {k1}")
        if not 0 <= b <= 1:
            raise UsageError(f"b must be a number from 0 to 1, not {b}")
        self.analyzer = analyzer
        self.k1 = float(k1)
        self.b = float(b)
        self._session: Session | None = None
        self._batch = LARGEST_BATCH

    def prepare(self, session: Session, chunk_set: ChunkSet, analyzer_id: str) -> Prepared:
        """Compute what every term adds to every chunk, into temporary tables of the session."""
        collection = {
            "corpus_hash": chunk_set.corpus.corpus_hash,
            "chunking_id": chunk_set.chunking_id,
        }
        session.execute(query("bm25_chunk"), collection)
        session.execute(
            query("bm25_contribution"),
            {**collection, "analyzer_id": analyzer_id, "k1": self.k1, "b": self.b},
        )
        self._session = session
        self._batch = max(1, min(LARGEST_BATCH, BATCH_CHUNKS // max(1, chunk_set.num_chunks)))
        return Prepared({"analyzer": self.analyzer.name, "k1": self.k1, "b": self.b}, analyzer_id)

    def batch_size(self, num_queries: int) -> int:
        """Return how many queries are scored in one statement at most."""
        return min(self._batch, num_queries)

    def answer(self, queries: Sequence[Query], depth: int) -> list[Answer]:
        """Rank the prepared collection for each query; chunks that score 0 are not returned."""
        answers: list[Answer] = []
        for start in range(0, len(queries), self._batch):
            answers.extend(self._answer_batch(queries[start : start + self._batch], depth))
        return answers

    def ranks_chunks(self, answers: Sequence[Answer], chunk_set: ChunkSet) -> bool:
        """Return True: every hit is a chunk of the prepared collection."""
        return True

    def _answer_batch(self, queries: Sequence[Query], depth: int) -> Iterator[Answer]:
        if self._session is None:
            raise RuntimeError("prepare() must be called before answer()")
        ranked = self._session.send(
            query("bm25_rank"),
            {"query_number": "integer", "tokens": ["varchar"]},
            ((number, self.analyzer.tokens(asked.text)) for number, asked in enumerate(queries)),
            depth=depth,
        )
        hits: list[list[Hit]] = [[] for _ in queries]
        for number, doc, start, end, chunk_index, score in ranked:
            hits[number].append(Hit(doc, start, end, score, chunk_index))
        for asked, found in zip(queries, hits, strict=True):
            yield Answer(asked.query_id, "ok", tuple(found))
