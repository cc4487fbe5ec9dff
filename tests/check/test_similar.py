"""Nearly equal sets: found without comparing every pair, and none is made up."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from groundkit.check.similar import find_alike, jaccard

SETS = st.lists(st.frozensets(st.sampled_from("abcdefghij"), max_size=8), max_size=12)


def test_similarity_is_shared_over_all_elements() -> None:
    # {b, c} of {a, b, c, d}
    assert jaccard(frozenset("abc"), frozenset("bcd")) == 0.5
    assert jaccard(frozenset(), frozenset()) == 0.0


@given(SETS, st.floats(0.05, 1.0))
def test_what_is_found_equals_a_comparison_with_every_set_that_stands_for_a_group(
    sets: list[frozenset[str]], threshold: float
) -> None:
    found = {pair.later: pair for pair in find_alike(sets, threshold)}
    groups: list[int] = []
    for position, each in enumerate(sets):
        alike = [first for first in groups if jaccard(sets[first], each) >= threshold]
        if not alike:
            assert position not in found
            groups.append(position)
            continue
        assert found[position].earlier == alike[0]
        assert found[position].similarity == jaccard(sets[alike[0]], each)


def test_ten_thousand_copies_of_one_set_are_compared_with_the_first_alone() -> None:
    pairs = find_alike([frozenset("abcdef")] * 10_000, 0.9)
    assert {pair.earlier for pair in pairs} == {0}
    assert len(pairs) == 9_999
