"""The main job: store the inputs, cut, index, ask every stage, append the run."""

from __future__ import annotations

import datetime
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from groundkit.api.inputs import MAX_DOCUMENT_BYTES, Inputs
from groundkit.chunking.protocol import Chunker, chunking_id_of
from groundkit.chunking.registry import chunker as chunker_named
from groundkit.chunking.registry import refuse_impostor
from groundkit.engine.connection import engine_version
from groundkit.engine.session import Session
from groundkit.errors import UsageError
from groundkit.files.corpus_folder import contains
from groundkit.files.provenance import provenance
from groundkit.load import content
from groundkit.load.chunks import ChunkSet, store_chunks
from groundkit.load.content import Loaded
from groundkit.load.postings import store_postings
from groundkit.load.query_terms import store_query_terms
from groundkit.load.run import Appended, RunHeader, StageResult, append_run
from groundkit.progress import Progress, silent
from groundkit.records import Answer
from groundkit.retrieve.bm25 import Bm25
from groundkit.retrieve.callables import CallableStage, Function
from groundkit.retrieve.protocol import Closing, Query, Stage
from groundkit.text.analyzers import Analyzer, Word

BASELINE = "bm25"
DEEPEST = 2**31 - 1
"""The deepest list: ranks are stored as 32-bit integers."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to evaluate: everything that a run's configuration records."""

    chunker: str | Chunker = "recursive"
    """``NAME`` or ``NAME@REVISION``, or a chunker of your own."""
    chunk_size: int = 512
    """Characters."""
    chunk_overlap: int = 64
    """Characters."""
    top_k: int = 10
    """Depth: how long a ranked list may be, from 1."""
    k1: float = 1.5
    b: float = 0.75
    timed: bool = False
    """Answer one query at a time and store each latency."""
    max_document_bytes: int = MAX_DOCUMENT_BYTES
    stages: Mapping[str, Stage | Function] = field(default_factory=dict)
    """Stages beside the BM25 baseline, by name, in order of execution."""

    def __post_init__(self) -> None:
        """Refuse what cannot be evaluated."""
        if type(self.top_k) is not int or not 1 <= self.top_k <= DEEPEST:
            raise UsageError(
                f"top-k must be a whole number of at least 1 (and at most {DEEPEST}), "
                f"not {self.top_k}"
            )
        if not isinstance(self.stages, Mapping):
            raise UsageError(
                f"stages must be a mapping of names to callables, not {type(self.stages).__name__}"
            )
        for name in self.stages:
            unusable = not isinstance(name, str) or not name or not name.isprintable()
            if unusable or name == BASELINE or any(character.isspace() for character in name):
                raise UsageError(
                    f'a stage cannot be called "{name}": the name must be printable text without '
                    f"blanks, and {BASELINE} is the baseline"
                )

    def make_chunker(self) -> Chunker:
        """Return the chunker; raises UsageError for an unknown name or bad sizes."""
        if isinstance(self.chunker, str):
            return chunker_named(
                self.chunker, chunk_size=self.chunk_size, chunk_overlap=self.chunk_overlap
            )
        return self.chunker

    def as_config(self, chunker: Chunker, inputs: Inputs) -> dict[str, Any]:
        """Return the effective configuration as JSON values."""
        return {
            "corpus": inputs.corpus.name,
            "judgments": inputs.judgment_set.name,
            "categories": dict(inputs.custom_categories),
            "chunker": chunker.name,
            "chunker_revision": chunker.revision,
            "chunker_params": dict(chunker.params),
            "chunk_size": chunker.chunk_size,
            "chunk_overlap": chunker.chunk_overlap,
            "analyzer": Word.name,
            "top_k": self.top_k,
            "k1": self.k1,
            "b": self.b,
            "timed": self.timed,
            "max_document_bytes": self.max_document_bytes,
            "stages": [BASELINE, *self.stages],
        }


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What an evaluation stored."""

    appended: Appended
    loads: tuple[Loaded, ...]
    """Corpus, judgments, chunks, postings: what was new and what was reused."""
    earlier_run: str | None
    """Id of the newest earlier run with the same results; None when there is none."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Settings that were found usable, with the objects that they name."""

    settings: Settings
    chunker: Chunker
    analyzer: Analyzer
    stages: Mapping[str, Stage]
    """The baseline first."""


def plan(settings: Settings) -> Plan:
    """Make chunker and stages of settings; raises UsageError for what cannot be used."""
    analyzer = Word()
    stages: dict[str, Stage] = {BASELINE: Bm25(analyzer, k1=settings.k1, b=settings.b)}
    for name, stage in settings.stages.items():
        if callable(stage):
            stages[name] = CallableStage(stage)
        elif hasattr(stage, "prepare") and hasattr(stage, "answer"):
            stages[name] = stage
        else:
            raise UsageError(f'stage "{name}" must be callable, not {type(stage).__name__}')
    chunker = settings.make_chunker()
    chunking_id_of(chunker)
    refuse_impostor(chunker)
    return Plan(settings, chunker, analyzer, stages)


def refuse_warehouse_in_corpus(root: Path | None, warehouse: Path) -> None:
    """Raise UsageError when the warehouse file would lie inside the corpus folder."""
    if root is not None and contains(root, warehouse):
        raise UsageError(
            f"{warehouse}: the warehouse lies inside the corpus folder {root}, whose hash it "
            "would change; name another place with --warehouse"
        )


def evaluate(
    session: Session,
    inputs: Inputs,
    planned: Plan,
    *,
    name: str | None = None,
    progress: Progress = silent,
) -> Evaluated:
    """Evaluate and append one run in one transaction: all of it is stored, or nothing."""
    settings, chunker = planned.settings, planned.chunker
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    corpus, judgment_set = inputs.corpus, inputs.judgment_set
    with session.transaction():
        progress("storing documents", 0, 1)
        loads = [
            content.store_corpus(session, corpus, now),
            content.store_judgments(session, judgment_set, now),
        ]
        content.store_gold_spans(
            session, corpus.corpus_hash, judgment_set.judgments_hash, inputs.gold_spans
        )
        chunk_set, chunks_loaded = store_chunks(session, corpus, chunker, now, progress)
        analyzer_id, postings_loaded = store_postings(
            session, chunk_set, planned.analyzer, now, progress
        )
        loads += [chunks_loaded, postings_loaded]
        queries = [Query(judgment.query_id, judgment.text) for judgment in judgment_set.judgments]
        store_query_terms(session, (asked.text for asked in queries), planned.analyzer, analyzer_id)
        results = []
        for stage_name, stage in planned.stages.items():
            with _closed_in_the_end(stage):
                results.append(
                    _run_stage(
                        session,
                        stage_name,
                        stage,
                        chunk_set,
                        analyzer_id,
                        queries,
                        settings,
                        progress,
                    )
                )
        header = RunHeader(
            name,
            corpus.corpus_hash,
            judgment_set.judgments_hash,
            corpus.name,
            judgment_set.name,
            provenance(Path.cwd(), engine_version()),
            settings.as_config(chunker, inputs),
        )
        appended = append_run(session, header, results, now)
    return Evaluated(appended, tuple(loads), _earlier_run(session, appended))


@contextmanager
def _closed_in_the_end(stage: Stage) -> Iterator[None]:
    try:
        yield
    finally:
        if isinstance(stage, Closing):
            stage.close()


def _run_stage(
    session: Session,
    name: str,
    stage: Stage,
    chunk_set: ChunkSet,
    analyzer_id: str,
    queries: Sequence[Query],
    settings: Settings,
    progress: Progress,
) -> StageResult:
    prepared = stage.prepare(session, chunk_set, analyzer_id)
    batch = 1 if settings.timed else max(1, stage.batch_size(len(queries)))
    answers: list[Answer] = []
    started = time.perf_counter()
    for first in range(0, len(queries), batch):
        progress(f"answering queries with {name}", first, len(queries))
        asked = queries[first : first + batch]
        before = time.perf_counter()
        answered = stage.answer(asked, settings.top_k)
        if settings.timed:
            elapsed = (time.perf_counter() - before) * 1000
            answered = [_with_latency(answer, elapsed) for answer in answered]
        answers.extend(answered)
    elapsed_ms = (time.perf_counter() - started) * 1000
    progress(f"answering queries with {name}", len(queries), len(queries))
    ranks_chunks = stage.ranks_chunks(answers, chunk_set)
    return StageResult(
        name,
        stage.retriever,
        name == BASELINE,
        settings.top_k,
        prepared.params,
        (),
        chunk_set.chunking_id if ranks_chunks else None,
        chunk_set.chunks_hash if ranks_chunks else None,
        prepared.analyzer_id,
        elapsed_ms,
        batch,
        tuple(answers),
    )


def _with_latency(answer: Answer, latency_ms: float) -> Answer:
    if answer.latency_ms is not None:
        return answer
    return replace(answer, latency_ms=latency_ms)


def _earlier_run(session: Session, appended: Appended) -> str | None:
    row = session.row(
        "select run_id from core.run where results_hash = $results and run_id != $run_id "
        "order by created_at desc, run_id desc limit 1",
        {"results": appended.results_hash, "run_id": appended.run_id},
    )
    return None if row is None else str(row[0])
