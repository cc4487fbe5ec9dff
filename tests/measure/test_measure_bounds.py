"""Bounds over the orders of ties and over labels are those of trying every one of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

import pytest
import ranked_files
import reference_trec as reference
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ranked_files import Pair
from test_document_measures import FORMULAS

from groundkit.engine.session import Session
from groundkit.load import ranked_bounds, ranked_measures
from groundkit.measure.bounds import no_label_bounds, no_tie_bounds
from groundkit.measure.grammar import parse, with_parameters

TIED = [name for name in FORMULAS if no_tie_bounds(parse(name)) is None]
LABELLED = [name for name in FORMULAS if no_label_bounds(parse(name)) is None]
PARAMETERS: list[dict[str, object]] = [
    {},
    {"rel": 2},
    {"depth": 2},
    {"judged_only": True},
    {"judged_only": True, "depth": 3},
]

docs = st.sampled_from("abcdef")
small_pairs = st.builds(
    lambda grades, scores: Pair({"q": grades}, {"q": scores}),
    st.dictionaries(docs, st.integers(-1, 3), min_size=1),
    st.dictionaries(docs, st.sampled_from([1.0, 1.0, 2.0]), min_size=1),
)


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    made = ranked_files.new_session()
    yield made
    made.close()


def formula(
    name: str, scores: Mapping[str, float], grades: Mapping[str, int], options: dict
) -> float:
    rel = 1 if name == "NumRet(rel=1)" else options.get("rel", 1)
    judged = reference.judged_list(
        scores, grades, rel, options.get("depth"), options.get("judged_only", False)
    )
    return FORMULAS[name](judged)


def orders(scores: Mapping[str, float]) -> Iterator[dict[str, float]]:
    """Yield scores without ties for every order that the ties allow."""
    levels = sorted(set(scores.values()), reverse=True)
    groups = [[doc for doc in scores if scores[doc] == level] for level in levels]
    for chosen in itertools.product(*(itertools.permutations(group) for group in groups)):
        ranking = list(itertools.chain(*chosen))
        yield {doc: float(-rank) for rank, doc in enumerate(ranking)}


def labellings(pair: Pair, options: dict) -> Iterator[dict[str, int]]:
    """Yield grades with every unjudged hit relevant or not."""
    grades, scores = pair.grades["q"], pair.scores["q"]
    top = reference.ranked(scores)[: options.get("depth")]
    holes = [doc for doc in top if grades.get(doc, -1) < 0]
    for relevant in itertools.product((0, options.get("rel", 1)), repeat=len(holes)):
        yield {**grades, **dict(zip(holes, relevant, strict=True))}


@settings(max_examples=12)
@example(
    # Of the first three of six tied hits none may be judged: then the list is empty.
    Pair(
        {"q": {"a": 0, "b": 0, "c": -1, "d": 0}},
        {"q": dict.fromkeys("abcdef", 1.0)},
    ),
    {"judged_only": True, "depth": 3},
)
@given(small_pairs, st.sampled_from(PARAMETERS))
def test_ties_are_bounded_by_the_values_of_all_their_orders(
    session: Session, pair: Pair, options: dict
) -> None:
    names = [name for name in TIED if no_tie_bounds(with_parameters(parse(name), options)) is None]
    measures = [with_parameters(parse(name), options) for name in names]
    ranked_files.fill(session, pair)
    ranked_measures.measure_lists(session, measures)
    found = ranked_bounds.tie_bounds(session, measures)
    for name, bounds in zip(names, found, strict=True):
        if name == "GMAP":
            continue
        values = [
            formula(name, order, pair.grades["q"], options) for order in orders(pair.scores["q"])
        ]
        assert bounds.lowest == pytest.approx(min(values), abs=1e-11), name
        assert bounds.highest == pytest.approx(max(values), abs=1e-11), name


@settings(max_examples=12)
@given(
    small_pairs,
    st.sampled_from(PARAMETERS),
    st.lists(st.sampled_from(LABELLED), min_size=1, max_size=5, unique=True),
)
def test_label_holes_are_bounded_by_the_values_of_all_labels(
    session: Session, pair: Pair, options: dict, names: list[str]
) -> None:
    measures = [with_parameters(parse(name), options) for name in names]
    ranked_files.fill(session, pair)
    ranked_measures.measure_lists(session, measures)
    found = ranked_bounds.label_bounds(session, measures)
    for name, bounds in zip(names, found, strict=True):
        if name == "GMAP":
            continue
        gradeless = not any(parameter == "rel" for parameter in options) or with_parameters(
            parse(name), options
        ).value("rel") == options.get("rel")
        used = options if gradeless else {**options, "rel": 1}
        values = [
            formula(name, pair.scores["q"], grades, options) for grades in labellings(pair, used)
        ]
        assert bounds.lowest == pytest.approx(min(values), abs=1e-11), name
        assert bounds.highest == pytest.approx(max(values), abs=1e-11), name


def test_the_number_of_queries_with_ties_on_both_sides_of_a_cutoff(session: Session) -> None:
    pair = Pair(
        {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"z": 1}},
        {
            "q1": {"a": 3.0, "b": 2.0, "c": 2.0, "d": 1.0},  # ranks 2 and 3
            "q2": {"a": 2.0, "b": 2.0, "c": 1.0},  # ranks 1 and 2
            "q3": {"a": 1.0, "b": 0.5},
            "q4": {"a": 1.0, "b": 1.0},  # not judged
        },
    )
    measures = [parse(name) for name in ("P@1", "P@2", "P@3", "AP")]
    ranked_files.fill(session, pair)
    ranked_measures.measure_lists(session, measures)
    found = ranked_bounds.tie_bounds(session, measures)
    assert [bounds.num_touched for bounds in found] == [1, 1, 0, 2]
    assert [bounds.num_affected for bounds in found] == [1, 0, 0, 1]


def test_bounds_hold_for_several_queries_together(session: Session) -> None:
    # q1 can be 1 or 1/2, q2 has no tie: the mean of RR is between 3/4 and 1.
    pair = Pair(
        {"q1": {"a": 1}, "q2": {"a": 1}},
        {"q1": {"a": 1.0, "b": 1.0}, "q2": {"a": 2.0, "b": 1.0}},
    )
    measures = [parse("RR")]
    ranked_files.fill(session, pair)
    ranked_measures.measure_lists(session, measures)
    (bounds,) = ranked_bounds.tie_bounds(session, measures)
    assert (bounds.lowest, bounds.highest) == (0.75, 1.0)
