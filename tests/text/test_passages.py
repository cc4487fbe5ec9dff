"""Placing hits: offsets are checked, passages are looked for, and nothing is guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundkit.records import ListedAnswer, ListedHit, Span
from groundkit.text.folds import LEVELS, fold
from groundkit.text.passages import Placed, Places

TEXT = "One two.\n\nTwo  three — “four”.\nONE last line.\n"
TEXTS = {"a.md": TEXT, "b.md": "aaa", "größe.md": "ﬁve"}


def place(*hits: ListedHit, depth: int | None = None) -> Placed:
    """Place hits in TEXTS, where the span [0, 8) of a.md is chunk 3."""
    places = Places(TEXTS, {"a.md": {Span(0, 8): 3}})
    return places.place(ListedAnswer("q", "ok", hits, 1), depth)


def passage(doc: str, text: str, score: float | None = None) -> ListedHit:
    """Return a hit without offsets."""
    return ListedHit(doc, None, None, text, score)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("two", "two"),
        ("Two three", "Two  three"),
        ("One two. Two three", "One two.\n\nTwo  three"),
        ('three - "four".', "three — “four”."),
        ("TWO THREE: FOUR", "Two  three — “four"),
        ("one last", "ONE last"),
    ],
)
def test_a_passage_is_found_at_the_least_fold_at_which_it_occurs(text: str, found: str) -> None:
    (hit,) = place(passage("a.md", text)).answer.hits
    assert hit.located
    assert TEXT[hit.start : hit.end] == found


def test_a_passage_that_occurs_exactly_once_is_found_although_it_occurs_more_often_loosely() -> (
    None
):
    (hit,) = place(passage("a.md", "One")).answer.hits
    assert (hit.start, hit.end) == (0, 3)


@pytest.mark.parametrize(
    ("doc", "text", "num_places"),
    [
        ("a.md", "nowhere", 0),
        ("a.md", "   ", 0),
        ("a.md", "!?", 0),
        ("a.md", "e", 4),
        ("b.md", "aa", 2),
        ("a.md", "tWO", 2),
    ],
)
def test_a_passage_that_occurs_nowhere_or_twice_is_not_located(
    doc: str, text: str, num_places: int
) -> None:
    placed = place(passage(doc, text, 1.5))
    (hit,) = placed.answer.hits
    assert (hit.doc, hit.start, hit.end, hit.score, hit.located) == (doc, None, None, 1.5, False)
    ((index, _, _, number),) = [
        (one.index, one.doc, one.text, one.num_places) for one in placed.unlocated
    ]
    assert (index, number) == (0, num_places)


def test_a_whole_document_has_no_offsets_and_is_located() -> None:
    (hit,) = place(ListedHit("a.md", None, None, None, 2.0)).answer.hits
    assert (hit.start, hit.end, hit.located, hit.chunk_index) == (None, None, True, None)


def test_a_span_that_is_a_chunk_is_known_as_one_however_it_was_given() -> None:
    hits = place(
        ListedHit("a.md", 0, 8, None, None), ListedHit("a.md", 0, 7, None, None)
    ).answer.hits
    assert [hit.chunk_index for hit in hits] == [3, None]
    (hit,) = place(passage("a.md", "One two.")).answer.hits
    assert hit.chunk_index == 3


@pytest.mark.parametrize(
    ("hit", "said"),
    [
        (
            ListedHit("A.md", None, None, None, None),
            'document "A.md" is not in the corpus; did you',
        ),
        (ListedHit("zzzzz", 0, 1, None, None), 'document "zzzzz" is not in the corpus'),
        (ListedHit("b.md", 0, 4, None, None), '[0, 4) is not inside of "b.md", expected 0 <= '),
        (ListedHit("b.md", -1, 2, None, None), "[-1, 2) is not inside"),
        (ListedHit("b.md", 2, 2, None, None), "[2, 2) is not inside"),
        (ListedHit("a.md", 4, 7, "One", None), 'at [4, 7) of "a.md" stands "two", not "One"'),
    ],
)
def test_a_hit_that_is_not_of_this_corpus_is_a_problem(hit: ListedHit, said: str) -> None:
    good = ListedHit("a.md", 0, 3, None, None)
    placed = place(good, hit)
    (problem,) = placed.problems
    assert problem.startswith(f"hits[1]: {said}")
    assert placed.answer.hits == ()


def test_offsets_and_a_text_that_differs_in_blanks_and_case_agree() -> None:
    (hit,) = place(ListedHit("a.md", 10, 21, "two three ", None)).answer.hits
    assert (hit.start, hit.end) == (10, 21)


def test_the_first_of_repeated_hits_stays() -> None:
    placed = place(
        ListedHit("a.md", 0, 3, None, 3.0),
        passage("a.md", "One", 2.0),
        ListedHit("a.md", None, None, None, 1.0),
        ListedHit("a.md", None, None, None, 0.5),
        passage("a.md", "nowhere"),
        passage("a.md", "nowhere"),
        passage("a.md", "not here"),
        depth=3,
    )
    assert [(hit.start, hit.score) for hit in placed.answer.hits] == [
        (0, 3.0),
        (None, 1.0),
        (None, None),
    ]
    assert (placed.answer.num_duplicates, placed.answer.num_surplus) == (3, 1)
    assert [one.index for one in placed.unlocated] == [4]


@pytest.mark.parametrize(
    ("scores", "rises"),
    [
        ((), False),
        ((None, None), False),
        ((2.0, 2.0, 1.0), False),
        ((1.0, 2.0), True),
        ((2.0, None, 3.0), True),
        ((2.0, None, 1.0), False),
    ],
)
def test_scores_that_rise_along_the_list_are_noticed(
    scores: tuple[float | None, ...], rises: bool
) -> None:
    hits = [ListedHit("a.md", n, n + 1, None, score) for n, score in enumerate(scores)]
    assert place(*hits).scores_rise is rises


def test_texts_that_were_let_go_are_folded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("groundkit.text.passages.KEPT_CHARACTERS", 1)
    monkeypatch.setattr("groundkit.text.passages.KEPT_PASSAGES", 1)
    hits = [passage("a.md", "two THREE"), passage("größe.md", "FIVE"), passage("a.md", "one LAST")]
    found = place(*hits, *hits).answer
    assert [(hit.start, hit.end) for hit in found.hits] == [(10, 20), (0, 3), (31, 39)]
    assert found.num_duplicates == 3


WORDS = st.lists(st.sampled_from(["a", "A", "b", " ", "  ", "\n", "é", "é", "-", "—", "ﬁ"]))


@given(text=WORDS.map("".join), quote=WORDS.map("".join).filter(bool))
def test_a_slow_search_of_all_spans_agrees(text: str, quote: str) -> None:
    """The least fold at which a span folds to what the passage does has exactly one such span.

    Every span of the text is folded and compared, and of those only the ones that begin and end
    with a character that contributes are looked at.
    """
    (hit,) = (
        Places({"d": text}).place(ListedAnswer("q", "ok", (passage("d", quote),), 1)).answer.hits
    )
    expected: list[Span] = []
    for level in LEVELS:
        wanted = fold(quote, level)
        spans = [
            Span(start, end)
            for start in range(len(text))
            for end in range(start + 1, len(text) + 1)
            if fold(text[start:end], level) == wanted
        ]
        expected = [
            span
            for span in spans
            if not any(
                other != span and span.start <= other.start and other.end <= span.end
                for other in spans
            )
        ]
        if wanted and expected:
            break
        expected = []
    if hit.located:
        assert Span(hit.start or 0, hit.end or 0) in expected
        assert len(expected) == 1
