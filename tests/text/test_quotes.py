"""Quotes: their occurrences, their resolution, and the messages of those that fail."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundkit import identity
from groundkit.errors import InputError
from groundkit.records import Corpus, Document, Gold, GoldSpan, Judgment, JudgmentSet, Span
from groundkit.text import quotes
from groundkit.text.quotes import (
    line_of,
    occurrences,
    overlaps,
    resolve,
    shown,
    token_overlap,
)


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


# Occurrences


@pytest.mark.parametrize(
    ("text", "quote", "offsets"),
    [
        ("abc", "x", []),
        ("aaa", "aa", [0, 1]),
        ("abab ab", "ab", [0, 2, 5]),
        ("🚀x🚀x", "🚀x", [0, 2]),
        ("", "a", []),
        ("ab", "", [0, 1, 2]),
    ],
)
def test_occurrences_overlap_and_ascend(text: str, quote: str, offsets: list[int]) -> None:
    assert occurrences(text, quote) == offsets


@given(st.text("ab\n", max_size=60), st.text("ab\n", max_size=5), st.integers(1, 70))
def test_occurrences_equal_a_loop_over_every_offset(text: str, quote: str, times: int) -> None:
    # Repeated, because long quotes that overlap themselves are searched in another way.
    for haystack, needle in ((text, quote), (text + quote * (times + 3), quote * times)):
        assert occurrences(haystack, needle) == [
            offset
            for offset in range(len(haystack) - len(needle) + 1)
            if haystack[offset : offset + len(needle)] == needle
        ]


def test_a_long_quote_that_overlaps_itself_everywhere_takes_linear_time() -> None:
    started = time.process_time()
    found = occurrences("-" * 600_000, "-" * 300_000)
    assert found == list(range(300_001))
    assert time.process_time() - started < 10


# Small functions


def test_lines_count_from_1_and_end_with_lf_only() -> None:
    text = "a\nb\rc\u2028d\n"
    assert [line_of(text, text.index(letter)) for letter in "abcd"] == [1, 2, 2, 2]
    assert line_of(text, len(text)) == 3


@given(st.tuples(*[st.integers(0, 8)] * 4))
def test_spans_overlap_when_they_share_a_character(ends: tuple[int, ...]) -> None:
    first, second = Span(*sorted(ends[:2])), Span(*sorted(ends[2:]))
    if first.start < first.end and second.start < second.end:
        shared = set(range(*first)) & set(range(*second))
        assert overlaps(first, second) == bool(shared)


def test_every_overlap_of_the_oracle_is_reproduced(shared_data: Path) -> None:
    cases = lines_of(shared_data / "seed_oracle/fuzz/chunk_overlaps_span.jsonl")
    assert len(cases) >= 100
    for case in cases:
        assert overlaps(Span(*case["chunk"]), Span(*case["span"])) == case["overlaps"], case


@pytest.mark.parametrize(
    ("query", "quote", "share"),
    [("", "x", 0.0), ("?", "x", 0.0), ("a a b", "A c", 0.5), ("a b", "b a", 1.0)],
)
def test_token_overlap_is_a_share_of_distinct_query_tokens(
    query: str, quote: str, share: float
) -> None:
    assert token_overlap(query, quote) == share


def test_every_token_overlap_of_the_oracle_is_reproduced(shared_data: Path) -> None:
    for case in lines_of(shared_data / "seed_oracle/fuzz/query_gold_token_overlap.jsonl"):
        assert token_overlap(case["query"], case["quote"]) == case["overlap"], case


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("plain text é 東京 🚀", "plain text é 東京 🚀"),
        ('say "no" \\ yes', 'say \\"no\\" \\\\ yes'),
        ("a\nb\tc\r", "a\\nb\\tc\\r"),
        ("\x1b[31mred\x07\x00", "\\u001b[31mred\\u0007\\u0000"),
        ("\x85\x9b\u2028\u2029", "\\u0085\\u009b\\u2028\\u2029"),
        ("\u202e\ufeff\u00a0\u200b", "\\u202e\\ufeff\\u00a0\\u200b"),
        ("\udcff", "\\udcff"),
    ],
)
def test_text_is_shown_on_one_line_without_anything_a_terminal_obeys(
    text: str, message: str
) -> None:
    assert shown(text) == message


def test_long_text_is_cut_with_an_ellipsis() -> None:
    assert shown("x" * 60) == "x" * 60
    assert shown("x" * 61) == "x" * 60 + "…"
    assert shown("x" * 61, 3) == "xxx…"
    assert shown("x" * 61, None) == "x" * 61


@given(st.text(st.characters(codec=None, exclude_categories=())))
def test_shown_text_is_one_printable_line_that_json_reads_back(text: str) -> None:
    message = shown(text, None)
    assert message.isprintable()
    assert json.loads(f'"{message}"') == json.loads(json.dumps(text))


# Resolution


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
        "quote more of the surrounding text so that it occurs once"
    )


def test_overlapping_occurrences_make_a_quote_ambiguous() -> None:
    assert "quote occurs 2 times in a.md (lines 1, 1)" in problem_of("aaa", "aa")


def test_many_occurrences_are_counted_and_the_first_lines_listed() -> None:
    problem = problem_of("x\n" * 1000, "x")
    assert "occurs 1000 times" in problem
    assert f"(lines {', '.join(map(str, range(1, 21)))}, …)" in problem


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


@pytest.mark.parametrize(
    ("gold", "field"),
    [
        (Gold("a.md", "one", occurrence="all"), 'gold[0].occurrence "all"'),
        (Gold("a.md", "one", occurrence="2"), 'gold[0].occurrence "2"'),
        (Gold("a.md", "one", match="nfkc"), 'gold[0].match "nfkc"'),
        (Gold("a.md", "one", prefix="zero "), 'gold[0].prefix "zero "'),
        (Gold("a.md", "one", suffix=" two"), 'gold[0].suffix " two"'),
    ],
)
def test_a_field_that_cannot_be_honoured_is_refused_not_ignored(gold: Gold, field: str) -> None:
    (problem,) = problems_of(corpus_of(a="zero one two"), judgments_of(gold))
    assert problem.startswith(f"evals/j.jsonl:1: {field} is not supported yet; use ")


def test_a_quote_is_not_judged_by_rules_that_its_author_did_not_ask_for() -> None:
    # It occurs twice, which is what "all" is for, so that is not a second problem.
    judgments = judgments_of(Gold("a.md", "o", occurrence="all"), Gold("b.md", "o", match="nfkc"))
    problems = problems_of(corpus_of(a="o o"), judgments)
    assert [problem.split(":", 2)[1] for problem in problems] == ["1", "2", "2"]
    assert 'gold document "b.md" is not in the corpus' in problems[2]


def test_a_filter_is_refused_not_ignored() -> None:
    (problem,) = problems_of(
        corpus_of(a="one"), judgments_of(Gold("a.md", "one"), filter={"lang": "é\n"})
    )
    assert problem == (
        'evals/j.jsonl:1: filter {"lang": "\\u00e9\\n"} is not supported yet; leave it out'
    )


def test_similar_text_is_not_looked_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotes, "SEARCH_BUDGET", 10)
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
            wanted = "not found" if "not found" in case["message"] else "occurs"
            assert wanted in problem, case
