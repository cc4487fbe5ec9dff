"""The built-in categories, and a project's own."""

from __future__ import annotations

from typing import Any

import pytest

from groundkit.categories import BUILT_IN, Category, with_custom
from groundkit.errors import UsageError


def test_the_built_in_categories_are_six() -> None:
    assert {name: (c.answerable, c.needs_gold) for name, c in BUILT_IN.items()} == {
        "normal": (True, 1),
        "ambiguous": (True, 2),
        "adversarial": (True, 1),
        "no_answer": (False, 0),
        "near_miss": (False, 0),
        "unlabelled": (False, 0),
    }


def test_a_project_adds_categories_and_keeps_the_built_in_ones() -> None:
    categories = with_custom({"multi_hop": True, "out_of_scope": False})
    assert categories["multi_hop"] == Category("multi_hop", True, 1)
    assert categories["out_of_scope"] == Category("out_of_scope", False, 0)
    assert {name: categories[name] for name in BUILT_IN} == BUILT_IN
    assert "multi_hop" not in BUILT_IN


@pytest.mark.parametrize(
    ("custom", "message"),
    [
        ({"normal": True}, 'category "normal" is built in'),
        ({"": True}, "must not be blank"),
        ({" \t": True}, "must not be blank"),
        ({"mine": "yes"}, "expected true \\(answerable\\) or false, not 'yes'"),
    ],
)
def test_a_category_that_cannot_be_added_is_refused(custom: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        with_custom(custom)
