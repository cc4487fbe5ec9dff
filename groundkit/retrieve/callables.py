"""Any Python callable as a stage."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import index
from typing import Any, Literal

from groundkit.engine.session import Session
from groundkit.errors import UsageError, unknown_name
from groundkit.identity import canonical_json
from groundkit.load.chunks import ChunkSet
from groundkit.records import Answer, Hit, Span
from groundkit.retrieve.protocol import Prepared, Query

RankedSpans = Iterable[tuple[str, int, int, float]]
Function = Callable[[str, int], RankedSpans]
SPANS = ("auto", "chunks", "free")


class CallableStage:
    """A stage that asks ``function(query_text, depth)`` for ranked (doc, start, end, score).

    The order of the result is the ranking. ``spans`` says what the hits are: ``chunks`` of the
    run's chunk set, so that chunk measures apply (another span fails the query); ``free`` spans
    of the corpus; or ``auto``: chunks if every hit of every query is one. ``params`` are stored
    with the run. A query on which the function raises, or whose result is not usable, is stored
    as failed and the next one is asked.
    """

    retriever = "callable"

    def __init__(
        self,
        function: Function,
        *,
        params: Mapping[str, Any] | None = None,
        spans: Literal["auto", "chunks", "free"] = "auto",
    ) -> None:
        if not callable(function):
            raise UsageError(f"a stage must be callable, not {type(function).__name__}")
        if spans not in SPANS:
            raise UsageError(unknown_name("kind of spans", spans, SPANS))
        try:
            canonical_json(dict(params or {}))
        except (TypeError, ValueError) as error:
            raise UsageError(f"the parameters of a stage must be JSON values: {error}") from error
        self.function = function
        self.params = dict(params or {})
        self.spans = spans
        self._lengths: dict[str, int] = {}
        self._chunks: dict[str, dict[Span, int]] = {}

    def prepare(self, session: Session, chunk_set: ChunkSet, analyzer_id: str) -> Prepared:
        """Learn the documents and chunks that hits are checked against."""
        self._lengths = {
            document.doc: len(document.text) for document in chunk_set.corpus.documents
        }
        self._chunks = {
            document.doc: chunk_set.numbers(document) for document in chunk_set.corpus.documents
        }
        name = getattr(self.function, "__qualname__", type(self.function).__qualname__)
        return Prepared({**self.params, "function": name, "spans": self.spans}, None)

    def batch_size(self, num_queries: int) -> int:
        """Return 1: a callable is asked one query at a time, and each is timed."""
        return 1

    def answer(self, queries: Sequence[Query], depth: int) -> list[Answer]:
        """Ask the function for each query in order."""
        return [self._answer_one(asked, depth) for asked in queries]

    def ranks_chunks(self, answers: Sequence[Answer], chunk_set: ChunkSet) -> bool:
        """Return whether every hit is a chunk of the run's chunk set, unless ``free`` was said."""
        return self.spans != "free" and all(
            hit.chunk_index is not None for answer in answers for hit in answer.hits
        )

    def _answer_one(self, asked: Query, depth: int) -> Answer:
        started = time.perf_counter()
        try:
            returned = list(self.function(asked.text, depth))
        except Exception as error:  # noqa: BLE001 - whatever a user's stage raises is its outcome
            return self._failed(asked, _described(error), started)
        elapsed = _milliseconds_since(started)
        hits: list[Hit] = []
        seen: set[tuple[str, int, int]] = set()
        num_duplicates = 0
        for position, entry in enumerate(returned, start=1):
            try:
                hit = self._checked(entry)
            except Exception as error:  # noqa: BLE001 - so is whatever its result does
                problem = str(error) if isinstance(error, UsageError) else _described(error)
                return self._failed(asked, f"hit {position}: {problem}", started)
            key = (hit.doc, hit.start or 0, hit.end or 0)
            if key in seen:
                num_duplicates += 1
                continue
            seen.add(key)
            hits.append(hit)
        return Answer(
            asked.query_id,
            "ok",
            tuple(hits[:depth]),
            elapsed,
            num_duplicates=num_duplicates,
            num_surplus=max(0, len(hits) - depth),
        )

    def _checked(self, entry: Any) -> Hit:
        """Return the hit that an entry is; raises UsageError for one that is none."""
        try:
            doc, start, end, score = entry
            if isinstance(score, (str, bytes)) or any(
                isinstance(value, bool) for value in (start, end, score)
            ):
                raise TypeError
            start, end, score = index(start), index(end), float(score)
        except (OverflowError, TypeError, ValueError):
            raise UsageError(f"expected (doc, start, end, score), got {_shown(entry)}") from None
        if not isinstance(doc, str) or doc not in self._lengths:
            raise UsageError(f"document {str(doc)[:80]!r} is not in the corpus")
        length = self._lengths[doc]
        if not 0 <= start < end <= length:
            raise UsageError(
                f"span [{start}, {end}) is not inside {_shown(doc)} ({length} characters)"
            )
        if not math.isfinite(score):
            raise UsageError(f"score {score} is not a finite number")
        chunk_index = self._chunks[doc].get(Span(start, end))
        if chunk_index is None and self.spans == "chunks":
            raise UsageError(f"span [{start}, {end}) of {_shown(doc)} is no chunk of the chunk set")
        return Hit(doc, start, end, score, chunk_index)

    def _failed(self, asked: Query, error: str, started: float) -> Answer:
        # A lone surrogate could not be stored.
        storable = error.encode("utf-8", "backslashreplace").decode()
        return Answer(asked.query_id, "failed", (), _milliseconds_since(started), storable)


def _described(error: Exception) -> str:
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001 - an error that cannot even say what it is
        return type(error).__name__


def _shown(value: object) -> str:
    return repr(value)[:80]


def _milliseconds_since(started: float) -> float:
    return (time.perf_counter() - started) * 1000
