"""The ``table`` format: aligned columns for people, on a terminal or in a file.

Width is counted in terminal cells and depends on the text alone, never on the terminal, the
locale or the environment. A row is always one line, and no line ends in a space.
"""

from __future__ import annotations

from collections.abc import Iterable

from groundkit.output.values import numeric_columns, people_text, visible
from groundkit.table import Table

_GAP = "  "

_NULL = "-"
"""A text of one hyphen looks the same; JSON and CSV tell them apart."""


def render_text_table(table: Table) -> str:
    """Return a title line if there is a title, a header, a rule and one line a row.

    Numeric columns are right aligned, all others left. Without rows the last line is
    ``(no rows)``.
    """
    to_right = numeric_columns(table.rows, len(table.columns))
    values = zip(*table.rows, strict=True) if table.rows else [()] * len(table.columns)
    columns = map(_column, table.columns, values, to_right)
    lines = [] if table.title is None else [visible(table.title).rstrip(" ")]
    lines.extend(_GAP.join(cells).rstrip(" ") for cells in zip(*columns, strict=True))
    if not table.rows:
        lines.append("(no rows)")
    return "\n".join(lines) + "\n"


def _column(name: str, values: Iterable[object], to_right: bool) -> list[str]:
    """Return the header, the rule and every cell of a column, all of one width."""
    cells = [visible(name), *map(_cell, values)]
    widths = [display_width(cell) for cell in cells]
    width = max(1, *widths)
    padded = [
        " " * (width - own) + cell if to_right else cell + " " * (width - own)
        for cell, own in zip(cells, widths, strict=True)
    ]
    padded.insert(1, "-" * width)
    return padded


def _cell(value: object) -> str:
    return _NULL if value is None else visible(people_text(value))


def display_width(text: str) -> int:
    """Return how many terminal cells a text without control characters takes.

    East Asian wide and fullwidth characters take two (Unicode Standard Annex 11); combining
    marks, format characters and the inner letters of a decomposed Hangul syllable take none.
    """
    if text.isascii():
        return len(text)
    return sum(map(_character_width, text))


def _character_width(character: str) -> int:
    import unicodedata

    # A mark before a wide character: the combining voicing marks of Japanese are both.
    if "\u1160" <= character <= "\u11ff":
        return 0
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        # A soft hyphen is a format character that terminals nevertheless draw.
        return 1 if character == "\xad" else 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
