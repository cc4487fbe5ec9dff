"""A Python factory as a stage: it gets the collection and returns the retriever."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from groundkit.engine.session import Session
from groundkit.errors import UsageError
from groundkit.load.chunks import ChunkSet
from groundkit.records import Document
from groundkit.retrieve.callables import CallableStage, Function, RankedSpans
from groundkit.retrieve.protocol import Prepared
from groundkit.text.quotes import shown


class Chunk(NamedTuple):
    """One chunk of the run's chunk set."""

    doc: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Collection:
    """What a retriever searches."""

    documents: tuple[Document, ...]
    """Sorted by ``doc``; each has ``doc``, ``text`` and ``title``."""
    chunks: tuple[Chunk, ...]
    """The chunks of the run, by document and position."""


Factory = Callable[[Collection], Function]


class FactoryStage(CallableStage):
    """A stage whose function ``factory(collection)`` returns, once the chunks are known.

    ``name`` is stored with the run. Otherwise it is a ``CallableStage``. What the factory raises
    ends the evaluation with a UsageError.
    """

    def __init__(self, factory: Factory, *, name: str) -> None:
        if not callable(factory):
            raise UsageError(f"{name} must be callable, not {type(factory).__name__}")
        super().__init__(_not_made_yet)
        self.factory = factory
        self.name = name

    def prepare(self, session: Session, chunk_set: ChunkSet, analyzer_id: str) -> Prepared:
        """Have the function made for the chunk set."""
        documents = chunk_set.corpus.documents
        collection = Collection(
            documents,
            tuple(
                Chunk(document.doc, start, end, document.text[start:end])
                for document in documents
                for start, end in chunk_set.spans[document.text_hash]
            ),
        )
        try:
            function = self.factory(collection)
        except Exception as error:
            raise UsageError(
                f"{self.name} raised {type(error).__name__}: {shown(str(error), 200)}"
            ) from error
        if not callable(function):
            raise UsageError(
                f"{self.name} must return a callable (query, depth), not {type(function).__name__}"
            )
        self.function = function
        prepared = super().prepare(session, chunk_set, analyzer_id)
        return Prepared({**prepared.params, "function": self.name}, prepared.analyzer_id)


def imported(name: str) -> FactoryStage:
    """Return the stage that ``MODULE:FACTORY`` names; modules of the working folder come first.

    Raises UsageError when there is no such module or nothing of that name in it, or when the
    module cannot be imported.
    """
    module_name, _, attribute = name.partition(":")
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    # A module that was written since another one was looked for is not seen otherwise.
    importlib.invalidate_caches()
    try:
        module = importlib.import_module(module_name)
    except Exception as error:
        raise UsageError(
            f"{name} cannot be imported: {type(error).__name__}: {shown(str(error), 200)}"
        ) from error
    found: object = module
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise UsageError(f'module {module_name} has no "{shown(attribute)}"')
        found = getattr(found, part)
    if not callable(found):
        raise UsageError(f"{name} must be callable, not {type(found).__name__}")
    return FactoryStage(found, name=name)


def _not_made_yet(query: str, depth: int) -> RankedSpans:  # noqa: ARG001
    raise RuntimeError("prepare() must be called before answer()")
