"""A slow, obvious computation of every measure over ranked documents, from the definitions.

A list is walked rank by rank, as a reader would. Nothing here is shared with the SQL.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Judged:
    """One query's list with what is known of its documents."""

    docs: tuple[str, ...]
    """Best first, none twice."""
    grades: Mapping[str, int]
    """Grade of every judged document, retrieved or not."""
    rel: int = 1

    @property
    def found(self) -> list[int | None]:
        """The grade of each hit in rank order; None is unjudged."""
        return [self.grades.get(doc) for doc in self.docs]

    @property
    def relevant(self) -> list[bool]:
        return [grade is not None and grade >= self.rel for grade in self.found]

    @property
    def num_relevant(self) -> int:
        return sum(grade >= self.rel for grade in self.grades.values())

    @property
    def num_nonrelevant(self) -> int:
        return sum(0 <= grade < self.rel for grade in self.grades.values())


def ranked(scores: Mapping[str, float]) -> tuple[str, ...]:
    """Return the documents by score, then by id, both descending."""
    return tuple(sorted(scores, key=lambda doc: (scores[doc], doc), reverse=True))


def judged_list(
    scores: Mapping[str, float],
    grades: Mapping[str, int],
    rel: int = 1,
    depth: int | None = None,
    judged_only: bool = False,
) -> Judged:
    """Return the list that is measured: sorted, cut, and rid of what is not judged."""
    docs = ranked(scores)[:depth]
    if judged_only:
        docs = tuple(doc for doc in docs if grades.get(doc, -1) >= 0)
    return Judged(docs, grades, rel)


def divided(value: float, by: float) -> float:
    return value / by if by else 0.0


def average_precision(q: Judged, k: int | None = None) -> float:
    total = 0.0
    found = 0
    for rank, relevant in enumerate(q.relevant[:k], start=1):
        if relevant:
            found += 1
            total += found / rank
    return divided(total, q.num_relevant)


def capped_average_precision(q: Judged, k: int) -> float:
    return divided(average_precision(q, k) * q.num_relevant, min(k, q.num_relevant))


def num_within(q: Judged, k: int | None = None) -> int:
    return sum(q.relevant[:k])


def precision(q: Judged, k: int) -> float:
    return num_within(q, k) / k


def r_precision(q: Judged) -> float:
    return divided(num_within(q, q.num_relevant), q.num_relevant)


def multiple_r_precision(q: Judged, factor: float) -> float:
    cut = math.floor(factor * q.num_relevant + 0.9)
    return divided(num_within(q, cut), cut)


def reciprocal_rank(q: Judged, k: int | None = None) -> float:
    for rank, relevant in enumerate(q.relevant[:k], start=1):
        if relevant:
            return 1.0 / rank
    return 0.0


def bpref(q: Judged) -> float:
    total = 0.0
    above = 0
    for grade in q.found:
        if grade is None or grade < 0:
            continue
        if grade >= q.rel:
            worst = min(q.num_relevant, q.num_nonrelevant)
            total += 1.0 - min(above, q.num_relevant) / worst if above else 1.0
        else:
            above += 1
    return divided(total, q.num_relevant)


def inferred_average_precision(q: Judged) -> float:
    epsilon = 0.00001
    total = 0.0
    relevant = nonrelevant = pooled = 0
    for rank, grade in enumerate(q.found, start=1):
        if grade is None:
            continue
        if grade >= q.rel:
            if rank == 1:
                total += 1.0
            else:
                above = rank - 1
                share = (relevant + epsilon) / (relevant + nonrelevant + 2 * epsilon)
                total += 1 / rank + above / rank * (pooled / above) * share
            relevant += 1
        elif grade >= 0:
            nonrelevant += 1
        pooled += 1
    return divided(total, q.num_relevant)


def interpolated_precision(q: Judged, share: float) -> float:
    needed = math.floor(share * q.num_relevant + 0.5)
    best = 0.0
    found = 0
    for rank, relevant in enumerate(q.relevant, start=1):
        found += relevant
        if found >= needed:
            best = max(best, found / rank)
    return best


def interpolated_average(q: Judged, shares: Sequence[float]) -> float:
    total = 0.0
    for share in shares:
        total += interpolated_precision(q, share)
    return total / len(shares)


def gain_of(grade: int | None, gains: Mapping[int, float] | str | None) -> float:
    """Return the gain of a grade: mapped, exponential (``exp``), or the grade itself."""
    if grade is None:
        return 0.0
    if isinstance(gains, str):
        return 2.0**grade - 1 if grade > 0 else 0.0
    if gains is not None and grade in gains:
        return gains[grade]
    return float(max(grade, 0))


def ideal_gains(q: Judged, gains: Mapping[int, float] | str | None) -> list[float]:
    """Return the gains of the judged documents, best first, those of nothing left out."""
    found = [gain_of(grade, gains) for grade in q.grades.values()]
    return sorted((gain for gain in found if gain > 0), reverse=True)


def discounted(gains: Sequence[float]) -> float:
    total = 0.0
    for rank, gain in enumerate(gains, start=1):
        total += gain / math.log2(rank + 1)
    return total


def ndcg(q: Judged, k: int | None = None, gains: Mapping[int, float] | str | None = None) -> float:
    found = [gain_of(grade, gains) for grade in q.found[:k]]
    return divided(discounted(found), discounted(ideal_gains(q, gains)[:k]))


def ncg(q: Judged, k: int, gains: Mapping[int, float] | None = None) -> float:
    found = [gain_of(grade, gains) for grade in q.found[:k]]
    return divided(math.fsum(found), math.fsum(ideal_gains(q, gains)[:k]))


def ndcg_rel(q: Judged) -> float:
    """nDCG so far at each relevant hit, and at the end for each that was missed, on average."""
    ideal = ideal_gains(q, None)
    found = [gain_of(grade, None) for grade in q.found]
    total = 0.0
    missed = len(ideal)
    for rank, gain in enumerate(found, start=1):
        if gain > 0:
            total += discounted(found[:rank]) / discounted(ideal[:rank])
            missed -= 1
    total += missed * divided(discounted(found), discounted(ideal))
    return divided(total, len(ideal))


def r_ndcg(q: Judged) -> float:
    """nDCG after as many hits as there are documents of each grade or above, on average."""
    ideal = ideal_gains(q, None)
    found = [gain_of(grade, None) for grade in q.found]
    if not q.num_relevant:
        return 0.0
    levels = {grade for grade in q.grades.values() if grade > 0}
    cuts = [sum(grade >= level for grade in q.grades.values()) for level in levels]
    if len(found) > len(ideal) + 1:
        cuts.append(len(found))
    return sum(discounted(found[:k]) / discounted(ideal[:k]) for k in sorted(cuts)) / len(cuts)


def binary_g(q: Judged) -> float:
    total = 0.0
    others = 0
    for relevant in q.relevant:
        if relevant:
            total += 1.0 / math.log2(2 + others)
        else:
            others += 1
    return divided(total, q.num_relevant)


def graded_g(q: Judged) -> float:
    ideal = ideal_gains(q, None)
    total = 0.0
    so_far = best_so_far = 0.0
    for rank, grade in enumerate(q.found, start=1):
        gain = gain_of(grade, None)
        so_far += gain
        best_so_far += ideal[rank - 1] if rank <= len(ideal) else 1.0
        if gain > 0:
            total += gain / math.log2(2 + best_so_far - so_far)
    return divided(total, sum(ideal))


def expected_reciprocal_rank(q: Judged, max_grade: int = 4, k: int | None = None) -> float:
    total = 0.0
    goes_on = 1.0
    for rank, grade in enumerate(q.found[:k], start=1):
        satisfied = (2.0 ** min(max(grade or 0, 0), max_grade) - 1) / 2.0**max_grade
        total += goes_on * satisfied / rank
        goes_on *= 1.0 - satisfied
    return total


def rank_biased_precision(q: Judged, p: float = 0.8, k: int | None = None) -> float:
    total = 0.0
    for rank, relevant in enumerate(q.relevant[:k], start=1):
        if relevant:
            total += p ** (rank - 1)
    return (1 - p) * total


def rank_biased_residual(q: Judged, p: float = 0.8) -> float:
    """The weight of every rank whose document has no grade of 0 or above, to infinity."""
    total = 1.0
    for rank, grade in enumerate(q.found, start=1):
        if grade is not None and grade >= 0:
            total -= (1 - p) * p ** (rank - 1)
    return total


def unjudged(q: Judged, k: int) -> float:
    """The share of k that is unjudged or of a negative grade."""
    return sum(grade is None or grade < 0 for grade in q.found[:k]) / k


def judged(q: Judged, k: int | None = None) -> float:
    top = q.found[:k]
    return divided(sum(grade is not None for grade in top), len(top))


def overlap(ranking: Sequence[str], ideal: Sequence[str], p: float, depth: int) -> float:
    score = normalizer = 0.0
    for rank in range(1, depth + 1):
        common = len(set(ranking[:rank]) & set(ideal[:rank]))
        score += p ** (rank - 1) * common / rank
        normalizer += p ** (rank - 1)
    return divided(score, normalizer)


def compatibility(q: Judged, p: float = 0.95, normalize: bool = True) -> float:
    """Overlap with the ideal list that keeps the order of this one among equal grades."""
    place = {doc: rank for rank, doc in enumerate(q.docs)}
    relevant = [doc for doc, grade in q.grades.items() if grade > 0]
    ideal = sorted(relevant, key=lambda doc: (-q.grades[doc], place.get(doc, len(place))))
    depth = max(len(q.docs), len(ideal))
    score = overlap(q.docs, ideal, p, depth)
    return divided(score, overlap(ideal, ideal, p, depth)) if normalize else score


def f_measure(q: Judged, beta: float = 1.0) -> float:
    p = divided(num_within(q), len(q.docs))
    r = divided(num_within(q), q.num_relevant)
    return divided((beta + 1) * p * r, r + beta * p)
