"""Which label would tell most about the difference between ranked lists, and whether any still can.

The method is that of Carterette, Allan and Sitaraman, Minimal test collections for retrieval
evaluation, SIGIR 2006, for a measure that is a sum over the relevant passages of a list: here
DCG@k with binary gain, in which a relevant passage at rank r <= k counts its *discount*
1 / log2(1 + r), and one beyond rank k, or not in the list, counts 0. A passage that is relevant
changes the difference of two lists by the difference of its two discounts, and by nothing when it
is not relevant. As long as its label is unknown, the difference is uncertain by just that much.
That amount is the **weight** of the passage: what the label takes off the distance between the
least and the greatest difference that are still possible, whatever the label turns out to be.

- Of two lists, the weight is the absolute difference of the discounts in the two.
- Of more, it is the largest such difference over the pairs of lists that are not settled yet; over
  all pairs once all of them are.
- Of one list, it is the passage's own discount: what its label says about that list's DCG@k.

**Settled.** The measure compared is the mean of DCG@k over all queries given. Labels of different
queries are independent of each other, so the mean is least when every query's difference is, and
greatest when every one is: a comparison is settled when *all* ways to complete the labels give
the mean difference the same sign, whether or not single queries are still open. Two lists are
settled as equal when every completion gives a difference of 0. The number of queries divides the
difference and never changes its sign, so a query that turns out to have no answer unsettles
nothing. What is settled is which list has the higher mean DCG@k on these queries: not another
measure such as nDCG@k, whose divisor depends on labels of passages that no list holds, and not
what other queries would say.

**Overlap.** Passages may come from different chunkings. For the weight, a list that does not
hold a passage itself, but others that overlap it, is taken to show the same evidence, at the best
rank of these. For the bounds a label counts for the passage that has it and no other, because two
passages that overlap need not both be relevant; they are then wider than the truth, never
narrower.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import fsum, log2
from typing import NamedTuple

CUTOFF = 10
"""Ranks that are looked at unless told otherwise."""

TOLERANCE = 1e-9
"""Mean differences up to this are equal: 1 / log2(8) three times is 1 but for rounding."""


class Passage(NamedTuple):
    """A span of a document, in code points and half-open; by default the whole document."""

    doc: str
    start: int = 0
    end: int = sys.maxsize


Lists = Mapping[str, Mapping[str, Mapping[Passage, int]]]
"""By name of a ranked list, then by query: the rank of each passage, from 1."""

Labels = Mapping[str, Mapping[Passage, bool]]
"""By query: the passages that have a label, and whether they are relevant."""


@dataclass(frozen=True, slots=True)
class Unlabelled:
    """A passage retrieved for a query that has no label yet."""

    query_id: str
    passage: Passage
    weight: float
    """What a label would take off the range of possible differences of one query, 0 to 1."""
    ranks: tuple[tuple[str, int | None], ...]
    """Each list, in the order given, with the rank of the passage or of the best that overlaps
    it; None when that is beyond the cutoff or there is none."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the labels so far say about two lists: ``first`` minus ``second``, mean DCG@k."""

    first: str
    second: str
    num_queries: int
    difference: float
    """As if every passage without a label were not relevant."""
    least: float
    """The smallest difference that a completion of the labels can give."""
    greatest: float
    """The largest difference that a completion of the labels can give."""

    @property
    def settled(self) -> bool:
        """Whether no completion of the labels can change the sign of the difference."""
        return sign(self.least) == sign(self.greatest)

    @property
    def better(self) -> str | None:
        """The list that is better whatever the missing labels are; None when open or equal."""
        if not self.settled or sign(self.least) == 0:
            return None
        return self.first if self.least > 0 else self.second


def sign(difference: float) -> int:
    """Return -1, 0 or 1; a difference within ``TOLERANCE`` is 0."""
    return (difference > TOLERANCE) - (difference < -TOLERANCE)


def discount(rank: int | None, cutoff: int = CUTOFF) -> float:
    """Return what a relevant passage at this rank adds to DCG@cutoff; 0 for None or beyond."""
    return 1 / log2(1 + rank) if rank is not None and rank <= cutoff else 0.0


def next_labels(lists: Lists, labels: Labels, cutoff: int = CUTOFF) -> tuple[Unlabelled, ...]:
    """Return every passage within the cutoff that has no label, the most telling first.

    Equal weights are in order of query, document, start and end. The module says what a weight
    is. Raises ValueError when there is no list.
    """
    if not lists:
        raise ValueError("expected at least one ranked list")
    names = list(lists)
    open_pairs = [
        (names.index(found.first), names.index(found.second))
        for found in compare(lists, labels, cutoff)
        if not found.settled
    ]
    pairs = open_pairs or list(combinations(range(len(names)), 2))
    candidates = []
    for query_id in _queries(lists):
        shown = [_within(ranked.get(query_id, {}), cutoff) for ranked in lists.values()]
        known = labels.get(query_id, {})
        for passage in set().union(*shown) - known.keys():
            ranks = [_rank(passage, ranked) for ranked in shown]
            parts = [discount(rank, cutoff) for rank in ranks]
            weight = max((abs(parts[a] - parts[b]) for a, b in pairs), default=parts[0])
            candidates.append(
                Unlabelled(query_id, passage, weight, tuple(zip(names, ranks, strict=True)))
            )
    return tuple(sorted(candidates, key=lambda it: (-it.weight, it.query_id, it.passage)))


def compare(lists: Lists, labels: Labels, cutoff: int = CUTOFF) -> tuple[Comparison, ...]:
    """Return one comparison for every pair of lists, in the order given; none for a single list."""
    queries = _queries(lists)
    return tuple(
        _compare(lists, first, second, queries, labels, cutoff)
        for first, second in combinations(lists, 2)
    )


def _compare(
    lists: Lists, first: str, second: str, queries: list[str], labels: Labels, cutoff: int
) -> Comparison:
    known: list[float] = []
    rises: list[float] = []
    falls: list[float] = []
    for query_id in queries:
        ranks_a = lists[first].get(query_id, {})
        ranks_b = lists[second].get(query_id, {})
        labelled = labels.get(query_id, {})
        for passage in ranks_a.keys() | ranks_b.keys():
            added = discount(ranks_a.get(passage), cutoff)
            taken = discount(ranks_b.get(passage), cutoff)
            if passage not in labelled:
                (rises if added > taken else falls).extend((added, -taken))
            elif labelled[passage]:
                known.extend((added, -taken))
    # fsum rounds once, whatever the order: the result depends on no order of queries or passages.
    divisor = max(1, len(queries))
    return Comparison(
        first,
        second,
        len(queries),
        fsum(known) / divisor,
        fsum(known + falls) / divisor,
        fsum(known + rises) / divisor,
    )


def _queries(lists: Lists) -> list[str]:
    """Return every query of any list, sorted."""
    return sorted({query_id for ranked in lists.values() for query_id in ranked})


def _within(ranked: Mapping[Passage, int], cutoff: int) -> dict[Passage, int]:
    return {passage: rank for passage, rank in ranked.items() if rank <= cutoff}


def _rank(passage: Passage, ranked: Mapping[Passage, int]) -> int | None:
    """Return the rank of the passage, else that of the best passage that overlaps it, else None."""
    if passage in ranked:
        return ranked[passage]
    return min((rank for other, rank in ranked.items() if overlap(passage, other)), default=None)


def overlap(one: Passage, other: Passage) -> bool:
    """Return whether two passages share a character; touching is not overlapping."""
    return one.doc == other.doc and one.start < other.end and other.start < one.end
