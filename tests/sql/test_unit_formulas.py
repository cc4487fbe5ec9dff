"""Measures at the levels unit and character against a count of single characters."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import product

from hypothesis import example, given, settings
from hypothesis import strategies as st
from sql_cases import CaseWarehouse
from unit_collections import (
    Answered,
    Asked,
    Evidence,
    Passage,
    answered_queries,
    chunk_sets,
    fill_answered,
)

UNIT = ("Success", "Complete", "R", "uDCG")
CHARACTER = ("CharRecall", "CharPrecision", "CharIoU")
MEASURES = (
    *(Asked(family, "unit", k, None, x) for family, k, x in product(UNIT, (1, 3), (None, 0.5))),
    *(Asked(family, "unit", None, n, x) for family, n, x in product(UNIT, (15, 60), (None, 1.0))),
    Asked("RR", "unit"),
    Asked("RR", "unit", cover=1.0),
    Asked("RR", "unit", 2),
    *(Asked(family, "character", k) for family, k in product(CHARACTER, (1, 3, 10))),
    *(Asked(family, "character", None, n) for family, n in product(CHARACTER, (15, 60))),
    Asked("PrecisionOmega", "character"),
    Asked("CharCeiling", "character"),
    Asked("Whole", "unit"),
)
QUERIES = st.lists(answered_queries(), min_size=1, max_size=5)

Values = dict[tuple[int, Asked], float]


def found(
    warehouse: CaseWarehouse, queries: Sequence[Answered], chunks: Sequence[Passage]
) -> Values:
    """Return what the views say: number of the query and measure to value."""
    with warehouse.rolled_back():
        warehouse.session.execute("delete from meta.measure")
        fill_answered(warehouse, queries, chunks)
        warehouse.fill(
            "meta.measure",
            [
                {
                    "measure": asked.name,
                    "family": asked.family,
                    "level": asked.level,
                    "cutoff": asked.cutoff,
                    "params": json.dumps({"budget": asked.budget, "cover": asked.cover}),
                }
                for asked in MEASURES
            ],
        )
        rows = warehouse.session.rows(
            "select query_id, level, measure, value from measure.by_query"
        )
    measures = {(asked.level, asked.name): asked for asked in MEASURES}
    assert len(rows) == len(queries) * len(MEASURES)
    return {
        (int(query[1:]), measures[level, measure]): value for query, level, measure, value in rows
    }


NO_HIT = Answered((Evidence((Passage("a.md", 0, 5),)),), ())
NO_GOLD = Answered((), (Passage("a.md", 0, 5),))
TOUCHING = Answered((Evidence((Passage("a.md", 10, 20),)),), (Passage("a.md", 0, 10),))
WHOLE = Answered((Evidence((Passage("a.md", 10, 20),)),), (Passage("a.md"),))


@settings(max_examples=60, deadline=None)
@given(queries=QUERIES, chunks=chunk_sets())
@example(queries=[NO_HIT, NO_GOLD, TOUCHING, WHOLE], chunks=[Passage("a.md", 12, 30)])
def test_every_value_equals_its_definition_to_the_last_bit(
    warehouse: CaseWarehouse, queries: list[Answered], chunks: list[Passage]
) -> None:
    assert found(warehouse, queries, chunks) == {
        (number, asked): query.value(asked, chunks)
        for number, query in enumerate(queries)
        for asked in MEASURES
    }


@settings(max_examples=15, deadline=None)
@given(queries=QUERIES, chunks=chunk_sets())
def test_every_value_lies_in_the_unit_interval(
    warehouse: CaseWarehouse, queries: list[Answered], chunks: list[Passage]
) -> None:
    values = found(warehouse, queries, chunks).values()
    assert all(0.0 <= value <= 1.0 for value in values)


@settings(max_examples=15, deadline=None)
@given(queries=QUERIES, chunks=chunk_sets())
def test_the_order_in_which_evidence_and_chunks_are_given_changes_nothing(
    warehouse: CaseWarehouse, queries: list[Answered], chunks: list[Passage]
) -> None:
    turned = [Answered(query.evidence[::-1], query.hits, failed=query.failed) for query in queries]
    before = found(warehouse, queries, chunks)
    after = found(warehouse, turned, chunks[::-1])
    # Gains are added in the order of the units, so the last digit may differ.
    assert all(abs(value - after[key]) <= 1e-12 for key, value in before.items())


@settings(max_examples=15, deadline=None)
@given(queries=QUERIES, tail=st.lists(st.integers(0, 39), min_size=1, max_size=5, unique=True))
def test_hits_at_the_end_that_hold_no_gold_never_raise_a_measure(
    warehouse: CaseWarehouse, queries: list[Answered], tail: list[int]
) -> None:
    def tailed(query: Answered) -> Answered:
        unused = [
            passage
            for passage in (Passage("b.md", at, at + 1) for at in tail)
            if passage not in query.hits and not passage.chars & query.gold
        ]
        return Answered(query.evidence, (*query.hits, *unused), failed=query.failed)

    short = found(warehouse, queries, [])
    long = found(warehouse, [tailed(query) for query in queries], [])
    assert all(long[key] <= value for key, value in short.items())


@settings(max_examples=15, deadline=None)
@given(queries=QUERIES)
def test_demanding_more_of_a_span_never_raises_a_measure(
    warehouse: CaseWarehouse, queries: list[Answered]
) -> None:
    values = found(warehouse, queries, [])
    for (number, asked), value in values.items():
        if asked.cover is not None:
            assert value <= values[number, asked._replace(cover=None)]


@settings(max_examples=15, deadline=None)
@given(queries=QUERIES, chunks=chunk_sets())
def test_chunks_never_hold_more_than_their_ceiling(
    warehouse: CaseWarehouse, queries: list[Answered], chunks: list[Passage]
) -> None:
    chunked = [Answered(query.evidence, tuple(chunks)) for query in queries]
    values = found(warehouse, chunked, chunks)
    for number, _ in enumerate(chunked):
        ceiling = values[number, Asked("CharCeiling", "character")]
        # All chunks are retrieved, ten at most.
        assert values[number, Asked("CharRecall", "character", 10)] == ceiling
