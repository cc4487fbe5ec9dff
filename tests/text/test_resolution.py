"""Resolution: which spans a gold entry means, and the messages of those that mean none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundkit import identity
from groundkit.errors import InputError
from groundkit.records import Corpus, Document, Gold, GoldSpan, Judgment, JudgmentSet
from groundkit.text import advice
from groundkit.text.advice import difference
from groundkit.text.folds import LEVELS, Folds, fold
from groundkit.text.resolution import locate, resolve, resolve_gold


def corpus_of(**texts: str) -> Corpus:
    """Return a corpus of NAME.md documents."""
    documents = tuple(
        Document(f"{name}.md", text, identity.text_hash(text)) for name, text in texts.items()
    )
    return Corpus("docs", "folder", "text@1", "c", "d", documents, len(documents), 0)


def judgments_of(*gold: Gold | list[Gold], filter: Any = None) -> JudgmentSet:
    """Return judgments with these gold entries, at lines 1, 2, ... of ``evals/j.jsonl``."""
    judgments = tuple(
        Judgment(
            query_id=f"q{number}",
            text="a question",
            category="normal",
            answerable=True,
            gold=tuple(entries) if isinstance(entries, list) else (entries,),
            line=number,
            file_position=number,
            filter=filter,
        )
        for number, entries in enumerate(gold, start=1)
    )
    return JudgmentSet("evals/j.jsonl", "jsonl", "j", judgments)


def problems_of(corpus: Corpus, judgments: JudgmentSet) -> tuple[str, ...]:
    with pytest.raises(InputError) as caught:
        resolve(corpus, judgments)
    return caught.value.problems


def problem_of(text: str, quote: str) -> str:
    (problem,) = problems_of(corpus_of(a=text), judgments_of(Gold("a.md", quote)))
    return problem


def lines_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def test_a_quote_is_resolved_to_its_only_span() -> None:
    corpus = corpus_of(a="zero one two", b="one")
    spans = resolve(
        corpus,
        judgments_of(
            [Gold("a.md", "one"), Gold("b.md", "one")],
            [],
            Gold("a.md", "two", relevance=0, alternative="x"),
        ),
    )
    assert spans == (
        GoldSpan("q1", 0, 0, "a.md", 5, 8, "exact"),
        GoldSpan("q1", 1, 0, "b.md", 0, 3, "exact"),
        GoldSpan("q3", 0, 0, "a.md", 9, 12, "exact"),
    )


def test_no_quote_means_the_whole_document() -> None:
    (span,) = resolve(corpus_of(a="zero one"), judgments_of(Gold("a.md", None)))
    assert (span.start, span.end) == (0, 8)


def test_a_quote_that_is_missing_is_reported_with_the_nearest_text() -> None:
    text = "# Queues\n\nA failed job is retried.\nIt makes five attempts, then stops.\n"
    assert problem_of(text, "makes five atempts, then") == (
        'evals/j.jsonl:1: quote not found in a.md: "makes five atempts, then"; '
        'nearest text at line 4: "makes five attempts, then"'
    )


def test_a_quote_that_is_like_nothing_in_the_document_says_so() -> None:
    assert problem_of("abcdefgh", "XYZ") == (
        'evals/j.jsonl:1: quote not found in a.md: "XYZ"; nothing in the document is similar'
    )


def test_a_long_quote_is_shown_where_it_differs() -> None:
    text = "".join(f"sentence {number} says nothing. " for number in range(40))
    problem = problem_of(text, text[100:300] + "nothimg" + text[307:400])
    wanted, actual = problem.split('"')[1::2]
    assert wanted.startswith("…")
    assert wanted[1:21] == actual[1:21] == text[280:300]
    assert "nothimg" in wanted
    assert "nothimg" not in actual


def test_a_quote_that_occurs_twice_is_reported_with_the_line_of_each() -> None:
    assert problem_of("the end\nand\nthe end", "the end") == (
        'evals/j.jsonl:1: quote occurs 2 times in a.md (lines 1, 3): "the end"; '
        "quote more of the surrounding text so that it occurs once, or say which is meant with "
        "occurrence, prefix or suffix"
    )


def test_overlapping_occurrences_make_a_quote_ambiguous() -> None:
    assert "quote occurs 2 times in a.md (lines 1, 1)" in problem_of("aaa", "aa")


def test_many_occurrences_are_counted_and_the_first_lines_listed() -> None:
    problem = problem_of("x\n" * 1000, "x")
    assert "occurs 1000 times" in problem
    assert f"(lines {', '.join(map(str, range(1, 101)))}, …)" in problem


def test_a_document_that_the_corpus_lacks_is_reported_with_the_nearest_one() -> None:
    corpus = corpus_of(queues="x", retries="x")
    assert problems_of(corpus, judgments_of(Gold("quues.md", "x"), Gold("zzz", "x"))) == (
        'evals/j.jsonl:1: gold document "quues.md" is not in the corpus; did you mean "queues.md"?',
        'evals/j.jsonl:2: gold document "zzz" is not in the corpus; '
        "doc is the path below the corpus folder, with forward slashes",
    )


def test_all_problems_are_reported_together_in_file_order() -> None:
    judgments = judgments_of(
        [Gold("a.md", "nowhere"), Gold("a.md", "one"), Gold("b.md", "one")],
        Gold("a.md", "o"),
    )
    problems = problems_of(corpus_of(a="one o"), judgments)
    assert [problem.split(" ", 3)[:3] for problem in problems] == [
        ["evals/j.jsonl:1:", "quote", "not"],
        ["evals/j.jsonl:1:", "gold", "document"],
        ["evals/j.jsonl:2:", "quote", "occurs"],
    ]


def test_a_problem_stays_on_one_line_whatever_is_quoted() -> None:
    text = 'first\nsecond "third"\x1b[0m \u2028 end'
    problem = problem_of(text, 'first\nsecond "thirt"\x1b[0m \u2028 end')
    assert problem.isprintable()
    assert '"first\\nsecond \\"thirt\\"\\u001b[0m \\u2028 end"' in problem


def test_all_occurrences_are_spans_of_one_entry() -> None:
    spans = resolve(corpus_of(a="one two one"), judgments_of(Gold("a.md", "one", occurrence="all")))
    assert [(span.span_index, span.start, span.end) for span in spans] == [(0, 0, 3), (1, 8, 11)]


@pytest.mark.parametrize(("number", "start"), [("1", 0), ("2", 1), ("3", 4)])
def test_a_numbered_occurrence_counts_overlapping_ones_from_1(number: str, start: int) -> None:
    (span,) = resolve(corpus_of(a="aaa aa"), judgments_of(Gold("a.md", "aa", occurrence=number)))
    assert (span.start, span.end) == (start, start + 2)


def test_prefix_and_suffix_filter_before_occurrences_are_counted() -> None:
    text = "x one, y one, x one; x one."
    found = {
        occurrence: [
            span.start
            for span in resolve(
                corpus_of(a=text),
                judgments_of(Gold("a.md", "one", prefix="x ", occurrence=occurrence)),
            )
        ]
        for occurrence in ("all", "1", "2", "3")
    }
    assert found == {"all": [2, 16, 23], "1": [2], "2": [16], "3": [23]}
    (span,) = resolve(corpus_of(a=text), judgments_of(Gold("a.md", "one", prefix="x ", suffix=";")))
    assert span.start == 16


def test_the_least_fold_that_matches_decides_and_is_stored() -> None:
    text = "Total  5 items. TOTAL 5 ITEMS"
    for match, wanted in (
        ("whitespace", "whitespace"),
        ("nfkc", "whitespace"),
        ("alnum", "whitespace"),
    ):
        (span,) = resolve(
            corpus_of(a=text), judgments_of(Gold("a.md", "Total 5 items", match=match))
        )
        assert (span.start, span.end, span.match_level) == (0, 14, wanted)
    (span,) = resolve(corpus_of(a=text[:15]), judgments_of(Gold("a.md", "TOTAL-5", match="alnum")))
    assert (span.start, span.end, span.match_level) == (0, 8, "alnum")


def test_a_quote_is_never_matched_more_loosely_than_allowed() -> None:
    problem = problems_of(
        corpus_of(a="Total  5"), judgments_of(Gold("a.md", "total 5", match="nfkc"))
    )
    assert problem == (
        'evals/j.jsonl:1: quote not found in a.md: "total 5"; it stands at line 1 when only '
        'letters and digits are compared, without case: "Total  5"; copy it from there, or allow '
        'it with "match": "alnum"',
    )


def test_a_quote_that_is_repeated_at_the_fold_that_matches_is_refused() -> None:
    (problem,) = problems_of(
        corpus_of(a="One two\none  two"), judgments_of(Gold("a.md", "ONE TWO", match="alnum"))
    )
    assert "quote occurs 2 times in a.md (lines 1, 2)" in problem


def test_an_occurrence_that_does_not_exist_is_missing() -> None:
    assert problems_of(
        corpus_of(a="one\ntwo\none"), judgments_of(Gold("a.md", "one", occurrence="3"))
    ) == (
        "evals/j.jsonl:1: quote occurs 2 times in a.md (lines 1, 3), so there is no occurrence 3: "
        '"one"; count from 1 to 2',
    )


def test_a_quote_in_other_surroundings_is_missing_and_said_so() -> None:
    gold = Gold("a.md", "one", prefix="a ", suffix=" b")
    assert problems_of(corpus_of(a="x one y"), judgments_of(gold)) == (
        'evals/j.jsonl:1: quote occurs in a.md (line 1), but not after "a " and before " b": '
        '"one"; copy prefix and suffix from the text that directly surrounds the quote',
    )


def test_gold_that_could_not_be_read_is_skipped_not_reported_twice() -> None:
    found = locate(
        {"a.md": "one"},
        judgments_of([Gold("", "x"), Gold("a.md", ""), Gold("a.md", "one")]),
        thorough=True,
    )
    assert found.problems == ()
    assert [span.gold_index for span in found.spans[1]] == [2]


def test_thorough_advice_shows_the_difference_and_where_else_the_quote_stands() -> None:
    texts = {"a.md": "It makes five attempts, then stops.", "b.md": "First.\nmakes five atempts"}
    (problem,) = locate(
        texts, judgments_of(Gold("a.md", "makes five atempts")), thorough=True
    ).problems
    assert problem.rule == "quote-missing"
    assert (problem.query_id, problem.gold_index, problem.line) == ("q1", 0, 1)
    assert problem.suggestion == (
        'nearest text at line 1: "makes five attempts"; difference: makes five '
        "[-atempts-]{+attempts+}; the exact quote is in b.md:2"
    )


ALPHABET = 'aAbﬁé\u0301e\u00ad -—“"\n\u00a0한ㅎ½ß'


@given(
    st.text(ALPHABET, max_size=30),
    st.text(ALPHABET, min_size=1, max_size=3),
    st.sampled_from(LEVELS),
    st.sampled_from(["unique", "all", "1", "2"]),
    st.none() | st.text(ALPHABET, min_size=1, max_size=2),
)
def test_a_resolved_span_folds_to_the_folded_quote_at_its_level(
    text: str, quote: str, match: str, occurrence: str, prefix: str | None
) -> None:
    gold = Gold("a.md", quote, match=match, occurrence=occurrence, prefix=prefix)
    resolved = resolve_gold(gold, Folds(text))
    if resolved.level is not None:
        assert LEVELS.index(resolved.level) <= LEVELS.index(match)
        for level in LEVELS[: LEVELS.index(resolved.level)]:
            assert not Folds(text).occurrences(quote, level, prefix)
        for span in resolved.found:
            assert fold(text[span.start : span.end], resolved.level) == fold(quote, resolved.level)
    assert (resolved.problem is None) == bool(resolved.spans)
    assert set(resolved.spans) <= set(resolved.found)
    if occurrence == "all":
        assert resolved.spans == resolved.found
    if occurrence == "unique" and len(resolved.found) > 1:
        assert resolved.problem == "quote-repeated"


@pytest.mark.parametrize(
    ("wanted", "actual", "shown"),
    [
        ("a b", "a b", "a b"),
        ("five atempts now", "five attempts now", "five [-atempts-]{+attempts+} now"),
        ("a b", "a\tb", "a[- -]{+\\t+}b"),
        ("x", "", "[-x-]"),
    ],
)
def test_a_difference_marks_what_only_one_text_has(wanted: str, actual: str, shown: str) -> None:
    assert difference(wanted, actual) == shown


def test_a_difference_of_long_texts_keeps_only_the_ends_of_what_is_equal() -> None:
    long = "word " * 30
    assert difference(long + "x", long + "y") == f"{long[:20]}…{long[-20:]}[-x-]{{+y+}}"


def test_a_filter_is_refused_not_ignored() -> None:
    (problem,) = problems_of(
        corpus_of(a="one"), judgments_of(Gold("a.md", "one"), filter={"lang": "é\n"})
    )
    assert problem == (
        'evals/j.jsonl:1: filter {"lang": "\\u00e9\\n"} is not supported yet; leave it out'
    )


def test_similar_text_is_not_looked_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "SEARCH_BUDGET", 10)
    judgments = judgments_of(Gold("a.md", "onne"), Gold("a.md", "onne"))
    first, second = problems_of(corpus_of(a="one two three"[:8]), judgments)
    assert "nearest text at line 1" in first
    assert "too many quotes were not found" in second


def test_every_resolution_of_the_oracle_is_reproduced(shared_data: Path) -> None:
    cases = lines_of(shared_data / "seed_oracle/fuzz/resolve_gold_span.jsonl")
    assert len(cases) >= 10
    for case in cases:
        corpus = corpus_of(a=case["document"])
        judgments = judgments_of(Gold("a.md", case["quote"]))
        if "ok" in case:
            (span,) = resolve(corpus, judgments)
            assert [span.start, span.end] == case["ok"], case
        else:
            (problem,) = problems_of(corpus, judgments)
            # An empty quote, which no file can hold, occurs nowhere here and everywhere there.
            missing = "not found" in case["message"] or not case["quote"]
            wanted = "not found" if missing else "occurs"
            assert wanted in problem, case
