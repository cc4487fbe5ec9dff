"""A quote that is cut out of a hit is short, whole, and means the place that it was cut from."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from groundkit.errors import UsageError
from groundkit.label.cut import MOST_CHARS, Cut, cut_quote, pinned
from groundkit.label.sentences import LONGEST_WORD, MOST_MARKED, sentences, words
from groundkit.records import Span
from groundkit.text.analyzers import Word
from groundkit.text.quotes import occurrences

TOKENS = Word().tokens


def cut(text: str, query: str, part: str | None = None) -> Cut:
    """Cut out of ``part`` of a text, else out of all of it."""
    start = 0 if part is None else text.index(part)
    span = Span(start, len(text) if part is None else start + len(part))
    return cut_quote(text, span, query, TOKENS)


def sentences_of(text: str) -> list[str]:
    return [text[slice(*found.span)] for found in sentences(text, Span(0, len(text)))]


def places(text: str, made: Cut) -> list[Span]:
    """What a quote with its context means, by the definition: filter, then count."""
    prefix, suffix = made.prefix or "", made.suffix or ""
    found = [
        Span(at, at + len(made.quote))
        for at in occurrences(text, made.quote)
        if text.endswith(prefix, 0, at) and text.startswith(suffix, at + len(made.quote))
    ]
    return found if made.occurrence is None else found[made.occurrence - 1 : made.occurrence]


# Sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("It costs 3.5 dollars, e.g. for v1.2 or Dr. Who. Next.", 2),
        ('He said "stop." Then (it did.) And **so on.** End.', 4),
        ("Wrapped over\ntwo lines. Next.", ["Wrapped over\ntwo lines.", "Next."]),
        ("First paragraph\n\nsecond", ["First paragraph", "second"]),
        ("First paragraph\n \t\nsecond", ["First paragraph", "second"]),
        ("# Title\ntext\n## Sub\nmore", ["Title", "text", "Sub", "more"]),
        ("Title\n=====\ntext", ["Title", "text"]),
        ("- one\n- two\n  goes on\n1. three", ["one", "two\n  goes on", "three"]),
        ("| a | b |\n|---|---|\n| 1. | 2 |", ["| a | b |", "| 1. | 2 |"]),
        ("Run:\n\n    a = 1\n    b. C\n", ["Run:", "a = 1", "b. C"]),
        ("```\n# no heading\nx. Y\n```\nafter", ["# no heading", "x. Y", "after"]),
        ("> quoted.\n> Again", ["quoted.", "Again"]),
        (
            "队列保存任务。失败后重试！为什么？「好。」完",
            ["队列保存任务。", "失败后重试！", "为什么？", "「好。」", "完"],
        ),
        ("यह पहला है। यह दूसरा है॥ अंत", ["यह पहला है।", "यह दूसरा है॥", "अंत"]),
        ("ما هذا؟ هذا كتاب. نعم", ["ما هذا؟", "هذا كتاب.", "نعم"]),
        ("ฉันชอบ แมว", ["ฉันชอบ", "แมว"]),
        ("", []),
        (" \n\t\n", []),
    ],
)
def test_sentences_end_at_marks_and_at_lines_of_markdown(
    text: str, expected: list[str] | int
) -> None:
    found = sentences_of(text)
    assert (len(found) if isinstance(expected, int) else found) == expected


def test_a_fence_that_opened_before_the_paragraph_still_holds() -> None:
    text = "```\n# one\n\n# two\n```\n\n# three\n"
    found = sentences(text, Span(text.index("# two"), len(text)))
    assert [(text[slice(*s.span)], s.is_heading) for s in found] == [
        ("# two", False),
        ("three", True),
    ]


TEXTS = st.text(st.sampled_from("ab. \n\t-|#>`。!ก้é\u0301\u200d"), max_size=40)


@given(TEXTS, st.integers(0, 40), st.integers(0, 40))
def test_sentences_are_in_order_apart_stripped_and_within_their_paragraph(
    text: str, start: int, length: int
) -> None:
    span = Span(start, min(len(text), start + length))
    found = [sentence.span for sentence in sentences(text, span)]
    for one in found:
        inner = text[one.start : one.end]
        assert inner
        assert inner == inner.strip()
        assert not any(not line.strip() for line in inner.split("\n"))
        assert one.start < span.end
        assert span.start < one.end
    assert all(one.end <= two.start for one, two in pairwise(found))


@given(st.text(st.sampled_from("ก้ e\u0301\u200d"), max_size=200))
def test_words_cover_all_but_white_space_and_never_begin_with_a_mark(text: str) -> None:
    found = list(words(text, Span(0, len(text))))
    assert "".join(text[slice(*word)] for word in found) == "".join(text.split())
    for before, word in pairwise(found):
        if before.end == word.start:
            pile = before.end - before.start >= MOST_MARKED
            assert pile or text[word.start] not in "\u0301\u0e49\u200d"
            assert LONGEST_WORD <= before.end - before.start <= MOST_MARKED


# Which sentence


TEXT = (
    "# Failed jobs\n\n"
    "A job waits until a worker is free. A failed job is tried five times, and later again. "
    "A failed job waits.\n\n"
    "- retry the failed job by hand\n"
)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("failed job tried", "A failed job is tried five times, and later again."),
        ("failed", "A failed job waits."),  # The shortest of those with the word.
        ("free worker", "A job waits until a worker is free."),
        ("retry", "retry the failed job by hand"),
        ("jobs", "Failed jobs"),  # Only a heading has the word.
        ("failed jobs", "A failed job waits."),  # A heading has both, but does not answer.
        ("zebra", "A job waits until a worker is free."),
        ("", "A job waits until a worker is free."),
    ],
)
def test_the_sentence_with_most_words_of_the_query_is_quoted(query: str, expected: str) -> None:
    assert cut(TEXT, query).quote == expected


def test_the_head_of_a_table_is_a_heading() -> None:
    table = "| state | attempt counted |\n|---|:--|\n| leased | attempt pending |\n"
    assert cut(table, "attempt counted").quote == "| leased | attempt pending |"


def test_repeated_words_of_a_query_count_once() -> None:
    assert cut("Red red red. Red and blue here.", "red red red blue").quote == "Red and blue here."


def test_a_sentence_that_the_hit_cuts_is_quoted_whole() -> None:
    made = cut(TEXT, "tried", "job is tried five")
    assert made.quote == "A failed job is tried five times, and later again."


def test_only_what_lies_in_the_hit_counts() -> None:
    made = cut(TEXT, "times free", "until a worker is free. A failed job is tried")
    assert made.quote == "A job waits until a worker is free."


def test_a_long_sentence_is_cut_at_words_around_those_of_the_query() -> None:
    text = "filler " * 60 + "the needle and the thread " + "rest " * 60 + "needle"
    made = cut(text, "thread needle")
    assert "needle and the thread" in made.quote
    assert MOST_CHARS - 8 < len(made.quote) <= MOST_CHARS
    assert set(made.quote.split()) <= {"filler", "the", "needle", "and", "thread", "rest"}


def test_a_long_sentence_is_cut_within_reach_of_the_hit() -> None:
    text = "needle " + "filler " * 100 + "needle middle " + "rest " * 100
    made = cut(text, "needle", "needle middle")
    assert "needle middle" in made.quote


def test_a_long_text_without_spaces_is_cut_too() -> None:
    made = cut("数据" * 200, "数据")
    assert 0 < len(made.quote) <= MOST_CHARS
    assert places("数据" * 200, made) == [made.span]


def test_a_blank_passage_cannot_be_quoted() -> None:
    with pytest.raises(UsageError, match="blank"):
        cut_quote("a\n\n\nb", Span(1, 4), "a", TOKENS)


# Which place


def test_a_quote_that_occurs_once_needs_nothing_else() -> None:
    assert pinned("one two", Span(4, 7)) == Cut(Span(4, 7), "two")


def test_a_quote_that_occurs_again_is_extended_by_words_of_its_paragraph() -> None:
    text = "It waits. Then it goes.\n\nIt waits. Now it stops."
    assert pinned(text, Span(25, 34)) == Cut(Span(25, 38), "It waits. Now")
    assert pinned("a one\n\nb one", Span(9, 12)) == Cut(Span(7, 12), "b one")


def test_what_its_paragraph_does_not_tell_apart_gets_a_prefix_from_before() -> None:
    text = "## Limits\n\nFive.\n\n## Prices\n\nFive.\n"
    start = text.rindex("Five")
    assert pinned(text, Span(start, start + 5)) == Cut(
        Span(start, start + 5), "Five.", prefix="Prices\n\n"
    )


def test_without_any_text_before_it_gets_a_suffix() -> None:
    text = "Five.\n\nOne.\n\nFive.\n\nTwo.\n"
    assert pinned(text, Span(0, 5)) == Cut(Span(0, 5), "Five.", suffix="\n\nOne.")


def test_where_all_around_it_is_the_same_the_occurrence_is_counted() -> None:
    text = "Five times.\n\n" * 40
    start = 13 * 20
    assert pinned(text, Span(start, start + 11)) == Cut(
        Span(start, start + 11), "Five times.", occurrence=21
    )


@st.composite
def repetitive(draw: st.DrawFn) -> tuple[str, Span]:
    lines = st.sampled_from(
        [
            "Five times.",
            "It waits. Five times.",
            "",
            "- Five",
            "| a | a |",
            "# a",
            "a a a",
            "数数数",
        ]
    )
    text = "\n".join(draw(st.lists(lines, min_size=1, max_size=25)))
    text *= draw(st.integers(1, 3))
    start = draw(st.integers(0, max(0, len(text) - 1)))
    return text, Span(start, draw(st.integers(start, len(text))))


@given(repetitive(), st.sampled_from(["five", "waits five", "a", "zebra", "数数数"]))
@example(("aaa", Span(1, 2)), "a")
@example(("- Five", Span(0, 1)), "five")
@example(("```\n\n```", Span(5, 7)), "five")
def test_a_cut_means_the_place_that_it_was_cut_from_and_no_other(
    given_text: tuple[str, Span], query: str
) -> None:
    text, span = given_text
    assume(text[span.start : span.end].strip())
    made = cut_quote(text, span, query, TOKENS)
    assert places(text, made) == [made.span]
    assert text[made.span.start : made.span.end] == made.quote == made.quote.strip()
    assert "\n\n" not in made.quote
    assert len(made.quote) <= MOST_CHARS


@given(TEXTS, st.integers(0, 39), st.integers(1, 40))
def test_any_piece_of_any_text_can_be_pinned(text: str, start: int, length: int) -> None:
    assume(start < len(text))
    made = pinned(text, Span(start, min(len(text), start + length)))
    assert places(text, made) == [made.span]


@pytest.mark.parametrize(
    "text",
    [
        "Five times. " * 20_000,
        "." * 200_000 + "x",
        '."' * 100_000 + "x",
        "|" + "-" * 200_000 + "x",
        "e" + "\u0301" * 200_000,
        "a" + " " * 200_000 + "b",
        "#" * 200_000 + " a",
    ],
    ids=lambda text: text[:3],
)
def test_the_work_does_not_grow_with_the_square_of_a_documents_length(text: str) -> None:
    # Each of these takes less than a second; with a square it would be minutes.
    made = cut_quote(text, Span(0, len(text)), "five x", TOKENS)
    assert places(text, made) == [made.span]
    assert len(made.quote) <= MOST_CHARS
