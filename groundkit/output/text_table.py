"""The ``table`` format: aligned columns for people, on a terminal or in a file.

Width is counted in terminal cells and depends on the text alone, never on the terminal, the
locale or the environment. A row is always one line, and no line ends in a space.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
    header = [visible(name) for name in table.columns]
    body = [[_cell(value) for value in row] for row in table.rows]
    to_right = numeric_columns(table.rows, len(header))
    widths = _widths(header, body)
    lines = [] if table.title is None else [visible(table.title).rstrip(" ")]
    lines.append(_line(header, widths, to_right))
    lines.append(_line(["-" * width for width in widths], widths, to_right))
    lines.extend(_line(cells, widths, to_right) for cells in body)
    if not body:
        lines.append("(no rows)")
    return "\n".join(lines) + "\n"


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


def _widths(header: Sequence[str], body: Iterable[Sequence[str]]) -> list[int]:
    widths = [max(1, display_width(name)) for name in header]
    for cells in body:
        widths = [
            max(width, display_width(cell)) for width, cell in zip(widths, cells, strict=True)
        ]
    return widths


def _line(cells: Iterable[str], widths: Iterable[int], to_right: Iterable[bool]) -> str:
    padded = []
    for cell, width, right in zip(cells, widths, to_right, strict=True):
        padding = " " * (width - display_width(cell))
        padded.append(padding + cell if right else cell + padding)
    return _GAP.join(padded).rstrip(" ")
