"""The reader of hits: every rule of a line, and every mistake with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundkit.files.hits_file import MOST_PROBLEMS, scan_answer, scan_hits
from groundkit.problems import as_lines
from groundkit.records import ListedAnswer, ListedHit


def problems_of(*lines: str | bytes) -> tuple[str, ...]:
    """Return the problems of a file called ``h`` with these lines, as messages."""
    data = [line.encode() if isinstance(line, str) else line for line in lines]
    return as_lines(scan_hits(data, "h").problems)


def test_a_line_may_have_offsets_a_passage_both_or_neither() -> None:
    line = (
        '{"query_id": "Q 1", "hits": [{"doc": "a.md", "start": 0, "end": 5, "score": 2}, '
        '{"doc": "a.md", "text": "some words", "score": -0.5}, '
        '{"doc": "b", "start": 1, "end": 3, "text": "xy"}, {"doc": "c"}], "latency_ms": 1.25}'
    )
    scanned = scan_hits([b"\n", b"  \r\n", line.encode()], "h")
    assert scanned.problems == ()
    assert scanned.answers == (
        ListedAnswer(
            "Q 1",
            "ok",
            (
                ListedHit("a.md", 0, 5, None, 2.0),
                ListedHit("a.md", None, None, "some words", -0.5),
                ListedHit("b", 1, 3, "xy", None),
                ListedHit("c", None, None, None, None),
            ),
            3,
            1.25,
        ),
    )


@pytest.mark.parametrize(
    ("more", "status", "error"),
    [
        ('"hits": []', "ok", None),
        ('"hits": [], "status": "ok"', "ok", None),
        ('"error": "boom"', "failed", "boom"),
        ('"error": ""', "failed", ""),
        ('"error": "boom", "hits": []', "failed", "boom"),
        ('"status": "failed"', "failed", None),
        ('"status": "missing"', "missing", None),
        ('"hits": [], "error": null, "status": null, "latency_ms": null', "ok", None),
    ],
)
def test_the_status_is_failed_where_there_is_an_error_and_else_ok(
    more: str, status: str, error: str | None
) -> None:
    answer, problems = scan_answer(f'{{"query_id": "q", {more}}}'.encode(), "h")
    assert problems == ()
    assert answer == ListedAnswer("q", status, (), 1, None, error)


WRONG = {
    '{"hits": []}': "query_id is missing",
    '{"query_id": "", "hits": []}': "query_id must not be empty",
    '{"query_id": 7, "hits": []}': "query_id must be a string, not a number",
    '{"query_id": "q"}': "hits is missing; give an empty list for a query that nothing was",
    '{"query_id": "q", "hits": null}': "hits must be a list, not null",
    '{"query_id": "q", "hits": {}}': "hits must be a list, not an object",
    '{"query_id": "q", "hits": ["a.md"]}': "hits[0] must be an object, not a string",
    '{"query_id": "q", "hits": [], "status": "fine"}': 'unknown status "fine"; did you mean',
    '{"query_id": "q", "hits": [], "status": "ok", "error": "x"}': (
        'error is given, but status is "ok"; leave one of them out'
    ),
    '{"query_id": "q", "hits": [{"doc": "a"}], "error": "x"}': (
        'hits are given, but status is "failed"; leave one of them out'
    ),
    '{"query_id": "q", "hits": [], "latency_ms": -1}': "latency_ms must not be negative, got -1.0",
    '{"query_id": "q", "hits": [], "latency_ms": "1"}': "latency_ms must be a number, not a string",
    '{"query_id": "q", "hits": [], "latency": 1}': 'unknown key "latency"; did you mean',
    '{"query_id": "q", "hits": [], "hits": []}': 'key "hits" is given twice in one object',
    '{"query_id": "q", "hits": [{}]}': "hits[0].doc is missing",
    '{"query_id": "q", "hits": [{"doc": 1}]}': "hits[0].doc must be a string, not a number",
    '{"query_id": "q", "hits": [{"doc": "a", "start": 1}]}': "hits[0]: start and end go together",
    '{"query_id": "q", "hits": [{"doc": "a", "start": 1, "end": null}]}': (
        "hits[0]: start and end go together"
    ),
    '{"query_id": "q", "hits": [{"doc": "a", "start": 1.0, "end": 2.0}]}': (
        "hits[0].start must be an integer, not a number"
    ),
    '{"query_id": "q", "hits": [{"doc": "a", "text": ""}]}': (
        "hits[0].text must not be empty; leave it out to mean the whole document"
    ),
    '{"query_id": "q", "hits": [{"doc": "a", "txt": "b"}]}': 'hits[0]: unknown key "txt"; did you',
    '{"query_id": "q", "hits": [{"doc": "a", "score": "1"}]}': (
        "hits[0].score must be a number, not a string"
    ),
    '{"query_id": "q", "hits": [{"doc": "a", "score": true}]}': (
        "hits[0].score must be a number, not true"
    ),
    '{"query_id": "q", "hits": [{"doc": "a", "score": NaN}]}': "NaN is not valid JSON; use a",
    '{"query_id": "q", "hits": [{"doc": "a", "score": 1e999}]}': "number 1e999 is out of range",
    '{"query_id": "q", "hits": [{"doc": "\\ud800"}]}': "hits[0].doc holds half a surrogate pair",
    '{"query_id": "q", "hits": [}': "not valid JSON: ",
    "[]": "expected a JSON object, not a list",
    "null": "expected a JSON object, not null",
    '"q"': "expected a JSON object, not a string",
    "query_id,doc": "not valid JSON: ",
}


@pytest.mark.parametrize("line", WRONG)
def test_what_is_wrong_with_a_line_is_said_with_its_place(line: str) -> None:
    first, *_ = problems_of('{"query_id": "good", "hits": []}', line)
    assert first.startswith(f"h:2: {WRONG[line]}")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"query_id": "\xff", "hits": []}', "not UTF-8: byte 0xff at offset 14 of the line"),
        (b'\xef\xbb\xbf{"query_id": "q", "hits": []}', "the line starts with a byte order mark"),
        (b"\xff\xfe{\x00", "the line starts with a byte order mark; write UTF-8 without one"),
    ],
)
def test_a_line_that_is_no_plain_utf_8_is_a_problem(line: bytes, said: str) -> None:
    (problem,) = problems_of(line)
    assert problem.startswith(f"h:1: {said}")


def test_a_query_that_is_given_twice_is_a_problem_at_the_second_place() -> None:
    line = '{"query_id": "q", "hits": []}'
    assert problems_of(line, "", line) == (
        'h:3: query_id "q" was given before, at line 1; give each query one line',
    )


def test_all_problems_of_a_file_are_reported_up_to_a_limit() -> None:
    assert len(problems_of(*['{"hits": []}'] * 5)) == 5
    said = problems_of(*["nothing"] * (MOST_PROBLEMS + 50))
    assert len(said) == MOST_PROBLEMS + 1
    assert said[-1] == (
        f"h:{MOST_PROBLEMS}: has {MOST_PROBLEMS} problems up to here; what follows was not read"
    )


HITS = st.fixed_dictionaries(
    {"doc": st.text(st.characters(codec="utf-8"), min_size=1)},
    optional={
        "text": st.text(st.characters(codec="utf-8"), min_size=1),
        "score": st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(2**63), 2**53),
    },
)


@given(
    query_id=st.text(st.characters(codec="utf-8"), min_size=1),
    hits=st.lists(HITS),
    ascii_only=st.booleans(),
)
def test_what_is_written_as_json_is_read_as_it_was(
    query_id: str, hits: list[dict[str, Any]], ascii_only: bool
) -> None:
    line = json.dumps({"query_id": query_id, "hits": hits}, ensure_ascii=ascii_only)
    answer, problems = scan_answer(line.encode(), "h")
    assert problems == ()
    assert answer is not None
    assert answer.query_id == query_id
    assert [hit.doc for hit in answer.hits] == [hit["doc"] for hit in hits]
    assert [hit.text for hit in answer.hits] == [hit.get("text") for hit in hits]
    assert [hit.score for hit in answer.hits] == [
        None if hit.get("score") is None else float(hit["score"]) for hit in hits
    ]


@given(st.binary(max_size=200))
def test_no_line_is_too_strange_to_be_answered_with_a_problem(line: bytes) -> None:
    answer, problems = scan_answer(line, "h")
    assert answer is not None or problems


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(
                    ["query_id", "hits", "doc", "start", "end", "text", "score", "error", "x"]
                ),
                inner,
                max_size=5,
            )
        ),
    )
)
def test_no_json_value_is_too_strange_either(value: Any) -> None:
    answer, problems = scan_answer(json.dumps(value).encode(), "h")
    assert answer is not None or problems
