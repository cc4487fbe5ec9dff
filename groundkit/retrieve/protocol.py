"""What a stage is to the pipeline: prepare on a chunk set, then answer queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

from groundkit.engine.session import Session
from groundkit.load.chunks import ChunkSet
from groundkit.records import Answer


class Query(NamedTuple):
    """What a stage is asked."""

    query_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a stage says of itself once it knows the chunk set."""

    params: Mapping[str, Any]
    analyzer_id: str | None
    """None when no analyzer is used."""


class Stage(Protocol):
    """A retriever with its parameters."""

    retriever: str
    """Kind of retriever, stored with the run."""

    def prepare(self, session: Session, chunk_set: ChunkSet, analyzer_id: str) -> Prepared:
        """Get ready for queries over ``chunk_set``, whose postings are stored."""

    def answer(self, queries: Sequence[Query], depth: int) -> list[Answer]:
        """Return one answer a query, in order, each with at most ``depth`` hits, best first."""

    def batch_size(self, num_queries: int) -> int:
        """Return how many of ``num_queries`` are answered together at most."""

    def ranks_chunks(self, answers: Sequence[Answer], chunk_set: ChunkSet) -> bool:
        """Return whether the hits are chunks of ``chunk_set``, so that chunk measures apply."""


@runtime_checkable
class Closing(Protocol):
    """A stage that holds something which has to be let go once its queries are answered."""

    def close(self) -> None:
        """Let it go; called whatever happened, also when the evaluation is interrupted."""
