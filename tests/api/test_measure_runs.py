"""Chosen measures of stored runs: documents as trec_eval counts them, levels, refusals."""

from __future__ import annotations

import gzip
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference_trec import Judged, average_precision, ndcg, precision, reciprocal_rank
from stored_lists import Hit, store_lists

from groundkit.api.measure_runs import measure_runs
from groundkit.engine import migrations
from groundkit.engine.connection import open_memory_session
from groundkit.engine.session import Session
from groundkit.errors import UsageError
from groundkit.measure.levels import level_measures

NOT_COMPARED = ("relstring", "runid", "rbp", "rbp_resid")
"""Texts, and two measures for which trec_eval reads memory that it never wrote."""


@pytest.fixture(scope="module")
def empty() -> Iterator[Session]:
    """Return a warehouse in memory without content; what a test stores is to be rolled back."""
    session = open_memory_session()
    migrations.migrate(session)
    yield session
    session.close()


@pytest.fixture
def warehouse(empty: Session) -> Iterator[Session]:
    """Return the warehouse, and undo what the test does."""
    empty.execute("begin transaction")
    yield empty
    empty.execute("rollback")


Values = dict[tuple[str, str], float]


def per_query(session: Session, names: Sequence[str], level: str | None = None) -> Values:
    """Return the value of every query and measure of the one run."""
    found = measure_runs(session, names, ["r"], level=level, per_query=True).as_dicts()
    return {(row["query_id"], row["measure"]): row["value"] for row in found}


# ---------------------------------------------------------------- trec_eval


def qrels(path: Path) -> dict[str, dict[str, int]]:
    """Return the grades of a qrels file."""
    grades: dict[str, dict[str, int]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        query, _, doc, grade = line.split()
        grades.setdefault(query, {})[doc] = int(grade)
    return grades


def ranked_file(path: Path) -> dict[str, list[Hit]]:
    """Return the lists of a run file: by score, then document, both descending."""
    lists: dict[str, list[Hit]] = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            query, _, doc, _, score, _ = line.split()
            lists.setdefault(query, []).append(Hit(doc, score=float(score)))
    return {
        query: sorted(hits, key=lambda hit: (hit.score, hit.doc), reverse=True)
        for query, hits in lists.items()
    }


@pytest.mark.parametrize("name", ["bm25_lucene_stem", "bm25_k09_b04_stem"])
def test_a_stored_run_has_the_numbers_of_trec_eval(
    name: str, warehouse: Session, shared_data: Path
) -> None:
    folder = shared_data / "cranfield"
    expected: Values = {}
    path = folder / "expected" / f"{name}.run.te10.qc.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            label, query, value = line.split()
            if not label.startswith(NOT_COMPARED):
                expected[query, label] = float(value)
    labels = sorted({label for _, label in expected})
    store_lists(
        warehouse,
        ranked_file(folder / "runs" / f"{name}.run.gz"),
        qrels(folder / "qrels.graded.trec"),
    )
    label_of = {one.name: one.label for one in level_measures(labels)}
    found = {
        (query, label_of[measure]): value
        for (query, measure), value in per_query(warehouse, labels).items()
    }
    for row in measure_runs(warehouse, labels, ["r"]).as_dicts():
        found["all", label_of[row["measure"]]] = row["value"]
    compared = {key: value for key, value in expected.items() if key in found}
    assert len(compared) == len(expected) > 20_000
    assert compared == pytest.approx({key: found[key] for key in compared}, rel=0, abs=1e-9)


# ---------------------------------------------------------------- passages

DOCS = [f"d{number}" for number in range(8)]
PASSAGES = st.lists(
    st.builds(
        lambda doc, at: Hit(doc, at, at + 10) if at else Hit(doc),
        st.sampled_from(DOCS),
        st.integers(0, 5),
    ),
    max_size=20,
    unique=True,
)
GRADES = st.dictionaries(st.sampled_from([*DOCS, "never"]), st.integers(-1, 3), max_size=6)


def distinct(hits: Sequence[Hit]) -> tuple[str, ...]:
    """Return the documents of a list, each where it first appears."""
    return tuple(dict.fromkeys(hit.doc for hit in hits))


@settings(max_examples=60, deadline=None)
@given(given_lists=st.lists(st.tuples(PASSAGES, GRADES), min_size=1, max_size=5))
def test_a_list_of_passages_is_measured_as_its_distinct_documents(
    empty: Session, given_lists: list[tuple[list[Hit], dict[str, int]]]
) -> None:
    lists = {f"q{number}": hits for number, (hits, _) in enumerate(given_lists)}
    # A query needs a judged document to be known at all.
    grades = {f"q{number}": {**one, "x": 0} for number, (_, one) in enumerate(given_lists)}
    empty.execute("begin transaction")
    try:
        store_lists(empty, lists, grades)
        found = per_query(empty, ["map", "ndcg", "P.3", "recip_rank", "ndcg_cut.2"])
    finally:
        empty.execute("rollback")
    for query, hits in lists.items():
        judged = Judged(distinct(hits), grades[query])
        assert found[query, "AP"] == pytest.approx(average_precision(judged), abs=1e-12)
        assert found[query, "nDCG"] == pytest.approx(ndcg(judged), abs=1e-12)
        assert found[query, "nDCG@2"] == pytest.approx(ndcg(judged, 2), abs=1e-12)
        assert found[query, "P@3"] == precision(judged, 3)
        assert found[query, "RR"] == reciprocal_rank(judged)


@settings(max_examples=15, deadline=None)
@given(given_lists=st.lists(st.tuples(PASSAGES, GRADES), min_size=1, max_size=5))
def test_documents_of_passages_agree_with_ir_measures(
    empty: Session, given_lists: list[tuple[list[Hit], dict[str, int]]]
) -> None:
    irm = pytest.importorskip("ir_measures")
    lists = {f"q{number}": hits for number, (hits, _) in enumerate(given_lists)}
    lists["last"] = [Hit("d0")]
    grades: dict[str, Mapping[str, int]] = {
        f"q{number}": {**one, "x": 0} for number, (_, one) in enumerate(given_lists)
    }
    grades["last"] = {"d0": 1}
    names = ["AP", "nDCG@5", "P@3", "R@3", "Success@2", "RR", "Rprec"]
    empty.execute("begin transaction")
    try:
        store_lists(empty, lists, grades)
        found = per_query(empty, names, level="document")
    finally:
        empty.execute("rollback")
    run = [
        irm.ScoredDoc(query, doc, float(-rank))
        for query, hits in lists.items()
        for rank, doc in enumerate(distinct(hits))
    ]
    judged = [
        irm.Qrel(query, doc, grade)
        for query, of_query in grades.items()
        for doc, grade in of_query.items()
    ]
    theirs = {
        (metric.query_id, str(metric.measure)): metric.value
        for metric in irm.iter_calc([irm.parse_measure(name) for name in names], judged, run)
    }
    assert found == pytest.approx(theirs, rel=0, abs=1e-9)


# ---------------------------------------------------------------- means and levels

LISTS = {"q1": [Hit("a", 0, 5), Hit("a", 9, 12), Hit("b", 0, 5)], "q2": [], "q3": [Hit("a")]}
JUDGED = {"q1": {"b": 1}, "q2": {"a": 1}, "q3": {"a": 1}, "q4": {"a": 1}}


def means(
    session: Session, names: Sequence[str], level: str | None = None, population: str = "judged"
) -> list[tuple[object, ...]]:
    """Return measure, level, value and the three counts of every row."""
    columns = ("measure", "level", "value", "num_queries", "num_failed", "num_truncated")
    parameters = {"population": population}
    rows = measure_runs(session, names, ["r"], level=level, parameters=parameters).as_dicts()
    return [tuple(row[column] for column in columns) for row in rows]


def test_a_mean_says_over_how_many_queries_and_how_many_of_them_failed(warehouse: Session) -> None:
    store_lists(warehouse, LISTS, JUDGED, failed=["q3"])
    # q1 shows a, then b: 1/2. q2 is empty, q3 failed, q4 is missing.
    assert means(warehouse, ["recip_rank"]) == [("RR", "document", 0.125, 4, 2, 0)]


def test_the_population_can_be_the_queries_with_a_hit(warehouse: Session) -> None:
    store_lists(warehouse, LISTS, JUDGED, failed=["q3"])
    assert means(warehouse, ["recip_rank"], population="intersection") == [
        ("RR(population='intersection')", "document", 0.5, 1, 0, 0)
    ]


def test_a_list_cut_before_k_documents_is_marked(warehouse: Session) -> None:
    store_lists(warehouse, LISTS, JUDGED, depth=3)
    # Only q1 has as many hits as were asked for, and they are of two documents.
    assert means(warehouse, ["P.2", "P.3"]) == [
        ("P@2", "document", 0.25, 4, 1, 0),
        ("P@3", "document", 0.16666666666666666, 4, 1, 1),
    ]


def test_a_cutoff_beyond_the_depth_is_not_reported(warehouse: Session) -> None:
    store_lists(warehouse, LISTS, JUDGED, depth=3)
    assert means(warehouse, ["P.4"]) == []


def test_runs_without_chunks_are_measured_by_documents_unless_told_otherwise(
    warehouse: Session,
) -> None:
    store_lists(warehouse, LISTS, JUDGED)
    assert [row[1] for row in means(warehouse, ["RR", "Complete@5", "nDCG@3"])] == [
        "document",
        "unit",
        "document",
    ]
    # As units, the three passages keep their ranks: b is third.
    assert [row[2] for row in means(warehouse, ["RR"], level="unit")] == [(1 / 3 + 1) / 4]


def test_a_geometric_mean_takes_a_zero_as_a_small_number(warehouse: Session) -> None:
    store_lists(warehouse, LISTS, JUDGED)
    ((_, _, value, *_),) = means(warehouse, ["gm_map"])
    logs = math.log(0.5) + math.log(1e-5) + math.log(1.0) + math.log(1e-5)
    assert value == pytest.approx(math.exp(logs / 4), abs=1e-15)


@pytest.mark.parametrize(
    ("name", "level", "message"),
    [
        ("P@5", "unit", "does not exist at level unit"),
        ("P(rel=2)@5", "chunk", "rel has no meaning at level chunk"),
        ("Success@2000c", "chunk", "a budget of characters"),
        ("Success(cover=1)@5", "document", "cover"),
        ("nDCG", "chunk", "needs a cutoff at level chunk"),
        ("Success@5", "chunks", 'unknown level "chunks"; did you mean "chunk"?'),
        ("Sucess@5", None, 'did you mean "Success"?'),
        ("nDCG(scores='float32')@5", None, "a stored list is in its order already"),
        ("AP(population='topics')", None, "leave out the population"),
        ("relstring.5", None, "a text for people"),
    ],
)
def test_what_cannot_be_measured_is_refused_by_name(
    name: str, level: str | None, message: str, warehouse: Session
) -> None:
    store_lists(warehouse, LISTS, JUDGED)
    with pytest.raises(UsageError) as caught:
        measure_runs(warehouse, [name], ["r"], level=level)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_gain_beyond_every_number_is_refused(warehouse: Session) -> None:
    store_lists(warehouse, LISTS, {**JUDGED, "q1": {"b": 1001}})
    assert means(warehouse, ["ndcg"])[0][2] == pytest.approx((1 / math.log2(3) + 1) / 4)
    with pytest.raises(UsageError, match="cannot take a grade of 1001"):
        measure_runs(warehouse, ["nDCG(dcg='exp-log2')"], ["r"])


def test_all_of_trec_eval_can_be_asked_for_at_once(warehouse: Session) -> None:
    store_lists(warehouse, LISTS, JUDGED)
    rows = measure_runs(warehouse, ["all_trec"], ["r"]).as_dicts()
    assert len(rows) > 80
    assert all(row["level"] == "document" and row["value"] is not None for row in rows)
