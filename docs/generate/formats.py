"""The generated parts of docs/formats-and-exit-codes.md."""

from __future__ import annotations

import datetime

from generate.terminal import fenced
from groundkit import errors
from groundkit.cli.diagnostics import BUG, INTERRUPTED
from groundkit.output.formats import FORMATS, render
from groundkit.table import Table

EXAMPLE = Table(
    ("query_id", "score", "hits", "note", "created_at"),
    (
        ("first", 21.58239104, 10, 'says "lease", twice', datetime.datetime(2026, 11, 30, 9, 30)),
        ("second", None, 0, "two\nlines", datetime.datetime(2026, 11, 30, 9, 31, 0, 250000)),
    ),
)
LANGUAGES = {"table": "text", "markdown": "markdown", "json": "json", "jsonl": "json", "csv": "csv"}


def examples() -> str:
    """Return the example table in every text format."""
    return "\n\n".join(
        f"**{name}**\n\n{fenced(LANGUAGES[name], render(EXAMPLE, name))}"
        for name in FORMATS
        if name != "parquet"
    )


def exit_codes() -> str:
    """Return a row for every exit code, with the exception that stands for it."""
    rows = [(0, "", "Done.")]
    for kind in errors.GroundkitError.__subclasses__():
        meaning = (kind.__doc__ or "").splitlines()[0]
        rows.append((kind.exit_code, f"`groundkit.errors.{kind.__name__}`", meaning))
    rows.append((BUG, "any other exception", "A bug in groundkit; `--debug` shows the traceback."))
    rows.append((INTERRUPTED, "`KeyboardInterrupt`", "Interrupted; nothing of the run is stored."))
    lines = ["| code | in Python | meaning |", "| ---: | --- | --- |"]
    lines += [f"| {code} | {kind} | {meaning} |" for code, kind, meaning in sorted(rows)]
    return "\n".join(lines)
