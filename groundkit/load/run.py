"""Appends a run: provenance, stages, one outcome a query, and the ranked lists by content."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from groundkit.engine.session import Session
from groundkit.identity import (
    canonical_json,
    list_hash,
    new_run_id,
    results_hash,
    seal_hash,
)
from groundkit.records import Answer, Hit

_RUN_COLUMNS = {
    "run_id": "varchar",
    "name": "varchar",
    "corpus_hash": "varchar",
    "judgments_hash": "varchar",
    "corpus_name": "varchar",
    "judgments_name": "varchar",
    "created_at": "timestamp",
    "groundkit_version": "varchar",
    "duckdb_version": "varchar",
    "python_version": "varchar",
    "unicode_version": "varchar",
    "platform": "varchar",
    "git_commit": "varchar",
    "git_branch": "varchar",
    "git_dirty": "boolean",
    "config": "varchar",
    "results_hash": "varchar",
    "seal_hash": "varchar",
}
_STAGE_COLUMNS = {
    "run_id": "varchar",
    "stage": "varchar",
    "position": "integer",
    "is_baseline": "boolean",
    "retriever": "varchar",
    "depth": "integer",
    "params": "varchar",
    "input_stages": ["varchar"],
    "chunking_id": "varchar",
    "chunks_hash": "varchar",
    "analyzer_id": "varchar",
    "elapsed_ms": "double",
    "batch_size": "integer",
}
_OUTCOME_COLUMNS = {
    "run_id": "varchar",
    "stage": "varchar",
    "query_id": "varchar",
    "status": "varchar",
    "list_hash": "varchar",
    "num_hits": "integer",
    "latency_ms": "double",
    "error": "varchar",
    "num_duplicates": "integer",
    "num_surplus": "integer",
}
_ORIGINAL_RANKS = "sha256(array_to_string(original_ranks, ',')) as original_ranks"
"""What of the stored ranks enters the seal: they can be many."""
_HIT_COLUMNS = {
    "list_hash": "varchar",
    "rank": "integer",
    "doc": "varchar",
    "start_offset": "integer",
    "end_offset": "integer",
    "located": "boolean",
    "chunk_index": "integer",
    "score": "double",
}


@dataclass(frozen=True, slots=True)
class StageResult:
    """What one stage was and returned, ready to be stored."""

    stage: str
    retriever: str
    is_baseline: bool
    depth: int | None
    params: Mapping[str, Any]
    input_stages: tuple[str, ...]
    chunking_id: str | None
    chunks_hash: str | None
    analyzer_id: str | None
    elapsed_ms: float | None
    batch_size: int | None
    answers: tuple[Answer, ...]
    """One a query of the judgment set, in file order."""


@dataclass(frozen=True, slots=True)
class RunHeader:
    """What a run is, apart from its results."""

    name: str | None
    """None: named after the time of its creation."""
    corpus_hash: str
    judgments_hash: str
    corpus_name: str
    judgments_name: str
    provenance: Mapping[str, Any]
    """Values of the version, platform and git columns."""
    config: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Appended:
    """The identity of a run that was stored."""

    run_id: str
    name: str
    results_hash: str
    num_new_lists: int
    """Ranked lists that no earlier run had returned."""


def append_run(
    session: Session, header: RunHeader, stages: Sequence[StageResult], now: datetime.datetime
) -> Appended:
    """Store one run; to be called inside a transaction, last, so that it is all or nothing.

    ``now`` is a naive UTC time.
    """
    run_id = new_run_id()
    lists: dict[str, tuple[Hit, ...]] = {}
    outcomes = [
        _outcome_row(run_id, stage.stage, answer, lists)
        for stage in stages
        for answer in stage.answers
    ]
    num_new_lists = _store_lists(session, lists)
    return append_rows(session, header, run_id, stages, outcomes, num_new_lists, now)


def append_rows(
    session: Session,
    header: RunHeader,
    run_id: str,
    stages: Sequence[StageResult],
    outcomes: Sequence[Mapping[str, Any]],
    num_new_lists: int,
    now: datetime.datetime,
) -> Appended:
    """Store a run whose lists are stored already, sealed; inside a transaction.

    ``outcomes`` are rows of ``core.query_outcome`` in order of stage and judgments file. A row may
    have ``original_ranks``, as the hash that the seal covers: the ranks are stored afterwards.
    """
    name = header.name or now.strftime("%Y-%m-%dT%H:%M:%SZ")
    stage_rows = [
        _stage_row(run_id, position, stage) for position, stage in enumerate(stages, start=1)
    ]
    run_row = {
        "run_id": run_id,
        "name": name,
        "corpus_hash": header.corpus_hash,
        "judgments_hash": header.judgments_hash,
        "corpus_name": header.corpus_name,
        "judgments_name": header.judgments_name,
        "created_at": now.isoformat(timespec="microseconds"),
        **header.provenance,
        "config": canonical_json(dict(header.config)),
        "results_hash": results_hash(
            header.corpus_hash,
            header.judgments_hash,
            ((row["stage"], row["query_id"], row["status"], row["list_hash"]) for row in outcomes),
        ),
    }
    position = {row["stage"]: row["position"] for row in stage_rows}
    sealed = sorted(outcomes, key=lambda row: (position[row["stage"]], row["query_id"]))
    run_row["seal_hash"] = seal_hash(run_row, stage_rows, sealed)
    session.insert("core.run", _RUN_COLUMNS, _in_order([run_row], _RUN_COLUMNS))
    session.insert("core.stage", _STAGE_COLUMNS, _in_order(stage_rows, _STAGE_COLUMNS))
    session.insert("core.query_outcome", _OUTCOME_COLUMNS, _in_order(outcomes, _OUTCOME_COLUMNS))
    return Appended(run_id, name, run_row["results_hash"], num_new_lists)


def results_hash_of(corpus_hash: str, judgments_hash: str, stages: Sequence[StageResult]) -> str:
    """Return the results_hash that a run of these stages would have, without storing anything."""
    return results_hash(
        corpus_hash,
        judgments_hash,
        (
            (
                stage.stage,
                answer.query_id,
                answer.status,
                list_hash(answer.hits) if answer.status == "ok" else None,
            )
            for stage in stages
            for answer in stage.answers
        ),
    )


def recompute_seal(session: Session, run_id: str) -> str:
    """Return the seal that the stored rows of a run give; equal to the stored one if untouched."""
    return next(computed for found, _, computed in recompute_seals(session) if found == run_id)


def recompute_seals(session: Session) -> Iterator[tuple[str, str, str]]:
    """Yield (run_id, stored seal, seal that the stored rows give) of every run."""

    def stored(table: str, columns: Iterable[str], order: str) -> list[dict[str, Any]]:
        return session.table(
            f"select {', '.join(columns)} from {table} order by {order}"
        ).as_dicts()

    stages: dict[str, list[dict[str, Any]]] = {}
    for row in stored("core.stage", _STAGE_COLUMNS, "run_id, position"):
        stages.setdefault(row["run_id"], []).append(row)
    outcomes: dict[str, list[dict[str, Any]]] = {}
    for row in stored(
        "core.query_outcome", (*_OUTCOME_COLUMNS, _ORIGINAL_RANKS), "run_id, query_id"
    ):
        outcomes.setdefault(row["run_id"], []).append(row)
    for run in stored("core.run", _RUN_COLUMNS, "run_id"):
        run["created_at"] = run["created_at"].isoformat(timespec="microseconds")
        own_stages = stages.get(run["run_id"], [])
        position = {row["stage"]: row["position"] for row in own_stages}
        # An outcome of a stage that is gone sorts first; the seal does not fit then anyway.
        own_outcomes = sorted(
            outcomes.get(run["run_id"], []),
            key=lambda row: (position.get(row["stage"], 0), row["query_id"]),
        )
        yield run["run_id"], run["seal_hash"], seal_hash(run, own_stages, own_outcomes)


def _stage_row(run_id: str, position: int, stage: StageResult) -> dict[str, Any]:
    return {
        "run_id": run_id,
        "stage": stage.stage,
        "position": position,
        "is_baseline": stage.is_baseline,
        "retriever": stage.retriever,
        "depth": stage.depth,
        "params": canonical_json(dict(stage.params)),
        "input_stages": list(stage.input_stages),
        "chunking_id": stage.chunking_id,
        "chunks_hash": stage.chunks_hash,
        "analyzer_id": stage.analyzer_id,
        "elapsed_ms": stage.elapsed_ms,
        "batch_size": stage.batch_size,
    }


def _outcome_row(
    run_id: str, stage: str, answer: Answer, lists: dict[str, tuple[Hit, ...]]
) -> dict[str, Any]:
    of_list = None
    if answer.status == "ok":
        of_list = list_hash(answer.hits)
        lists[of_list] = answer.hits
    return {
        "run_id": run_id,
        "stage": stage,
        "query_id": answer.query_id,
        "status": answer.status,
        "list_hash": of_list,
        "num_hits": len(answer.hits),
        "latency_ms": answer.latency_ms,
        "error": answer.error,
        "num_duplicates": answer.num_duplicates,
        "num_surplus": answer.num_surplus,
    }


def _store_lists(session: Session, lists: Mapping[str, tuple[Hit, ...]]) -> int:
    known = {
        of_list
        for (of_list,) in session.send(
            "select distinct list_hash from core.list_hit where list_hash in (select list_hash "
            "from (select unnest(from_json($records::json, $structure), max_depth := 2)))",
            {"list_hash": "varchar"},
            ((of_list,) for of_list in lists),
        )
    }
    new = {of_list: hits for of_list, hits in lists.items() if of_list not in known and hits}
    session.insert(
        "core.list_hit",
        _HIT_COLUMNS,
        (
            (
                of_list,
                rank,
                hit.doc,
                hit.start,
                hit.end,
                hit.located,
                hit.chunk_index,
                hit.score,
            )
            for of_list, hits in new.items()
            for rank, hit in enumerate(hits, start=1)
        ),
    )
    return len(new)


def _in_order(
    rows: Sequence[Mapping[str, Any]], columns: Mapping[str, Any]
) -> Iterator[tuple[Any, ...]]:
    for row in rows:
        yield tuple(row[column] for column in columns)
