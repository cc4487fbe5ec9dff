"""Every measure of ranked documents: the SQL, a slow reference and ir_measures agree."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import ir_measures
import pytest
import ranked_files
import reference_trec as reference
from hypothesis import given, settings
from ranked_files import Pair, pairs

from groundkit.engine.session import Session
from groundkit.load import ranked_measures
from groundkit.measure.grammar import parse

Formula = Callable[[reference.Judged], float]

GAINS = {1: 0.5, 2: 9.0}

FORMULAS: dict[str, Formula] = {
    "NumRet": lambda q: len(q.docs),
    "NumRet(rel=1)": reference.num_within,
    "NumRel": lambda q: q.num_relevant,
    "NumRelRet": reference.num_within,
    "NumNonrelJudgedRet": lambda q: sum(
        grade is not None and 0 <= grade < q.rel for grade in q.found
    ),
    "AP": reference.average_precision,
    "AP@3": lambda q: reference.average_precision(q, 3),
    "GMAP": reference.average_precision,
    "APCap@3": lambda q: reference.capped_average_precision(q, 3),
    "Rprec": reference.r_precision,
    "RprecMult@0.5": lambda q: reference.multiple_r_precision(q, 0.5),
    "RprecMult@1.4": lambda q: reference.multiple_r_precision(q, 1.4),
    "Bpref": reference.bpref,
    "RR": reference.reciprocal_rank,
    "RR@2": lambda q: reference.reciprocal_rank(q, 2),
    "IPrec@0": lambda q: reference.interpolated_precision(q, 0.0),
    "IPrec@0.3": lambda q: reference.interpolated_precision(q, 0.3),
    "IPrec@1": lambda q: reference.interpolated_precision(q, 1.0),
    "IPrecAvg": lambda q: reference.interpolated_average(q, [n / 10 for n in range(11)]),
    "IPrecAvg(at=[0.25,0.75])": lambda q: reference.interpolated_average(q, [0.25, 0.75]),
    "P@3": lambda q: reference.precision(q, 3),
    "R@3": lambda q: reference.divided(reference.num_within(q, 3), q.num_relevant),
    "RCap@3": lambda q: reference.divided(reference.num_within(q, 3), min(3, q.num_relevant)),
    "infAP": reference.inferred_average_precision,
    "Utility": lambda q: reference.num_within(q) - (len(q.docs) - reference.num_within(q)),
    "BinG": reference.binary_g,
    "G": reference.graded_g,
    "nDCG": reference.ndcg,
    "nDCG@3": lambda q: reference.ndcg(q, 3),
    "nDCG(dcg='exp-log2')@3": lambda q: reference.ndcg(q, 3, "exp"),
    "nDCG(gains={1:0.5,2:9})": lambda q: reference.ndcg(q, None, GAINS),
    "nDCGRel": reference.ndcg_rel,
    "RnDCG": reference.r_ndcg,
    "NCG@3": lambda q: reference.ncg(q, 3),
    "Success@2": lambda q: float(any(q.relevant[:2])),
    "SetP": lambda q: reference.divided(reference.num_within(q), len(q.docs)),
    "SetP(relative=True)": lambda q: reference.divided(
        reference.num_within(q), min(len(q.docs), q.num_relevant)
    ),
    "SetR": lambda q: reference.divided(reference.num_within(q), q.num_relevant),
    "SetAP": lambda q: reference.divided(
        reference.num_within(q) ** 2, len(q.docs) * q.num_relevant
    ),
    "SetF": reference.f_measure,
    "SetF(beta=0.5)": lambda q: reference.f_measure(q, 0.5),
    "RBP": reference.rank_biased_precision,
    "RBP(p=0.5)@3": lambda q: reference.rank_biased_precision(q, 0.5, 3),
    "RBPResidual": reference.rank_biased_residual,
    "Unj@3": lambda q: reference.unjudged(q, 3),
    "Judged": reference.judged,
    "Judged@3": lambda q: reference.judged(q, 3),
    "ERR": reference.expected_reciprocal_rank,
    "ERR(max_rel=2)@3": lambda q: reference.expected_reciprocal_rank(q, 2, 3),
    "Compat": reference.compatibility,
    "Compat(p=0.8,normalize=False)": lambda q: reference.compatibility(q, 0.8, False),
}

UNBOUNDED = ("Num", "Utility", "G")
"""Families whose values are not in the unit interval. G may exceed 1 for gains below 1 only."""


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    made = ranked_files.new_session()
    yield made
    made.close()


def check(session: Session, pair: Pair, **options: object) -> None:
    rel = int(str(options.get("rel", 1)))
    names = [str(parse(name) if not options else _with(name, options)) for name in FORMULAS]
    found = ranked_files.values(session, pair, names)
    for (plain, formula), name in zip(FORMULAS.items(), names, strict=True):
        for query_id, grades in pair.grades.items():
            judged = reference.judged_list(
                pair.scores.get(query_id, {}),
                grades,
                rel,
                options.get("depth"),  # type: ignore[arg-type]
                bool(options.get("judged_only")),
            )
            if plain == "NumRet(rel=1)":
                judged = reference.Judged(judged.docs, judged.grades, 1)
            value = found[name, query_id]
            assert value == pytest.approx(formula(judged), abs=1e-11), (name, query_id)
            assert not math.isnan(value)
            if not name.startswith(UNBOUNDED):
                assert -1e-12 <= value <= 1 + 1e-12, name


def _with(name: str, options: dict[str, object]) -> object:
    from groundkit.measure.grammar import with_parameters

    return with_parameters(parse(name), options)  # type: ignore[arg-type]


@settings(max_examples=60)
@given(pairs())
def test_every_measure_is_that_of_the_slow_reference(session: Session, pair: Pair) -> None:
    check(session, pair)


@settings(max_examples=30)
@given(pairs())
def test_a_relevance_level_is_that_of_the_slow_reference(session: Session, pair: Pair) -> None:
    check(session, pair, rel=2)


@settings(max_examples=30)
@given(pairs())
def test_a_depth_is_that_of_the_slow_reference(session: Session, pair: Pair) -> None:
    check(session, pair, depth=3)


@settings(max_examples=30)
@given(pairs())
def test_judged_only_is_that_of_the_slow_reference(session: Session, pair: Pair) -> None:
    check(session, pair, judged_only=True, depth=5)


IR_MEASURES = (
    "AP", "AP@3", "AP(rel=2)", "Rprec", "Bpref", "Bpref(rel=2)", "RR", "P@3", "P(rel=2)@3", "R@3",
    "infAP", "nDCG", "nDCG@3", "Success@2", "SetP", "SetR", "SetAP", "SetF", "NumRet",
    "NumRet(rel=1)", "Judged@3", "Judged", "nDCG(judged_only=True)", "P(judged_only=True)@3",
)  # fmt: skip


@settings(max_examples=40)
@given(pairs())
def test_ir_measures_agrees(session: Session, pair: Pair) -> None:
    # It compares scores as 32-bit numbers, and orders ties for Judged by ascending id.
    distinct = {
        query_id: {doc: float(place) for place, doc in enumerate(docs)}
        for query_id, docs in pair.scores.items()
    }
    # Below it, grades are kept as numbers that must not be negative.
    grades = {
        query_id: {doc: max(grade, 0) for doc, grade in docs.items()}
        for query_id, docs in pair.grades.items()
    }
    names = [str(parse(name)) for name in IR_MEASURES]
    found = ranked_files.values(session, Pair(grades, distinct), names)
    wanted = [ir_measures.parse_measure(name) for name in IR_MEASURES]
    for metric in ir_measures.iter_calc(wanted, grades, distinct):
        ours = found[str(parse(str(metric.measure))), metric.query_id]
        assert ours == pytest.approx(metric.value, abs=1e-9), (metric.measure, metric.query_id)


@settings(max_examples=40)
@given(pairs())
def test_the_means_are_plain_sums_in_the_order_of_the_ids(session: Session, pair: Pair) -> None:
    names = ["AP", "GMAP", "NumRel", "NumQ"]
    found = ranked_files.values(session, pair, names)
    ids = sorted(pair.grades)
    average, geometric, total, count = ranked_measures.means(session)
    plain = 0.0
    logarithms = 0.0
    for query_id in ids:
        plain += found["AP", query_id]
        logarithms += math.log(max(found["AP", query_id], 0.00001))
    assert average.value == plain / len(ids)
    assert geometric.value == pytest.approx(math.exp(logarithms / len(ids)), rel=1e-14)
    assert total.value == sum(found["NumRel", query_id] for query_id in ids)
    assert count.value == average.num_queries == len(ids)
    assert average.num_missing == len(set(ids) - set(pair.scores))


@settings(max_examples=40)
@given(pairs())
def test_an_ideal_list_has_nDCG_1_and_an_irrelevant_tail_raises_nothing(  # noqa: N802
    session: Session, pair: Pair
) -> None:
    ideal = {
        query_id: {doc: float(grade) for doc, grade in docs.items() if grade > 0}
        for query_id, docs in pair.grades.items()
    }
    ideal = {query_id: docs for query_id, docs in ideal.items() if docs}
    found = ranked_files.values(session, Pair(pair.grades, ideal or {"x": {"y": 1.0}}), ["nDCG"])
    for query_id in ideal:
        assert found["nDCG", query_id] == pytest.approx(1.0, abs=1e-12)
    names = ["P@3", "AP", "nDCG@5", "RR", "RBP", "ERR"]
    before = ranked_files.values(session, pair, names)
    longer = {query_id: {**docs, "tail": -99.0} for query_id, docs in pair.scores.items()}
    assert ranked_files.values(session, Pair(pair.grades, longer), names) == before
