"""What is audited, read once and shared by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from groundkit.categories import Category
from groundkit.check.rules import CheckSettings
from groundkit.chunking.protocol import Chunker
from groundkit.problems import Problem
from groundkit.records import Corpus, Gold, GoldSpan, Judgment, JudgmentSet
from groundkit.text.analyzers import Word
from groundkit.text.quotes import shown


@dataclass(frozen=True)
class Subject:
    """A corpus and its judgments, with where each quote stands."""

    data: bytes
    """The judgments file as it is."""
    corpus: Corpus
    files: tuple[str, ...]
    """Every file below the corpus folder, documents or not."""
    blank: tuple[str, ...]
    """Those that would be documents if they held text."""
    judgment_set: JudgmentSet
    spans: Mapping[int, tuple[GoldSpan, ...]]
    """Of the gold that could be resolved, by ``file_position`` of the judgment."""
    categories: Mapping[str, Category]
    chunker: Chunker
    settings: CheckSettings

    @cached_property
    def place(self) -> str:
        """Return the judgments file as it is shown."""
        return shown(self.judgment_set.name, None)

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """Return the text of each document."""
        return {document.doc: document.text for document in self.corpus.documents}

    @cached_property
    def document_frequency(self) -> Mapping[str, int]:
        """Return in how many documents each token of the corpus stands."""
        word = Word()
        holders: Counter[str] = Counter()
        for text in self.texts.values():
            holders.update(set(word.tokens(text)))
        return holders

    def spans_of(self, judgment: Judgment) -> tuple[GoldSpan, ...]:
        """Return where the gold of a judgment stands, as far as it could be resolved."""
        return self.spans.get(judgment.file_position, ())

    def gold_of(self, judgment: Judgment) -> list[tuple[int, Gold]]:
        """Return the gold entries that could be read, with their index."""
        return [
            (index, gold)
            for index, gold in enumerate(judgment.gold)
            if gold.doc and gold.quote != ""
        ]

    def of_category(self, name: str) -> list[Judgment]:
        """Return the judgments of one category that have a query."""
        return [j for j in self.judgment_set.judgments if j.category == name and j.text]

    def at(
        self,
        rule: str,
        judgment: Judgment,
        message: str,
        suggestion: str | None = None,
        gold_index: int | None = None,
    ) -> Problem:
        """Return a problem of one judgment."""
        return Problem(
            rule, self.place, judgment.line, message, suggestion, judgment.query_id, gold_index
        )

    def in_corpus(
        self, rule: str, relative: str | None, message: str, suggestion: str | None = None
    ) -> Problem:
        """Return a problem of one file of the corpus, or of the corpus as a whole."""
        root = shown(self.corpus.name, None).rstrip("/")
        place = root if relative is None else f"{root}/{shown(relative, None)}"
        return Problem(rule, place, None, message, suggestion)
