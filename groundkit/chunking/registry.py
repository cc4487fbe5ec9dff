"""Chunkers by name: the built-in ones, and those of installed packages.

A package offers one as an entry point of the group ``groundkit.chunkers``: a callable that
takes ``chunk_size`` and ``chunk_overlap`` (and ``revision`` when the user names one) and
returns a ``Chunker``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from groundkit.chunking.fixed import Fixed
from groundkit.chunking.protocol import MEMBERS, Chunker
from groundkit.chunking.recursive import Recursive
from groundkit.errors import UsageError, unknown_name
from groundkit.text.quotes import shown

ENTRY_POINTS = "groundkit.chunkers"
BUILT_IN = ("recursive", "fixed")


def chunker(spec: str, *, chunk_size: int, chunk_overlap: int) -> Chunker:
    """Return the chunker that ``spec`` names: ``NAME``, or ``NAME@REVISION``.

    Raises UsageError for an unknown name or revision, a size or overlap that it refuses, or
    an entry point that cannot be loaded or returns no chunker.
    """
    name, at, number = spec.partition("@")
    if at and not (number.isascii() and number.isdigit() and len(number) < 10):
        raise UsageError(
            f'chunker "{shown(spec)}": expected a whole number after "@", as in recursive@1'
        )
    revision = int(number) if at else None

    if name == "recursive":
        if revision is None:
            return Recursive(chunk_size, chunk_overlap)
        return Recursive(chunk_size, chunk_overlap, revision)
    made: Chunker
    if name == "fixed":
        made = Fixed(chunk_size, chunk_overlap)
    else:
        made = _installed(name, chunk_size, chunk_overlap, revision)
    if revision not in (None, made.revision):
        raise UsageError(f"chunker {name} has no revision {revision}; use {name}@{made.revision}")
    return made


def refuse_impostor(chunker: Chunker) -> None:
    """Raise UsageError for a chunker of one's own under the name of a built-in one.

    The chunks of built-in chunkers are reused without running them, so nobody else may store
    chunks under their identity.
    """
    if chunker.name in BUILT_IN and not is_built_in(chunker):
        raise UsageError(
            f'a chunker of your own cannot be called "{chunker.name}", which is a built-in one; '
            "give it another name"
        )


def is_built_in(chunker: Chunker) -> bool:
    """Return whether the rules of a chunker are those of this package, not of a subclass."""
    return type(chunker) in (Recursive, Fixed)


def _installed(name: str, chunk_size: int, chunk_overlap: int, revision: int | None) -> Chunker:
    """Return the chunker of an installed package."""
    from importlib.metadata import entry_points

    found = {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}
    if name not in found:
        raise UsageError(unknown_name("chunker", shown(name), {*found, *BUILT_IN}))
    source = f'chunker "{name}" ({found[name].value})'
    try:
        factory: Callable[..., Any] = found[name].load()
    except (ImportError, AttributeError) as error:
        raise UsageError(f"{source} cannot be loaded: {shown(str(error), 200)}") from error
    options = {"chunk_size": chunk_size, "chunk_overlap": chunk_overlap}
    if revision is not None:
        options["revision"] = revision
    try:
        made = factory(**options)
    except (TypeError, ValueError) as error:
        raise UsageError(f"{source} refuses {options}: {shown(str(error), 200)}") from error

    missing = [member for member in MEMBERS if not hasattr(made, member)]
    if missing:
        raise UsageError(f"{source} returned no chunker: it lacks {', '.join(missing)}")
    chunker: Chunker = made
    return chunker
