"""The usual slips of editing JSON by hand are named, whatever the decoder made of them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundkit.files.json_mistakes import explain

GOOD = (
    '{"query_id": "a", "query": "q", "category": "normal", "gold": [{"doc": "a.md", "quote": "x"}]}'
)


def explained(text: str) -> tuple[str, str | None]:
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(text)
    return explain(text, caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"x"}]', '"x",}]', "a comma before } at column 92"),
        ("}]}", "},]}", "a comma before ] at column 93"),
        ("}]}", "}],}", "a comma before } at column 94"),
        ("}]}", "}]", "the line ends before its object does: } is missing"),
        ("}]}", "}", "the line ends before its object does: ]} is missing"),
        ("}]}", "]}", "} is missing before the ] at column 92"),
        ('"query"', "“query”", "a typographic quotation mark “ at column 19"),
        ('"q"', "„q“", "a typographic quotation mark „ at column 28"),
        ('"q"', '"q\tr"', "a tab inside a string at column 30"),
        ('"q"', '"q\x00r"', "a control character inside a string at column 30"),
        ('"q"', "'q'", "a single quote at column 28"),
        ('"q"', "None", "None at column 28 is not JSON"),
        ('"q", ', '"q" ', 'expected a comma at column 32, found "\\"category\\": …"'),
        ('"q"', '"the "x" of"', 'expected a comma at column 34, found "x\\" of\\", \\"cat…"'),
        ('"x"}]}', '"x}]}', "the text that starts at column 89 has no closing double quote"),
    ],
)
def test_a_slip_is_named_at_its_column(old: str, new: str, message: str) -> None:
    assert old in GOOD
    found, suggestion = explained(GOOD.replace(old, new, 1))
    assert found == message
    assert suggestion


@pytest.mark.parametrize("tail", [",", GOOD, " x"])
def test_what_follows_the_object_is_named(tail: str) -> None:
    assert (
        explained(GOOD + tail)[0]
        == f"more text after the object, at column {len(GOOD) + 1 + (tail == ' x')}"
    )


def test_typographic_marks_inside_of_a_text_are_no_slip() -> None:
    text = GOOD.replace('"q"', '"say “q”: , he"').replace('"x"}', '"x",}')
    assert explained(text)[0].startswith("a comma before }")


def test_what_is_no_usual_slip_keeps_the_decoders_words() -> None:
    assert explained('{"a" 1}') == ("Expecting ':' delimiter at column 6", None)
    assert explained("") == ("Expecting value at column 1", None)


@given(st.text("{}[]\",:'“\\ \tan1", max_size=20))
def test_any_text_is_explained_on_one_line(text: str) -> None:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        message, suggestion = explain(text, error)
        assert message
        assert suggestion is None or suggestion
        assert "\n" not in message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("<<<<<<< HEAD", "<<<<<<< is left from a git merge"),
        ("=======", "======= is left from a git merge"),
        ("# note", "a comment, which JSON does not have"),
        ("// note", "a comment, which JSON does not have"),
        ('\ufeff{"a": 1}', "a byte order mark"),
        ('"a": 1}', 'the line begins with "\\"a\\": 1}", not with {'),
        ('{\u00a0"a": 1}', "a space that JSON does not know (\\u00a0) at column 2"),
        ('{"a": "C:\\q"}', "a backslash at column 10 that begins no escape"),
    ],
)
def test_a_line_that_is_no_object_says_what_it_is(line: str, message: str) -> None:
    assert explained(line)[0] == message
    assert explained(line)[1] is not None
