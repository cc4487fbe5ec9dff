from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies_for_values import any_text, any_values

from groundkit.output.formats import render_many
from groundkit.output.markdown import render_markdown
from groundkit.table import Table


def test_numbers_are_right_aligned_and_null_is_an_empty_cell() -> None:
    table = Table(("name", "n"), (("a", 0.5), (None, None)))
    assert render_markdown(table) == "| name | n |\n| --- | ---: |\n| a | 0.5000 |\n|  |  |\n"


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("a|b", "a\\|b"),
        ("a\\b", "a\\\\b"),
        ("a\\|b", "a\\\\\\|b"),
        ("one\ntwo\r\nthree", "one<br>two<br>three"),
        ("<br>", "\\<br>"),
        ("&lt; &#60; R&D &", "\\&lt; \\&#60; R&D &"),
        ("snake_case.md", "snake_case.md"),
        ("_it_ __b__", "\\_it\\_ \\_\\_b\\_\\_"),
        ("*a* `b` ![c](d) ~e~", "\\*a\\* \\`b\\` !\\[c](d) \\~e\\~"),
        ("\x1b[0m", "\\x1b\\[0m"),
    ],
)
def test_a_cell_reads_as_its_value_and_not_as_markup(text: str, cell: str) -> None:
    expected = f"| {cell} |\n| --- |\n| {cell} |\n"
    assert render_markdown(Table((text,), ((text,),))) == expected


def test_several_tables_have_headings_and_a_blank_line_between() -> None:
    tables = {"one": Table(("a",), ((1,),)), "two": Table(("b",), (), title="Sec|ond")}
    assert render_many(tables, "markdown") == (
        "### one\n\n| a |\n| ---: |\n| 1 |\n\n### Sec\\|ond\n\n| b |\n| --- |\n"
    )


@settings(deadline=None, max_examples=150)
@given(any_text, any_text, st.lists(st.tuples(any_text, any_values), max_size=4))
def test_every_line_has_the_same_number_of_cells(
    first: str, second: str, rows: list[tuple[str, Any]]
) -> None:
    text = render_markdown(Table((first, second), tuple(rows)))
    lines = text.splitlines()
    assert len(lines) == 2 + len(rows) == text.count("\n")
    for line in lines:
        # GitHub splits a row at every pipe without a backslash before it.
        without_escapes = re.sub(r"\\[\\|]", "", line)
        assert without_escapes.count("|") == 3
