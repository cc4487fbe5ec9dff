"""Reads everything that a run needs before any other work, so that bad input stops it first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from groundkit.categories import BUILT_IN, Category
from groundkit.files.corpus_folder import read_corpus
from groundkit.files.judgment_file import read_judgments
from groundkit.files.resources import example_folder
from groundkit.records import Corpus, GoldSpan, JudgmentSet
from groundkit.text.resolution import resolve

MAX_DOCUMENT_BYTES = 10 * 1024 * 1024
EXAMPLE = "groundkit-example"
"""What the bundled collection is called in a warehouse."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """A corpus and judgments, read, with every quote resolved."""

    root: Path
    """Folder of the corpus."""
    corpus: Corpus
    judgment_set: JudgmentSet
    gold_spans: tuple[GoldSpan, ...]
    custom_categories: Mapping[str, bool]
    """The project's own categories: name to whether its queries are answerable."""


def read_example() -> Inputs:
    """Read the bundled collection, under the same name wherever it is installed."""
    folder = example_folder()
    return read_inputs(
        folder / "corpus",
        folder / "judgments.jsonl",
        corpus_name=EXAMPLE,
        judgments_name=EXAMPLE,
    )


def read_inputs(
    corpus: Path,
    judgments: Path,
    *,
    categories: Mapping[str, Category] = BUILT_IN,
    corpus_name: str | None = None,
    judgments_name: str | None = None,
    max_document_bytes: int = MAX_DOCUMENT_BYTES,
) -> Inputs:
    """Read a corpus folder and a judgments file and resolve every quote.

    Raises InputError with all problems of the first of the three steps that has any.
    """
    judgment_set = read_judgments(judgments, name=judgments_name, categories=categories)
    read = read_corpus(corpus, name=corpus_name, max_document_bytes=max_document_bytes)
    custom = {
        name: category.answerable for name, category in categories.items() if name not in BUILT_IN
    }
    return Inputs(corpus, read, judgment_set, resolve(read, judgment_set), custom)
