"""Whether a better retriever could show an improvement on a collection at all, in words.

The same verdict and the same sentence as ``report.discrimination``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from groundkit.check.distractors import Difficulty, ordered_sum


@dataclass(frozen=True, slots=True)
class Discrimination:
    """Whether a better retriever could show an improvement on a collection at all."""

    num_answerable: int
    num_contested: int
    """Queries with a competing document that no single word decides."""
    num_wordless: int
    """Queries whose words lead neither to the gold nor to a competitor."""
    num_undisputed: int
    """Queries without a competing document, while some word stands with gold only."""
    num_decided: int
    """Queries that one word decides in spite of competitors."""
    num_unknown: int
    """Queries without a token; they take no part in the verdict."""
    verdict: str | None
    """``useless by construction``, ``weak`` or ``discriminates``; None: no query has a token."""
    finding: str
    """The reason as a sentence."""
    weak_queries: tuple[str, ...]
    """Ids of the undisputed and decided queries, in the order given."""


def discrimination(
    difficulties: Sequence[Difficulty], gold_ranks: Mapping[str, int | None] | None = None
) -> Discrimination:
    """Say whether a better retriever could show an improvement, and which queries prevent it.

    ``gold_ranks`` are the ranks of the first relevant hit of a BM25 baseline by query id, None
    or absent when its list has none; without a baseline its part of the verdict is left out.
    The rule is ``report.discrimination_verdict``, the sentence ``report.discrimination_finding``.
    """
    num_contested = num_wordless = num_undisputed = num_decided = 0
    weak_queries = []
    for difficulty in difficulties:
        if difficulty.num_competing_documents is None:
            continue
        competes = difficulty.num_competing_documents > 0
        if difficulty.weakness is None:
            num_contested += competes
            num_wordless += not competes
        else:
            num_decided += competes
            num_undisputed += not competes
            weak_queries.append(difficulty.query_id)
    counts = _Counts(len(difficulties), num_contested, num_wordless, num_undisputed, num_decided)
    standing = None if gold_ranks is None else _standing(difficulties, gold_ranks)
    return Discrimination(
        *counts,
        num_unknown=counts.num_answerable - counts.num_open - counts.num_weak,
        verdict=_verdict(counts, standing),
        finding=_finding(counts, standing),
        weak_queries=tuple(weak_queries),
    )


class _Counts(NamedTuple):
    """Queries by what decides them."""

    num_answerable: int
    num_contested: int
    num_wordless: int
    num_undisputed: int
    num_decided: int

    @property
    def num_open(self) -> int:
        """Queries that words do not settle."""
        return self.num_contested + self.num_wordless

    @property
    def num_weak(self) -> int:
        """Queries that words settle."""
        return self.num_undisputed + self.num_decided


class _Standing(NamedTuple):
    """What a baseline leaves to be gained."""

    num_below: int
    """Queries without a relevant hit at rank 1."""
    headroom: float
    """1 minus the mean RR."""


def _standing(
    difficulties: Sequence[Difficulty], gold_ranks: Mapping[str, int | None]
) -> _Standing | None:
    if not difficulties:
        return None
    ranks = [gold_ranks.get(difficulty.query_id) for difficulty in difficulties]
    reciprocal_ranks = ordered_sum(0.0 if rank is None else 1.0 / rank for rank in ranks)
    num_below = sum(rank != 1 for rank in ranks)
    return _Standing(num_below, 1.0 - reciprocal_ranks / len(ranks))


def _verdict(counts: _Counts, standing: _Standing | None) -> str | None:
    if counts.num_answerable and not counts.num_open + counts.num_weak:
        return None
    if not counts.num_open:
        return "useless by construction"
    nothing_to_gain = standing is not None and not standing.num_below
    return "weak" if counts.num_open < counts.num_weak or nothing_to_gain else "discriminates"


def _finding(counts: _Counts, standing: _Standing | None) -> str:
    num_known = counts.num_open + counts.num_weak
    if not counts.num_answerable:
        return "There is no answerable query, so nothing can show here."
    if not num_known:
        return (
            f"No word is known of any of the {counts.num_answerable} queries, "
            "so nothing can be said here."
        )
    if not counts.num_open:
        return (
            f"{_settled(counts)}: every retriever that matches words finds the right document, so "
            "no improvement in finding documents can show here."
        )
    contested = f"{counts.num_contested} of {num_known} queries are contested"
    if counts.num_wordless:
        contested += f" and for {counts.num_wordless} no word leads to the gold"
    if counts.num_open < counts.num_weak:
        contested = (
            f"Only {contested}: no document competes for {counts.num_undisputed} and one word "
            f"decides {counts.num_decided}"
        )
    if standing is None:
        return f"{contested}."
    if not standing.num_below:
        return (
            f"{contested}; BM25 has the gold of every query at rank 1, "
            "so no improvement can show here."
        )
    return (
        f"{contested}; BM25 leaves {standing.num_below} of {counts.num_answerable} below rank 1, "
        f"so a better retriever can show up to {standing.headroom:.3f} in RR."
    )


def _settled(counts: _Counts) -> str:
    if not counts.num_decided:
        return f"No document competes with the gold for any of the {counts.num_undisputed} queries"
    if not counts.num_undisputed:
        return f"One word alone decides each of the {counts.num_decided} queries"
    return (
        f"No document competes with the gold for {counts.num_undisputed} queries and one word "
        f"alone decides the other {counts.num_decided}"
    )
