"""Quotes that also stand in documents which their query does not label.

Searching every document for every quote would take minutes on a large collection. A document
that holds a quote holds each word in the middle of it, so only the documents that hold the
quote's rarest such words are searched. Of a quote of one or two words, a document holds a word that
contains the longer one. Only a quote without any word is looked for everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from groundkit.check.subject import Subject
from groundkit.problems import Problem
from groundkit.text.quotes import line_of, shown

_WORD = re.compile(r"\w+")

MOST_PLACES = 3
"""Other documents that one finding names."""

RAREST = 3
"""Words of a quote that a document must hold before it is searched."""


def elsewhere(subject: Subject) -> Iterator[Problem]:
    """Yield gold of grade 1 or above whose exact quote stands in an unlabelled document too."""
    quotes = {
        gold.quote
        for judgment in subject.judgment_set.judgments
        for gold in judgment.gold
        if gold.quote
    }
    finder = _Finder(subject.texts, quotes)
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
        for match in _WORD.finditer(quote)
        if match.start() > 0 and match.end() < len(quote)
    )


class _Finder:
    """Knows which documents hold which of the words that lead to quotes."""

    def __init__(self, texts: Mapping[str, str], quotes: Iterable[str]) -> None:
        self._texts = texts
        inner, edges = set[str](), set[str]()
        for quote in quotes:
            words = inner_words(quote)
            inner |= words
            if not words:
                edges.update(_longest_word(quote))
        self._containing = _containing(texts.values(), edges) if edges else {}
        wanted = frozenset(inner.union(*self._containing.values()))
        self._holders: dict[str, list[str]] = {word: [] for word in wanted}
        self._sets: dict[str, frozenset[str]] = {}
        for doc, text in texts.items():
            for word in wanted.intersection(_WORD.findall(text)):
                self._holders[word].append(doc)

    def documents_with(self, quote: str) -> tuple[str, ...]:
        """Return the documents that hold a quote exactly, in the order of the corpus."""
        return tuple(doc for doc in self._candidates(quote) if quote in self._texts[doc])

    def _set_of(self, word: str) -> frozenset[str]:
        if word not in self._sets:
            self._sets[word] = frozenset(self._holders[word])
        return self._sets[word]

    def _candidates(self, quote: str) -> Iterable[str]:
        words = inner_words(quote)
        if words:
            rarest, *others = sorted(words, key=lambda word: len(self._holders[word]))[:RAREST]
            sets = [self._set_of(word) for word in others]
            return [doc for doc in self._holders[rarest] if all(doc in one for one in sets)]
        for word in _longest_word(quote):
            held = {doc for longer in self._containing[word] for doc in self._holders[longer]}
            return (doc for doc in self._texts if doc in held)
        return self._texts


def _longest_word(quote: str) -> list[str]:
    """Return the longest word of a quote, the first on a tie; none when it has none."""
    return sorted(_WORD.findall(quote), key=len, reverse=True)[:1]


def _containing(texts: Iterable[str], wanted: Iterable[str]) -> dict[str, frozenset[str]]:
    """Return, for each wanted word, the words of the texts that it is a part of."""
    vocabulary = set[str]()
    for text in texts:
        vocabulary.update(_WORD.findall(text))
    joined = "\n".join(["", *sorted(vocabulary), ""])
    return {word: frozenset(_lines_with(joined, word)) for word in wanted}


def _lines_with(text: str, part: str) -> Iterator[str]:
    """Yield the lines of a text that hold a part; the text begins and ends with a line feed."""
    at = text.find(part)
    while at >= 0:
        end = text.index("\n", at)
        yield text[text.rindex("\n", 0, at) + 1 : end]
        at = text.find(part, end)


def _places(subject: Subject, quote: str, docs: list[str]) -> str:
    named = [
        f"{shown(doc, None)}:{line_of(subject.texts[doc], subject.texts[doc].index(quote))}"
        for doc in docs[:MOST_PLACES]
    ]
    more = len(docs) - len(named)
    return ", ".join(named) + (f" and {more} more documents" if more else "")
