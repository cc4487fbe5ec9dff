"""Stores ranked lists with whole-document gold as one run, without files and without a command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from groundkit.engine.session import Session


class Hit(NamedTuple):
    """One row of a ranked list."""

    doc: str
    start: int | None = None
    end: int | None = None
    score: float = 0.0


def store_lists(
    session: Session,
    lists: Mapping[str, Sequence[Hit]],
    grades: Mapping[str, Mapping[str, int]],
    *,
    depth: int | None = None,
    failed: Sequence[str] = (),
) -> None:
    """Store one run ``r``, stage ``s``, over a corpus known by name.

    ``grades`` has the grade of each judged document of each query and decides which queries there
    are; ``lists`` has the answers, and a query without one is ``missing``.
    """
    session.execute(
        "insert into core.corpus values ('c', 'c', 'external', 'none', 0, 0, 0);"
        "insert into core.judgment_set values ('j', 'trec', 0);"
        "insert into core.run select '01-r', 'r', 'c', 'j', 'c', 'j', timestamp '2024-01-01', "
        "'', '', '', '', '', null, null, null, '{}', 'results', 'seal'"
    )
    session.insert(
        "core.stage",
        {
            "run_id": "varchar",
            "stage": "varchar",
            "position": "integer",
            "is_baseline": "boolean",
            "retriever": "varchar",
            "depth": "integer",
            "params": "varchar",
            "input_stages": ["varchar"],
        },
        [("01-r", "s", 1, True, "imported", depth, "{}", [])],
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
        (("j", query, "", "normal", True, "", at) for at, query in enumerate(grades, start=1)),
    )
    session.insert(
        "core.gold",
        {
            "judgments_hash": "varchar",
            "query_id": "varchar",
            "gold_index": "integer",
            "doc": "varchar",
            "relevance": "integer",
            "occurrence": "varchar",
            "match": "varchar",
        },
        (
            ("j", query, index, doc, grade, "unique", "exact")
            for query, of_query in grades.items()
            for index, (doc, grade) in enumerate(of_query.items())
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
            ("01-r", "s", query, "failed", None, 0, 0, 0)
            if query in failed
            else ("01-r", "s", query, "ok", f"l-{query}", len(hits), 0, 0)
            for query, hits in lists.items()
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
            (f"l-{query}", rank, hit.doc, hit.start, hit.end, True, hit.score)
            for query, hits in lists.items()
            if query not in failed
            for rank, hit in enumerate(hits, start=1)
        ),
    )
