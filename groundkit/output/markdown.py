"""The ``markdown`` format: a GitHub table whose cells read as their values, never as markup."""

from __future__ import annotations

import re
from collections.abc import Iterable

from groundkit.output.values import numeric_columns, people_text, visible
from groundkit.table import Table

_MARKUP = r"[\\|`*\[<~]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)"
"""What GitHub would read as markup: an underscore only at the edge of a word, an ampersand only
before the rest of an entity, so that file names and addresses stay as they are."""


def render_markdown(table: Table) -> str:
    """Return a heading if there is a title, then the table; NULL is an empty cell.

    Numbers are as in the ``table`` format and right aligned. Newlines become ``<br>``.
    """
    lines = [] if table.title is None else [f"### {_escape(table.title)}", ""]
    lines.append(_line(_escape(name) for name in table.columns))
    to_right = numeric_columns(table.rows, len(table.columns))
    lines.append(_line("---:" if right else "---" for right in to_right))
    lines.extend(_line(_escape(people_text(value)) for value in row) for row in table.rows)
    return "\n".join(lines) + "\n"


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _escape(text: str) -> str:
    escaped = re.sub(_MARKUP, r"\\\g<0>", text)
    return visible(escaped.replace("\r\n", "\n").replace("\n", "<br>"))
