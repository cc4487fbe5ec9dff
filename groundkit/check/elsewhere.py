"""Quotes that also stand in documents which their query does not label.

Searching every document for every quote would take minutes on a large collection. A document
that holds a quote holds each word in the middle of it, so only the documents of the quote's
rarest such word are searched; a quote without one is looked for everywhere, within a budget.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from groundkit.check.subject import Subject
from groundkit.problems import Problem
from groundkit.text.quotes import line_of, shown

SEARCH_BUDGET = 2_000_000_000
"""Characters that are searched for quotes without a whole word inside."""

MOST_PLACES = 3
"""Other documents that one finding names."""


def elsewhere(subject: Subject) -> Iterator[Problem]:
    """Yield gold of grade 1 or above whose exact quote stands in an unlabelled document too."""
    finder = _Finder(subject.texts, _wanted_words(subject))
    found: dict[str, tuple[str, ...]] = {}
    for judgment in subject.judgment_set.judgments:
        labelled = {gold.doc for gold in judgment.gold}
        for index in dict.fromkeys(span.gold_index for span in subject.spans_of(judgment)):
            gold = judgment.gold[index]
            if gold.relevance < 1 or not gold.quote or not gold.quote.strip():
                continue
            if gold.quote not in found:
                found[gold.quote] = finder.documents_with(gold.quote)
            others = [doc for doc in found[gold.quote] if doc not in labelled]
            if others:
                yield subject.at(
                    "quote-elsewhere",
                    judgment,
                    f'"{shown(gold.quote)}" also stands in {_places(subject, gold.quote, others)}',
                    "label these places too, or quote words that only the answer has",
                    index,
                )


def inner_words(quote: str) -> frozenset[str]:
    """Return the words of a quote that cannot be parts of longer ones where it stands."""
    return frozenset(
        match.group()
        for match in re.finditer(r"\w+", quote)
        if match.start() > 0 and match.end() < len(quote)
    )


def _wanted_words(subject: Subject) -> frozenset[str]:
    return frozenset(
        word
        for judgment in subject.judgment_set.judgments
        for gold in judgment.gold
        for word in inner_words(gold.quote or "")
    )


class _Finder:
    """Knows which documents hold which of the wanted words."""

    def __init__(self, texts: Mapping[str, str], wanted: frozenset[str]) -> None:
        self._texts = texts
        self._holders: dict[str, list[str]] = {word: [] for word in wanted}
        self._budget = SEARCH_BUDGET
        self._num_chars = sum(map(len, texts.values()))
        for doc, text in texts.items():
            for word in wanted.intersection(re.findall(r"\w+", text)):
                self._holders[word].append(doc)

    def documents_with(self, quote: str) -> tuple[str, ...]:
        """Return the documents that hold a quote exactly; none once the budget is spent."""
        words = inner_words(quote)
        docs: Sequence[str]
        if words:
            docs = min((self._holders[word] for word in words), key=len)
        else:
            self._budget -= self._num_chars
            docs = tuple(self._texts) if self._budget >= 0 else ()
        return tuple(doc for doc in docs if quote in self._texts[doc])


def _places(subject: Subject, quote: str, docs: list[str]) -> str:
    named = [
        f"{shown(doc, None)}:{line_of(subject.texts[doc], subject.texts[doc].index(quote))}"
        for doc in docs[:MOST_PLACES]
    ]
    more = len(docs) - len(named)
    return ", ".join(named) + (f" and {more} more documents" if more else "")
