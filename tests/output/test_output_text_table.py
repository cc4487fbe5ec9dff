from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies_for_values import any_text, any_values

from groundkit.output.formats import render_many
from groundkit.output.text_table import display_width, render_text_table
from groundkit.table import Table


def test_numbers_are_right_aligned_and_text_left() -> None:
    table = Table(("name", "n", "mixed"), (("a", 5, 1), ("bcdefg", 1234, "x")))
    assert render_text_table(table) == (
        "name       n  mixed\n"
        "------  ----  -----\n"
        "a          5  1\n"
        "bcdefg  1234  x\n"
    )  # fmt: skip


def test_wide_characters_take_two_cells() -> None:
    table = Table(("検索", "n"), (("か\u3099", 1), ("abcde", 2)))
    assert render_text_table(table) == (
        "検索   n\n"
        "-----  -\n"
        "か\u3099     1\n"
        "abcde  2\n"
    )  # fmt: skip


def test_a_table_without_rows_says_so() -> None:
    assert render_text_table(Table(("a", "bc"), ())) == "a  bc\n-  --\n(no rows)\n"


def test_a_title_stands_above_the_header_and_cannot_steer_a_terminal() -> None:
    table = Table(("a",), ((1,),), title="T\x1b[2J ")
    assert render_text_table(table) == "T\\x1b[2J\na\n-\n1\n"


def test_several_tables_have_their_titles_or_names_and_a_blank_line_between() -> None:
    tables = {"one": Table(("a",), ((1,),)), "two": Table(("b",), ((2,),), title="Second")}
    assert render_many(tables, "table") == "one\na\n-\n1\n\nSecond\nb\n-\n2\n"


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("abc", 3),
        ("日本", 4),
        ("ＡＢ", 4),
        ("ｱｲ", 2),  # halfwidth katakana
        ("e\u0301", 1),
        ("か\u3099", 2),  # the mark is wide by its property and still takes no cell
        ("\u1112\u1161\u11ab", 2),  # one decomposed Hangul syllable
        ("a\u200bb\ufeff", 2),
        ("\xad", 1),
        ("🦆", 2),
        ("α±", 2),  # ambiguous counts as narrow
        ("", 0),
    ],
)
def test_display_width_counts_terminal_cells(text: str, width: int) -> None:
    assert display_width(text) == width


@settings(deadline=None, max_examples=150)
@given(any_text, any_text, st.lists(st.tuples(any_text, any_values, st.integers()), max_size=4))
def test_every_line_of_a_table_has_the_same_display_width(
    first: str, second: str, rows: list[tuple[str, Any, int]]
) -> None:
    table = Table((first, second, "n"), tuple(rows or [("", None, 0)]))
    lines = render_text_table(table).split("\n")[:-1]
    # The last column is numeric, so no line is shortened by trailing space.
    assert len({display_width(line) for line in lines}) == 1


@settings(deadline=None, max_examples=150)
@given(any_text, any_text, st.lists(st.tuples(any_text, any_values), max_size=4))
def test_a_row_is_one_line_without_trailing_space_or_control_characters(
    first: str, second: str, rows: list[tuple[str, Any]]
) -> None:
    text = render_text_table(Table((first, second), tuple(rows)))
    lines = text.splitlines()
    assert len(lines) == 2 + max(1, len(rows)) == text.count("\n")
    assert not any(line.endswith(" ") for line in lines)
    shown = "".join(lines)
    assert not any(unicodedata.category(character) in ("Cc", "Cs") for character in shown)
    directions = {unicodedata.bidirectional(character) for character in shown}
    assert directions.isdisjoint({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
