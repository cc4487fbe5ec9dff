"""The objects of ``sql/views`` in the order of their layers, from the headers of their files."""

from __future__ import annotations

import re

from groundkit.engine.migrations import view_files
from groundkit.files.resources import sql_folder


def table() -> str:
    """Return a row for every view and macro: its grain, and what it reads."""
    known = {file.name: file for file in view_files()}
    lines = ["| object | grain | reads |", "| --- | --- | --- |"]
    for path in sorted((sql_folder() / "views").glob("*/*.sql")):
        file = known[f"{path.parent.name.partition('_')[2]}.{path.stem}"]
        grain = re.search(r"^-- Grain: +(.*)$", file.sql, re.MULTILINE)
        if grain is None:
            raise ValueError(f"{path}: no line that begins with -- Grain:")
        lines.append(f"| `{file.name}` | {grain[1]} | {', '.join(file.reads)} |")
    return "\n".join(lines)
