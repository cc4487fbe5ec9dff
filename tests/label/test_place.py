"""A quote means one place, or it is said what would settle it."""

from __future__ import annotations

import pytest

from groundkit.errors import InputError
from groundkit.label.place import place_of_gold
from groundkit.records import Gold, Span

TEXTS = {
    "a.md": "Five times.\n\nIt waits.\n\nFive times.\n",
    "b/c.md": "A failed job is tried again.\nIt waits.\n",
    "d.md": "Once  only.\n",
}


def refused(gold: Gold) -> str:
    with pytest.raises(InputError) as caught:
        place_of_gold(gold, TEXTS)
    (problem,) = caught.value.problems
    return problem


def test_a_quote_that_stands_in_one_document_once_needs_nothing_else() -> None:
    gold, span = place_of_gold(Gold("", "is tried"), TEXTS)
    assert (gold.doc, span) == ("b/c.md", Span(13, 21))


def test_a_quote_of_several_documents_needs_one_of_them() -> None:
    assert refused(Gold("", "It waits.")) == (
        'quote occurs in 2 documents: "It waits."; name one with --doc: a.md:3, b/c.md:2'
    )
    assert place_of_gold(Gold("b/c.md", "It waits."), TEXTS)[1] == Span(29, 38)


def test_a_repeated_quote_is_refused_with_each_line_and_the_options_that_settle_it() -> None:
    problem = refused(Gold("a.md", "Five times."))
    assert problem.startswith('quote occurs 2 times in a.md: "Five times."; quote more')
    assert "--occurrence 1 is line 1, --occurrence 2 is line 5, --occurrence all" in problem
    assert "--prefix" in problem
    assert "--suffix" in problem


@pytest.mark.parametrize(
    ("more", "start"),
    [
        ({"occurrence": "2"}, 24),
        ({"occurrence": "all"}, 0),
        ({"prefix": "waits.\n\n"}, 24),
        ({"suffix": "\n\nIt"}, 0),
    ],
)
def test_each_of_these_options_settles_it(more: dict[str, str], start: int) -> None:
    assert place_of_gold(Gold("", "Five times.", **more), TEXTS)[1].start == start


def test_many_occurrences_are_counted_and_not_all_listed() -> None:
    with pytest.raises(InputError) as caught:
        place_of_gold(Gold("a.md", "x"), {"a.md": "x\n" * 5000})
    assert "--occurrence 10 is line 10, 4990 more, --occurrence all" in str(caught.value)


def test_a_missing_quote_comes_with_the_nearest_text_of_all_documents() -> None:
    problem = refused(Gold("", "A faild job is tried"))
    assert problem.startswith('quote not found in b/c.md: "A faild job is tried"; ')
    assert 'nearest text at line 1: "A failed job is tried' in problem
    assert refused(Gold("", "zzzzzz")) == (
        'quote not found in any of 3 documents: "zzzzzz"; nothing in them is similar'
    )


def test_a_quote_is_found_as_loosely_as_it_allows_and_no_looser() -> None:
    assert place_of_gold(Gold("", "once only", match="alnum"), TEXTS)[0].doc == "d.md"
    assert "whitespace" in refused(Gold("", "Once only."))


def test_a_document_that_is_not_there_is_named_with_the_one_that_was_meant() -> None:
    assert refused(Gold("b/d.md", "x")) == (
        'document "b/d.md" is not in the corpus; did you mean "b/c.md"?'
    )


def test_an_occurrence_that_is_not_there_is_refused() -> None:
    assert "there is no occurrence 3" in refused(Gold("a.md", "Five times.", occurrence="3"))
