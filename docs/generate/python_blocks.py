"""Runs the Python blocks of a page as they are printed, one after another, in a scratch folder."""

from __future__ import annotations

import contextlib
import io
import re
from functools import cache

from generate.terminal import CHECKOUT, fenced, scratch

_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str) -> list[str]:
    """Return the Python blocks of a page, in order; ``page`` is relative to the checkout."""
    return _BLOCK.findall((CHECKOUT / page).read_text(encoding="utf-8"))


@cache
def outputs(page: str) -> tuple[str, ...]:
    """Return what every Python block of a page prints.

    The blocks share their names, as in one session. The folder they run in holds the example
    collection as ``evals/``. What a block raises is raised.
    """
    printed = []
    names: dict[str, object] = {"__name__": "__main__"}
    with scratch("evals"):
        for number, block in enumerate(blocks(page), start=1):
            with contextlib.redirect_stdout(io.StringIO()) as output:
                code = compile(block, f"{page}, Python block {number}", "exec")
                exec(code, names)  # noqa: S102 - these are our own pages
            printed.append(output.getvalue())
    return tuple(printed)


def output(page: str, number: int) -> str:
    """Return what the given block, from 1, prints, as a fenced block."""
    return fenced("text", outputs(page)[number - 1])
