"""How hard documents compete for queries, from texts and labels alone: no run, no engine.

The same numbers, bit for bit, as ``report.judgment_difficulty``
where the chunks of a text cover all its words. A set of documents is one integer with a bit a
document, so that a query over 10,000 documents is a few operations on a few integers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from groundkit.records import Judgment

NO_COMPETITOR = "no other document holds any informative word of the query"
_SLACK = 1.0 - 1e-9
"""A sum of weights in another order is off by far less than this."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard documents without gold compete for one answerable query."""

    query_id: str
    category: str
    text: str
    num_documents: int
    num_gold_documents: int
    """Documents that hold gold of the query."""
    num_terms: int | None
    """Distinct terms of the query that stand in the corpus; None when the query has no token."""
    num_informative_terms: int | None
    """Of these, how many stand in at most half of the documents; None as ``num_terms``."""
    num_competing_documents: int | None
    """Documents without gold that hold an informative term; None as ``num_terms``."""
    best_competitor_share: float | None
    """Largest share of the query's idf mass in one document without gold, from 0 to 1.

    The mass is the sum of document-level idf over the distinct terms that stand in the corpus;
    None when there are none.
    """
    exclusive_idf_share: float | None
    """Share of that mass in terms that only gold documents hold, from 0 to 1; None likewise."""
    deciding_term: str | None
    """Term of gold documents only that outweighs all that any other document holds, or None."""

    @property
    def weakness(self) -> str | None:
        """Why the query cannot tell retrievers apart, in words; None when it can."""
        if self.num_competing_documents == 0 and self.exclusive_idf_share:
            return NO_COMPETITOR
        if self.deciding_term is not None:
            return f'one word decides: "{self.deciding_term}"'
        return None


class _Spread(NamedTuple):
    """Over which documents a term is spread."""

    holders: int
    """The documents that hold it, a bit each."""
    idf: float
    """``bm25.inverse_document_frequency`` over documents."""
    is_informative: bool
    """Whether at most half of the documents hold it."""


class _Asked(NamedTuple):
    """One distinct term of a query that stands in the corpus."""

    term: str
    idf: float
    is_informative: bool
    others: int
    """The documents without gold that hold it, a bit each."""


def measure_distractors(
    documents: Mapping[str, str],
    judgments: tuple[Judgment, ...],
    gold_docs: Mapping[str, frozenset[str]],
    tokens: Callable[[str], list[str]],
) -> tuple[Difficulty, ...]:
    """Measure every answerable query, in the order of the judgments.

    ``documents`` are texts by id; ``gold_docs`` names by query id the documents with gold of
    grade 1 or above, of which those that are no documents are ignored; ``tokens`` is the
    analyzer. The definitions are those of ``report.judgment_difficulty``.
    """
    answerable = [judgment for judgment in judgments if judgment.answerable]
    asked = {judgment.text: tuple(dict.fromkeys(tokens(judgment.text))) for judgment in answerable}
    wanted = {term for terms in asked.values() for term in terms}
    spread = _spread(documents.values(), wanted, tokens)
    positions = {doc: position for position, doc in enumerate(documents)}
    found = []
    for judgment in answerable:
        gold = {positions[doc] for doc in gold_docs.get(judgment.query_id, ()) if doc in positions}
        found.append(_difficulty(judgment, asked[judgment.text], spread, gold, len(documents)))
    return tuple(found)


def _spread(
    texts: Collection[str], wanted: set[str], tokens: Callable[[str], list[str]]
) -> dict[str, _Spread]:
    """Return how the wanted terms are spread over the texts; terms of no text are absent."""
    num_texts = len(texts)
    postings: dict[str, list[int]] = {term: [] for term in wanted}
    for position, text in enumerate(texts):
        for term in wanted.intersection(tokens(text)):
            postings[term].append(position)
    spread = {}
    while postings:
        term, holding = postings.popitem()
        if holding:
            idf = math.log((num_texts - len(holding) + 0.5) / (len(holding) + 0.5) + 1.0)
            spread[term] = _Spread(_bits(holding), idf, 2 * len(holding) <= num_texts)
    return spread


def _bits(positions: Sequence[int]) -> int:
    """Return an integer with these bits set; the last position is the highest."""
    as_bytes = bytearray((positions[-1] >> 3) + 1)
    for position in positions:
        as_bytes[position >> 3] |= 1 << (position & 7)
    return int.from_bytes(as_bytes, "little")


def _difficulty(
    judgment: Judgment,
    query_terms: Sequence[str],
    spread: Mapping[str, _Spread],
    gold: set[int],
    num_documents: int,
) -> Difficulty:
    gold_bits = _bits(sorted(gold)) if gold else 0
    terms = []
    for term in query_terms:
        if found := spread.get(term):
            others = found.holders ^ (found.holders & gold_bits)
            terms.append(_Asked(term, found.idf, found.is_informative, others))
    exclusive = [term for term in terms if not term.others]
    first = min(exclusive, key=lambda term: (-term.idf, term.term), default=None)
    rivals = 0
    for asked in terms:
        if asked.is_informative:
            rivals |= asked.others
    mass = ordered_sum(term.idf for term in terms)
    best = _best_mass(terms)
    return Difficulty(
        query_id=judgment.query_id,
        category=judgment.category,
        text=judgment.text,
        num_documents=num_documents,
        num_gold_documents=len(gold),
        num_terms=len(terms) if query_terms else None,
        num_informative_terms=sum(term.is_informative for term in terms) if query_terms else None,
        num_competing_documents=rivals.bit_count() if query_terms else None,
        best_competitor_share=best / mass if terms else None,
        exclusive_idf_share=ordered_sum(term.idf for term in exclusive) / mass if terms else None,
        deciding_term=first.term if first is not None and first.idf > best else None,
    )


def _best_mass(terms: Sequence[_Asked]) -> float:
    """Return the largest sum of idf, in query order, of the terms that one other document holds.

    Documents are split by the heaviest term first into those that hold it and the rest, and so
    on. A part is left alone when all its remaining terms could not lift it to the best document
    found: of common words, which hardly weigh, few parts are ever looked at. Documents with the
    same terms stay together, so the work is bounded by the different ones.
    """
    heaviest = sorted(
        ((term.idf, place, term.others) for place, term in enumerate(terms) if term.others),
        reverse=True,
    )
    reachable = [0.0]
    for idf, _, _ in reversed(heaviest):
        reachable.append(reachable[-1] + idf)
    reachable.reverse()
    best = threshold = 0.0
    parts = [(-1, 0, 0.0, 0)]
    while parts:
        # Documents of a part, terms looked at, their weight in the part, places of those held.
        part, depth, weight, held = parts.pop()
        while depth < len(heaviest) and weight + reachable[depth] >= threshold:
            idf, place, others = heaviest[depth]
            depth += 1
            if holding := part & others:
                if holding != part:
                    parts.append((part ^ holding, depth, weight, held))
                part, weight, held = holding, weight + idf, held | 1 << place
        if depth == len(heaviest) and weight >= threshold:
            exact = ordered_sum(term.idf for place, term in enumerate(terms) if held >> place & 1)
            best = max(best, exact)
            threshold = best * _SLACK
    return best


def ordered_sum(values: Iterable[float]) -> float:
    """Add from left to right; the built-in sum compensates, the engine's ordered sum does not."""
    total = 0.0
    for value in values:
        total += value
    return total
