"""Character measures against the numbers of their authors' code (``data/chunking_evaluation``)."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from groundkit.engine import migrations
from groundkit.engine.connection import open_memory_session
from groundkit.engine.session import Session

FAMILIES = {"CharRecall": "recall", "CharPrecision": "precision", "CharIoU": "iou"}


class Oracle(NamedTuple):
    """What was given and what the authors' code answered."""

    chunks: list[dict[str, Any]]
    gold: list[dict[str, str]]
    ranked: dict[str, list[int]]
    scores: list[dict[str, str]]


@pytest.fixture(scope="module")
def oracle(shared_data: Path) -> Oracle:
    """Return the ranges of chunks and gold, the lists, and the expected numbers."""
    folder = shared_data / "chunking_evaluation"

    def lines(name: str) -> list[dict[str, Any]]:
        text = (folder / f"char_measures.{name}.jsonl").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]

    def cells(name: str) -> list[dict[str, str]]:
        with (folder / f"char_measures.{name}.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    ranked = {str(row["question_index"]): row["ranked"] for row in lines("retrieved")}
    return Oracle(lines("chunks"), cells("gold"), ranked, cells("scores"))


@pytest.fixture(scope="module")
def stored(oracle: Oracle) -> Iterator[Session]:
    """Return a warehouse that holds the ranges as a run whose lists were imported."""
    session = open_memory_session()
    migrations.migrate(session)
    session.execute("delete from meta.measure")
    cutoffs = sorted({int(row["k_used"]) for row in oracle.scores})
    measures = [(f"{family}@{k}", family, k) for family in FAMILIES for k in cutoffs]
    measures.append(("PrecisionOmega", "PrecisionOmega", None))
    session.insert(
        "meta.measure",
        {"measure": "varchar", "family": "varchar", "level": "varchar", "cutoff": "integer"},
        ((name, family, "character", k) for name, family, k in measures),
    )
    docs = sorted({chunk["corpus_id"] for chunk in oracle.chunks})
    ends = {
        doc: max(chunk["end_index"] for chunk in oracle.chunks if chunk["corpus_id"] == doc)
        for doc in docs
    }
    session.execute(
        "insert into core.corpus values ('c', 'c', 'folder', 'given', 5, 5, 0);"
        "insert into core.run select 'r', 'r', 'c', 'j', 'c', 'j', timestamp '2024-01-01', "
        "'', '', '', '', '', null, null, null, '{}', 'results', 'seal';"
        "insert into core.stage values "
        "('r', 's', 1, true, 'imported', null, '{}', [], 'cut', null, null, null, null)"
    )
    session.insert(
        "core.corpus_document",
        {"corpus_hash": "varchar", "doc": "varchar", "text_hash": "varchar"},
        (("c", doc, doc) for doc in docs),
    )
    session.insert(
        "core.document_text",
        {"text_hash": "varchar", "text": "varchar", "num_chars": "integer"},
        ((doc, "", ends[doc]) for doc in docs),
    )
    session.insert(
        "core.chunk",
        {
            "text_hash": "varchar",
            "chunking_id": "varchar",
            "chunk_index": "integer",
            "start_offset": "integer",
            "end_offset": "integer",
            "content_hash": "varchar",
        },
        (
            (chunk["corpus_id"], "cut", number, chunk["start_index"], chunk["end_index"], "")
            for number, chunk in enumerate(oracle.chunks)
        ),
    )
    session.insert(
        "core.query",
        {
            "judgments_hash": "varchar",
            "query_id": "varchar",
            "text": "varchar",
            "category": "varchar",
            "answerable": "boolean",
            "label_hash": "varchar",
            "file_position": "integer",
        },
        (("j", query, "", "normal", True, "", at) for at, query in enumerate(oracle.ranked, 1)),
    )
    session.insert(
        "core.gold",
        {
            "judgments_hash": "varchar",
            "query_id": "varchar",
            "gold_index": "integer",
            "doc": "varchar",
            "quote": "varchar",
            "relevance": "integer",
            "occurrence": "varchar",
            "match": "varchar",
        },
        (
            ("j", row["question_index"], row["gold_index"], row["doc"], "-", 1, "unique", "exact")
            for row in oracle.gold
        ),
    )
    session.insert(
        "core.gold_span",
        {
            "corpus_hash": "varchar",
            "judgments_hash": "varchar",
            "query_id": "varchar",
            "gold_index": "integer",
            "span_index": "integer",
            "doc": "varchar",
            "start_offset": "integer",
            "end_offset": "integer",
            "match_level": "varchar",
        },
        (
            (
                "c",
                "j",
                row["question_index"],
                row["gold_index"],
                0,
                row["doc"],
                row["start"],
                row["end"],
                "exact",
            )
            for row in oracle.gold
        ),
    )
    session.insert(
        "core.query_outcome",
        {
            "run_id": "varchar",
            "stage": "varchar",
            "query_id": "varchar",
            "status": "varchar",
            "list_hash": "varchar",
            "num_hits": "integer",
            "num_duplicates": "integer",
            "num_surplus": "integer",
        },
        (
            ("r", "s", query, "ok", query, len(ranked), 0, 0)
            for query, ranked in oracle.ranked.items()
        ),
    )
    session.insert(
        "core.list_hit",
        {
            "list_hash": "varchar",
            "rank": "integer",
            "doc": "varchar",
            "start_offset": "integer",
            "end_offset": "integer",
            "located": "boolean",
            "score": "double",
        },
        (
            (
                query,
                rank,
                oracle.chunks[number]["corpus_id"],
                oracle.chunks[number]["start_index"],
                oracle.chunks[number]["end_index"],
                True,
                0.0,
            )
            for query, ranked in oracle.ranked.items()
            for rank, number in enumerate(ranked, start=1)
        ),
    )
    yield session
    session.close()


def test_recall_precision_and_iou_equal_those_of_the_authors(
    oracle: Oracle, stored: Session
) -> None:
    found = {
        (query, measure): value
        for query, measure, value in stored.rows(
            "select query_id, measure, value from measure.by_query where family != 'PrecisionOmega'"
        )
    }
    differing = [
        (row["question_index"], family, row["k_used"])
        for row in oracle.scores
        for family, column in FAMILIES.items()
        if found[row["question_index"], f"{family}@{row['k_used']}"] != float(row[column])
    ]
    assert len(oracle.scores) == 472
    assert differing == []


def test_omega_equals_that_of_the_authors_but_for_chunks_that_only_touch_gold(
    oracle: Oracle, stored: Session
) -> None:
    found = dict(stored.rows("select query_id, value from measure.precision_omega"))
    spans: dict[str, list[tuple[str, int, int]]] = {}
    for row in oracle.gold:
        span = (row["doc"], int(row["start"]), int(row["end"]))
        spans.setdefault(row["question_index"], []).append(span)
    touched = {
        query
        for query, of_query in spans.items()
        for doc, start, end in of_query
        for chunk in oracle.chunks
        if chunk["corpus_id"] == doc
        and (chunk["end_index"] == start or chunk["start_index"] == end)
    }
    theirs = {row["question_index"]: float(row["precision_omega"]) for row in oracle.scores}
    differing = {query for query, value in theirs.items() if found[query] != value}
    assert len(theirs) == 236
    assert differing <= touched
    assert all(found[query] > theirs[query] for query in differing)
    assert differing
