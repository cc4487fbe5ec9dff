"""AbstentionAUC against a count of pairs."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sql_cases import CaseWarehouse, Row

TOP_SCORES = st.lists(
    st.one_of(st.none(), st.sampled_from([0.5, 1.0, 1.5]), st.floats(0.0, 9.0)),
    min_size=1,
    max_size=8,
)
"""The top score of each query; None is a list without a hit."""


def fill(warehouse: CaseWarehouse, tops: dict[str, list[float | None]]) -> None:
    """Store one stage; ``tops`` has the top scores of the queries of each category."""
    queries = [(category, top) for category, of_it in tops.items() for top in of_it]
    rows: dict[str, list[Row]] = {
        "core.run": [{"run_id": "r1"}],
        "core.stage": [{"run_id": "r1", "stage": "s", "position": 1}],
        "core.query": [
            {
                "query_id": f"q{number}",
                "category": category,
                "answerable": category == "normal",
                "file_position": number,
            }
            for number, (category, _) in enumerate(queries)
        ],
        "core.query_outcome": [
            {
                "run_id": "r1",
                "stage": "s",
                "query_id": f"q{number}",
                "status": "ok",
                "list_hash": f"l{number}",
            }
            for number, _ in enumerate(queries)
        ],
        "core.list_hit": [
            {"list_hash": f"l{number}", "rank": rank, "score": top / rank}
            for number, (_, top) in enumerate(queries)
            if top is not None
            for rank in (1, 2)
        ],
    }
    for table, of_table in rows.items():
        warehouse.fill(table, of_table)


def auc(answerable: list[float | None], others: list[float | None]) -> float:
    """Return the share of pairs in which the answerable query is above, an equal one half."""
    points = 0.0
    for own in answerable:
        for other in others:
            left = float("-inf") if own is None else own
            right = float("-inf") if other is None else other
            points += 1.0 if left > right else 0.5 if left == right else 0.0
    return points / (len(answerable) * len(others))


@settings(max_examples=50, deadline=None)
@given(normal=TOP_SCORES, no_answer=TOP_SCORES, near_miss=TOP_SCORES)
@example(normal=[None], no_answer=[None], near_miss=[0.0])
def test_its_mean_is_the_share_of_pairs_of_each_category_apart(
    warehouse: CaseWarehouse,
    normal: list[float | None],
    no_answer: list[float | None],
    near_miss: list[float | None],
) -> None:
    with warehouse.rolled_back():
        fill(warehouse, {"normal": normal, "no_answer": no_answer, "near_miss": near_miss})
        found = dict(
            warehouse.session.rows(
                "select measure, value from report.stage_measure where level = 'list'"
            )
        )
    assert found == {
        "AbstentionAUC": pytest.approx(auc(normal, no_answer), rel=0, abs=1e-12),
        "AbstentionAUC(category='near_miss')": pytest.approx(
            auc(normal, near_miss), rel=0, abs=1e-12
        ),
    }
