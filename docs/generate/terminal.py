"""Runs commands of the product in a folder of their own and returns what a terminal would show."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from groundkit.cli.diagnostics import run
from groundkit.cli.root import root

CHECKOUT = Path(__file__).resolve().parents[2]
COLUMNS = "100"
"""Width of the terminal, which only help texts depend on."""

_MASKS = (
    (re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "RUN_ID"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"), "TIME"),
    (re.compile(r"\b\d+\.\d+ ms"), "… ms"),
)
"""What differs from one run to the next is replaced, so that pages can be checked."""


@contextlib.contextmanager
def scratch(*copies: str) -> Iterator[Path]:
    """Work in a new folder that holds copies of files of the checkout, and remove it at the end.

    Each of ``copies`` is ``FROM`` or ``FROM:TO``, relative to the checkout and to the new folder.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        for copy in copies:
            source, _, target = copy.partition(":")
            place = folder / (target or source)
            place.parent.mkdir(parents=True, exist_ok=True)
            if (CHECKOUT / source).is_dir():
                shutil.copytree(CHECKOUT / source, place)
            else:
                shutil.copyfile(CHECKOUT / source, place)
        with contextlib.chdir(folder):
            yield folder


def output(line: str, *, exit_code: int = 0, masked: bool = True) -> str:
    """Return what a command line prints, both streams in order.

    Ids and times are replaced unless ``masked`` is false. The working folder is the current one.
    Raises RuntimeError for another exit code.
    """
    program, *arguments = shlex.split(line)
    if program != "groundkit-wh":
        raise ValueError(f"not a command of groundkit: {line}")
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, encoding="utf-8", newline="\n", write_through=True)
    environment = dict(os.environ)
    os.environ["COLUMNS"] = COLUMNS
    os.environ.pop("GROUNDKIT_WAREHOUSE", None)
    streams = sys.stdout, sys.stderr
    try:
        sys.stdout = sys.stderr = stream
        found = run(root, arguments)
    finally:
        sys.stdout, sys.stderr = streams
        os.environ.clear()
        os.environ.update(environment)
    text = written.getvalue().decode()
    if found != exit_code:
        raise RuntimeError(f"{line}: exit code {found}, expected {exit_code}: {text}")
    for pattern, mask in _MASKS if masked else ():
        text = pattern.sub(mask, text)
    return text


def session(*lines: str, exit_code: int = 0, masked: bool = True) -> str:
    """Return a ``console`` block: each command line with what it prints.

    ``exit_code`` is that of the last line; those before it must succeed. Ids and times are
    replaced unless ``masked`` is false.
    """
    shown = []
    for number, line in enumerate(lines, start=1):
        expected = exit_code if number == len(lines) else 0
        shown.append(f"$ {line}\n{output(line, exit_code=expected, masked=masked)}")
    return fenced("console", "\n".join(shown))


def fenced(language: str, text: str) -> str:
    """Return text as a fenced block of Markdown."""
    return f"```{language}\n{text.rstrip(chr(10))}\n```"
