"""Reads everything that a run needs before any other work, so that bad input stops it first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from groundkit.api.stored import look_up, stored_corpus, stored_judgments
from groundkit.categories import BUILT_IN, Category
from groundkit.engine.session import Session
from groundkit.errors import UsageError
from groundkit.files.corpora import read_corpus_at
from groundkit.files.corpus_columns import CorpusColumns
from groundkit.files.judgment_file import read_judgments
from groundkit.files.resources import example_folder
from groundkit.records import Corpus, GoldSpan, JudgmentSet
from groundkit.text.quotes import shown
from groundkit.text.resolution import resolve

MAX_DOCUMENT_BYTES = 10 * 1024 * 1024
EXAMPLE = "groundkit-example"
"""What the bundled collection is called in a warehouse."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """A corpus and judgments, read, with every quote resolved."""

    root: Path | None
    """Folder or file of the corpus; None when it was stored already."""
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
    columns: CorpusColumns | None = None,
    categories: Mapping[str, Category] = BUILT_IN,
    corpus_name: str | None = None,
    judgments_name: str | None = None,
    max_document_bytes: int = MAX_DOCUMENT_BYTES,
    stored: Session | None = None,
) -> Inputs:
    """Read a corpus, a folder or a file, and a judgments file, and resolve every quote.

    Where no such path exists and ``stored`` is a warehouse, what is stored there under that name
    or hash is taken. Raises InputError with all problems of the first of the three steps that has
    any, and UsageError for stored content without the texts that this needs.
    """
    known_judgments = known_corpus = None
    if stored is not None and not judgments.exists():
        known_judgments = look_up(stored, "judgments", str(judgments))
    if stored is not None and not corpus.exists():
        known_corpus = look_up(stored, "corpus", str(corpus))
    if stored is not None and known_judgments is not None:
        judgment_set = stored_judgments(stored, known_judgments)
        _check_texts(judgment_set)
    else:
        judgment_set = read_judgments(judgments, name=judgments_name, categories=categories)
    if stored is not None and known_corpus is not None:
        read = stored_corpus(stored, known_corpus)
    else:
        read = read_corpus_at(
            corpus, columns, name=corpus_name, max_document_bytes=max_document_bytes
        )
    custom = {
        name: category.answerable for name, category in categories.items() if name not in BUILT_IN
    }
    root = corpus if known_corpus is None else None
    return Inputs(root, read, judgment_set, resolve(read, judgment_set), custom)


def _check_texts(judgment_set: JudgmentSet) -> None:
    """Raise UsageError when grades were imported without what was asked."""
    judgments = judgment_set.judgments
    if judgments and not any(judgment.text for judgment in judgments):
        raise UsageError(
            f'judgments "{shown(judgment_set.name, None)}" have no query texts, so nothing can be '
            "searched for; import them again with --queries"
        )
