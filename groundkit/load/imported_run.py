"""Brings a run from a file into the warehouse: its lists are made and identified by the engine.

The file is read in a session of its own, which can spill to disk, and only lists that no run has
returned before pass into the warehouse, in batches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from groundkit.check.meeting import MOST_EXAMPLES
from groundkit.engine import migrations
from groundkit.engine.session import Session
from groundkit.files import resources


@dataclass(frozen=True, slots=True)
class ImportedList:
    """The list of one query."""

    query_id: str
    list_hash: str
    num_hits: int
    has_ranks: bool
    """Whether the file gave every hit a rank that is a number."""
    is_misplaced: bool
    """Whether the ranks of the file are in another order than the scores."""
    num_dropped: int
    """Hits of a document that the query had already."""
    original_ranks: list[int] | None
    """Ranks of the file in the order of the list; None when it gave none, or 1 to num_hits."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How the hits of a run meet judgments and documents; each a number and the first few ids."""

    unjudged_queries: tuple[int, tuple[str, ...]]
    """Queries of the run that were not asked for."""
    unknown_documents: tuple[int, tuple[str, ...]]
    """Documents that the corpus does not have."""
    identical_ids: tuple[int, tuple[str, ...]]
    """Queries that retrieved a document of their own id."""
    num_judged_hits: int
    """Hits whose document is judged for their query."""
    some_documents: tuple[str, ...]
    """The first few documents of the run."""


def prepare(
    session: Session,
    query_ids: Iterable[str],
    grades: Iterable[tuple[str, str]],
    docs: Iterable[str],
) -> None:
    """Make the temporary tables ``asked``, ``judged`` and ``known_document`` beside a run."""
    migrations.build_formulas(session, resources.query("import_lists"))
    for table, columns, rows in (
        ("asked", {"query_id": "varchar"}, ((query_id,) for query_id in query_ids)),
        ("judged", {"query_id": "varchar", "doc": "varchar"}, grades),
        ("known_document", {"doc": "varchar"}, ((doc,) for doc in docs)),
    ):
        _fill(session, table, columns, rows)


def list_hits(session: Session, *, drop_identical_ids: bool) -> list[ImportedList]:
    """Rank the hits of the asked queries and return their lists, in no order."""
    session.execute(resources.query("import_ranked"), {"drop_identical_ids": drop_identical_ids})
    session.execute(resources.query("import_lists"))
    return [
        ImportedList(*row)
        for row in session.rows(
            "select query_id, list_hash, num_hits, has_ranks, is_misplaced, num_dropped, "
            "original_ranks from ranked_list"
        )
    ]


def sight(session: Session) -> Sight:
    """Return how the hits meet the tables that ``prepare`` made."""
    (num_judged,) = session.rows("select count(*) from hit semi join judged using (query_id, doc)")[
        0
    ]
    return Sight(
        _some(session, "select distinct query_id as id from hit anti join asked using (query_id)"),
        _some(
            session,
            "select distinct doc as id from hit semi join asked using (query_id) "
            "anti join known_document using (doc) where exists (from known_document)",
        ),
        _some(
            session,
            "select query_id as id from hit semi join asked using (query_id) where query_id = doc",
        ),
        num_judged,
        _some(session, "select distinct doc as id from hit")[1],
    )


def store_lists(warehouse: Session, session: Session, known: Sequence[str]) -> int:
    """Store the lists that are not among the ``known`` identities; return how many.

    To be called inside a transaction of the warehouse.
    """
    _fill(session, "known_list", {"list_hash": "varchar"}, ((one,) for one in known))
    session.execute(resources.query("import_new_lists"))
    warehouse.receive(
        "insert into core.list_hit (list_hash, rank, doc, located, score) "
        "select list_hash, rank, doc, true, score from received",
        session,
        "select new_list.list_hash, ranked_hit.rank, ranked_hit.doc, ranked_hit.score "
        "from ranked_hit inner join new_list on ranked_hit.query_id = new_list.query_id",
    )
    return int(session.value("select count(*) from new_list"))


def known_lists(warehouse: Session, lists: Iterable[ImportedList]) -> list[str]:
    """Return which of the lists the warehouse has."""
    return [
        list_hash
        for (list_hash,) in warehouse.send(
            "select distinct list_hash from core.list_hit where list_hash in (select list_hash "
            "from (select unnest(from_json($records::json, $structure), max_depth := 2)))",
            {"list_hash": "varchar"},
            ((one.list_hash,) for one in lists),
        )
    ]


def _some(session: Session, select: str) -> tuple[int, tuple[str, ...]]:
    rows = session.rows(
        f"select id, count(*) over () from ({select}) order by id limit {MOST_EXAMPLES}"
    )
    return (rows[0][1] if rows else 0, tuple(row[0] for row in rows))


def _fill(
    session: Session, table: str, columns: dict[str, str], rows: Iterable[Sequence[str]]
) -> None:
    names = ", ".join(f"{name} {kind}" for name, kind in columns.items())
    session.execute(f"create or replace temp table {table} ({names})")
    session.send(
        f"insert into {table} select unnest(from_json($records::json, $structure), max_depth := 2)",
        columns,
        rows,
    )
