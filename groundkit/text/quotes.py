"""Quotes: where they stand in a text, and what to say when they do not.

A gold quote is resolved to one character span of the current text. It is never resolved by
guess: a quote that is missing, or that occurs twice, is a problem for its author.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from groundkit.errors import InputError
from groundkit.records import Corpus, Gold, GoldSpan, Judgment, JudgmentSet, Span
from groundkit.text.analyzers import Word
from groundkit.text.nearest import nearest_text

MOST_LINES = 20
"""Line numbers that one problem lists."""

SEARCH_BUDGET = 300_000_000
"""Characters of text that one ``resolve`` compares with quotes that were not found."""


def occurrences(text: str, quote: str) -> list[int]:
    """Return the offset of every occurrence of ``quote``, overlapping ones too, ascending.

    "aa" occurs twice in "aaa". The empty quote occurs at every offset, the end included.
    """
    found: list[int] = []
    at = text.find(quote)
    while at >= 0:
        if len(quote) > 64 and found and at < found[-1] + len(quote):
            # Every further find would compare almost the whole quote again.
            return found + _overlapping_occurrences(text, quote, at)
        found.append(at)
        at = text.find(quote, at + 1)
    return found


def _overlapping_occurrences(text: str, quote: str, start: int) -> list[int]:
    """Return the occurrences from ``start`` on in linear time (Knuth, Morris, Pratt 1977)."""
    borders = [0]
    matched = 0
    for character in quote[1:]:
        while matched and character != quote[matched]:
            matched = borders[matched - 1]
        matched += character == quote[matched]
        borders.append(matched)

    found: list[int] = []
    matched = 0
    for offset in range(start, len(text)):
        while matched and text[offset] != quote[matched]:
            matched = borders[matched - 1]
        matched += text[offset] == quote[matched]
        if matched == len(quote):
            found.append(offset + 1 - matched)
            matched = borders[matched - 1]
    return found


def line_of(text: str, offset: int) -> int:
    """Return the 1-based number of the line that ``offset`` is in; only LF ends a line."""
    return text.count("\n", 0, offset) + 1


def overlaps(first: Span, second: Span) -> bool:
    """Return whether two spans of one text share a character; touching is not overlapping."""
    return first.start < second.end and second.start < first.end


def token_overlap(query: str, quote: str) -> float:
    """Return the share of the query's distinct tokens that the quote holds too, 0 to 1.

    0 for a query without tokens. A label whose overlap is near 1 rewards word matching.
    """
    word = Word()
    asked = set(word.tokens(query))
    return len(asked & set(word.tokens(quote))) / len(asked) if asked else 0.0


def shown(text: str, limit: int | None = 60) -> str:
    """Return ``text`` for a message: on one line, at most ``limit`` characters of it.

    Double quotes, backslashes and everything that does not print as itself (controls, line
    separators, invisible and direction marks, white space other than the space, lone
    surrogates) are escaped as in JSON, so that a text can neither break a message's line nor
    steer a terminal. An ellipsis stands for what was cut; None cuts nothing.
    """
    cut = limit is not None and len(text) > limit
    return "".join(map(_escaped, text[:limit] if cut else text)) + ("…" if cut else "")


def _escaped(character: str) -> str:
    plain = character.isprintable() and character not in '"\\'
    return character if plain else json.dumps(character)[1:-1]


def resolve(corpus: Corpus, judgment_set: JudgmentSet) -> tuple[GoldSpan, ...]:
    """Return where every gold quote stands, in the order of the judgments and their gold.

    A quote of None is the whole document. Raises one InputError with a line for each quote
    that is missing or occurs more than once, each document that the corpus lacks, and each
    field that this version cannot honour.
    """
    resolver = _Resolver(
        place=shown(judgment_set.name, None),
        texts={document.doc: document.text for document in corpus.documents},
        budget=SEARCH_BUDGET,
    )
    for judgment in judgment_set.judgments:
        resolver.judgment(judgment)
    if resolver.problems:
        raise InputError(resolver.problems)
    return tuple(resolver.spans)


@dataclass(slots=True)
class _Resolver:
    """Collects the spans and the problems of one judgment set."""

    place: str
    texts: Mapping[str, str]
    budget: int
    """Characters of text that may still be compared with quotes that were not found."""
    spans: list[GoldSpan] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    similar_docs: dict[str, str | None] = field(default_factory=dict)

    def judgment(self, judgment: Judgment) -> None:
        """Resolve all gold of one judgment."""
        where = f"{self.place}:{judgment.line}"
        if judgment.filter is not None:
            value = json.dumps(judgment.filter)
            value = value if len(value) <= 60 else value[:60] + "…"
            self.problems.append(f"{where}: filter {value} is not supported yet; leave it out")
        for index, gold in enumerate(judgment.gold):
            problems = list(_unsupported(gold, index))
            text = self.texts.get(gold.doc)
            if text is None:
                problems.append(self._no_document(gold.doc))
            elif not problems:
                problem = self._gold(judgment.query_id, index, gold, text)
                problems += [problem] if problem else []
            self.problems += [f"{where}: {problem}" for problem in problems]

    def _gold(self, query_id: str, index: int, gold: Gold, text: str) -> str | None:
        """Record the span of one gold entry, or return why there is none."""
        if gold.quote is None:
            start, end = 0, len(text)
        else:
            found = occurrences(text, gold.quote)
            if not found:
                return self._not_found(gold.doc, gold.quote, text)
            if len(found) > 1:
                return (
                    f"quote occurs {len(found)} times in {shown(gold.doc, None)} "
                    f'({_lines(text, found)}): "{shown(gold.quote)}"; '
                    "quote more of the surrounding text so that it occurs once"
                )
            start, end = found[0], found[0] + len(gold.quote)
        self.spans.append(GoldSpan(query_id, index, 0, gold.doc, start, end, "exact"))
        return None

    def _not_found(self, doc: str, quote: str, text: str) -> str:
        """Say that a quote is missing, with the text that was probably meant."""
        self.budget -= len(text)
        near = nearest_text(text, quote) if self.budget >= 0 else None
        if near is None:
            hint = (
                "nothing in the document is similar"
                if self.budget >= 0
                else "too many quotes were not found to look for similar text; mend some first"
            )
            return f'quote not found in {shown(doc, None)}: "{shown(quote)}"; {hint}'
        span, _ = near
        wanted, actual = _where_they_differ(quote, text[span.start : span.end])
        return (
            f'quote not found in {shown(doc, None)}: "{wanted}"; '
            f'nearest text at line {line_of(text, span.start)}: "{actual}"'
        )

    def _no_document(self, doc: str) -> str:
        """Say that a document is missing, with the one that was probably meant."""
        if doc not in self.similar_docs:
            self.similar_docs[doc] = _similar_doc(doc, self.texts)
        guess = self.similar_docs[doc]
        hint = (
            f'did you mean "{shown(guess, None)}"?'
            if guess is not None
            else "doc is the path below the corpus folder, with forward slashes"
        )
        return f'gold document "{shown(doc, None)}" is not in the corpus; {hint}'


def _unsupported(gold: Gold, index: int) -> Iterable[str]:
    """Yield a problem for each field of a gold entry that this version cannot honour."""
    where = f"gold[{index}]"
    if gold.occurrence != "unique":
        yield (
            f'{where}.occurrence "{shown(gold.occurrence)}" is not supported yet; '
            'use "unique" and quote enough text for the quote to occur once'
        )
    if gold.match != "exact":
        yield (
            f'{where}.match "{shown(gold.match)}" is not supported yet; '
            'use "exact" and quote the document character for character'
        )
    for name, value in (("prefix", gold.prefix), ("suffix", gold.suffix)):
        if value is not None:
            yield (
                f'{where}.{name} "{shown(value)}" is not supported yet; '
                "use a longer quote that holds this text"
            )


def _similar_doc(doc: str, docs: Iterable[str]) -> str | None:
    """Return the document whose path is most like ``doc``, or None; the first one on a tie."""
    from rapidfuzz import fuzz, process

    found = process.extractOne(doc, list(docs), scorer=fuzz.ratio, score_cutoff=60)
    return None if found is None else str(found[0])


def _lines(text: str, offsets: Iterable[int]) -> str:
    """Return ``lines 3, 17`` for ascending offsets, at most ``MOST_LINES`` of them."""
    numbers: list[str] = []
    line, counted = 1, 0
    for offset in offsets:
        if len(numbers) == MOST_LINES:
            numbers.append("…")
            break
        line += text.count("\n", counted, offset)
        counted = offset
        numbers.append(str(line))
    return f"lines {', '.join(numbers)}"


def _where_they_differ(quote: str, actual: str) -> tuple[str, str]:
    """Return both texts for a message, long ones from a little before their first difference."""
    pairs = enumerate(zip(quote, actual, strict=False))
    common = next((index for index, (wanted, found) in pairs if wanted != found), 0)
    skipped = max(0, common - 20) if max(len(quote), len(actual)) > 60 else 0
    lead = "…" if skipped else ""
    return lead + shown(quote[skipped:]), lead + shown(actual[skipped:])
