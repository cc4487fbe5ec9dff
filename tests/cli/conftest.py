"""The small collection as fixtures, and the command line in this process."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable

import pytest
from small_collection import Collection, Finished, collection, evaluated, opened

__all__ = ["cli", "collection", "evaluated", "opened"]


@pytest.fixture
def cli(
    collection: Collection,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> Callable[..., Finished]:
    """Return a function that runs a command line in the folder of the collection."""
    from groundkit.cli.diagnostics import run
    from groundkit.cli.root import root

    monkeypatch.chdir(collection.folder)
    for name in os.environ:
        if name.startswith("GROUNDKIT_"):
            monkeypatch.delenv(name)

    def call(*arguments: object, stdin: bytes = b"") -> Finished:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        capsysbinary.readouterr()
        if isinstance(sys.stderr, io.TextIOWrapper):
            sys.stderr.reconfigure(errors="backslashreplace")  # As Python's own is.
        code = run(root, [str(argument) for argument in arguments])
        out, err = capsysbinary.readouterr()
        return Finished(code, out.decode(), err.decode())

    return call
