"""Random judgments and runs, and how they get into the tables that are measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from groundkit.engine.connection import open_memory_session
from groundkit.engine.session import Session
from groundkit.load import ranked_measures
from groundkit.measure.grammar import parse

Grades = Mapping[str, Mapping[str, int]]
Scores = Mapping[str, Mapping[str, float]]

IDS = st.sampled_from([*"abcdefgh", "B", "é", "一", "😀", "10", "9"])
QUERIES = st.sampled_from(["q1", "q2", "q10", "Q1", "é"])
FEW_SCORES = st.sampled_from([-1.5, -0.0, 0.0, 0.25, 1.0, 1.0 + 2**-40, 7.0])


@dataclass(frozen=True, slots=True)
class Pair:
    """Judgments and a run."""

    grades: Grades
    scores: Scores


def pairs(
    max_docs: int = 12, grades: st.SearchStrategy[int] | None = None
) -> st.SearchStrategy[Pair]:
    """Return a strategy of pairs with ties, negative grades and queries that miss on one side."""
    grade = st.integers(-2, 4) if grades is None else grades
    return st.builds(
        Pair,
        st.dictionaries(QUERIES, st.dictionaries(IDS, grade, min_size=1), min_size=1),
        st.dictionaries(
            QUERIES, st.dictionaries(IDS, FEW_SCORES, min_size=1, max_size=max_docs), min_size=1
        ),
    )


def new_session() -> Session:
    """Return a session in memory with the formulas."""
    session = open_memory_session()
    ranked_measures.prepare(session, None)
    return session


def fill(session: Session, pair: Pair) -> None:
    """Put a pair into the tables ``qrel`` and ``hit``."""
    unnested = "(select unnest(from_json($records::json, $structure), max_depth := 2))"
    for table, columns, rows in (
        (
            "qrel",
            {"query_id": "varchar", "doc": "varchar", "grade": "bigint"},
            [(q, doc, grade) for q, docs in pair.grades.items() for doc, grade in docs.items()],
        ),
        (
            "hit",
            {"query_id": "varchar", "doc": "varchar", "score": "double", "rank": "integer"},
            [(q, doc, s, None) for q, docs in pair.scores.items() for doc, s in docs.items()],
        ),
    ):
        session.send(f"create or replace temp table {table} as from {unnested}", columns, rows)
    session.execute(
        "create or replace temp table list_length as "
        "select query_id, count(*) as num_hits from hit group by query_id"
    )


def values(session: Session, pair: Pair, names: Sequence[str]) -> dict[tuple[str, str], float]:
    """Return the value of every measure and judged query, keyed by name and query id."""
    fill(session, pair)
    ranked_measures.measure_lists(session, [parse(name) for name in names])
    return {
        (names[one.position], one.query_id): one.value
        for one in ranked_measures.query_values(session)
        if one.value is not None
    }
