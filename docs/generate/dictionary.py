"""The data dictionary as a page: every object and column with its comment, from the catalog."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

from groundkit.api.dictionary import new_dictionary
from groundkit.engine.migrations import view_files
from groundkit.output.formats import render
from groundkit.table import Table

SCHEMAS = {
    "core": "Stored facts, keyed by content, and what every stage returned.",
    "bm25": "BM25 over chunks: statistics, weights and scoring.",
    "relevance": "Which chunks and hits are relevant for a query, and the denominators.",
    "measure": "One view a measure family, the formulas as macros, and all values by query.",
    "report": "What people read: summaries, deltas, histories, with names of runs and collections.",
    "quality": "Each view returns the rows that break a rule; empty means healthy.",
    "meta": "The warehouse's record of itself.",
}
"""What each schema is for, in reading order."""


def pages() -> str:
    """Return a section for every schema, with every object and its columns."""
    rows = new_dictionary().as_dicts()
    sections = []
    for schema, of_schema in groupby(rows, lambda row: str(row["schema"])):
        sections.append(f"## {schema}\n\n{SCHEMAS[schema]}")
        for _, of_object in groupby(of_schema, lambda row: (row["kind"], row["object"])):
            sections.append(_object(list(of_object)))
    return "\n\n".join(sections)


def contents() -> str:
    """Return one line a schema: its purpose and its objects, each with a link."""
    rows = new_dictionary().as_dicts()
    lines = []
    for schema, of_schema in groupby(rows, lambda row: str(row["schema"])):
        names = dict.fromkeys(row["object"] for row in of_schema)
        links = ", ".join(f"[{name}](#{schema}{name.lower()})" for name in names)
        lines.append(f"- [**{schema}**](#{schema}): {SCHEMAS[schema]} {links}")
    return "\n".join(lines)


def _object(rows: list[dict[str, Any]]) -> str:
    of_object, *columns = rows
    name = f"{of_object['schema']}.{of_object['object']}"
    call = _parameters().get(name)
    parts = [
        f"### {name}",
        f"*{of_object['kind']}.* {of_object['comment']}" + (f" Call: `{call}`." if call else ""),
    ]
    if columns:
        listed = tuple((row["column"], row["type"].lower(), row["comment"]) for row in columns)
        parts.append(render(Table(("column", "type", "meaning"), listed), "markdown").rstrip())
    return "\n\n".join(parts)


def _parameters() -> dict[str, str]:
    """Return how every macro is called, from the statements that make them."""
    found = {}
    for file in view_files():
        made = re.search(r"create or replace macro (\S+?\([^)]*\)) as", file.sql)
        if made:
            found[file.name] = made[1]
    return found
