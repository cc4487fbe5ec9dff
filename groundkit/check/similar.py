"""Finds sets that are nearly the same, without comparing every pair.

Two sets whose Jaccard similarity is at least t share an element among the rarest
``n - ceil(t * n) + 1`` of each (Chaudhuri, Ganti, Kaushik 2006; Bayardo, Ma, Srikant 2007), so
only sets that meet there are compared.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Alike:
    """A set and an earlier one that is nearly the same."""

    earlier: int
    """Position of the earlier set."""
    later: int
    """Position of the later one."""
    similarity: float
    """Shared elements over all elements of both, threshold to 1."""


def jaccard(first: frozenset[str], second: frozenset[str]) -> float:
    """Return shared elements over all elements of both, 0 to 1; 0 for two empty sets."""
    shared = len(first & second)
    union = len(first) + len(second) - shared
    return shared / union if union else 0.0


def find_alike(sets: Sequence[frozenset[str]], threshold: float) -> tuple[Alike, ...]:
    """Return each set that is like an earlier one, with the first such.

    A set that was found itself is no longer compared with: the first of a group stands for it,
    so many copies of one set stay cheap. Empty sets are like none. ``threshold`` is above 0 and
    at most 1; the lower it is, the more pairs are compared.
    """
    frequency = Counter(element for each in sets for element in each)
    shared = [element for element, number in frequency.items() if number > 1]
    shared.sort(key=lambda element: (frequency[element], element))
    rank = {element: position for position, element in enumerate(shared)}
    holders: dict[int, list[int]] = {}
    found: list[Alike] = []
    for later, each in enumerate(sets):
        # What no other set holds is rarest of all, and leads to none.
        order = sorted(rank[element] for element in each if element in rank)
        num_rarest = len(each) - math.ceil(threshold * len(each) - 1e-9) + 1
        prefix = order[: max(0, num_rarest - (len(each) - len(order)))]
        candidates: set[int] = set()
        for element in prefix:
            candidates.update(holders.get(element, ()))
        for earlier in sorted(candidates):
            sizes = sorted((len(sets[earlier]), len(each)))
            if sizes[0] < threshold * sizes[1] - 1e-9:
                continue
            similarity = jaccard(sets[earlier], each)
            if similarity >= threshold:
                found.append(Alike(earlier, later, similarity))
                break
        else:
            for element in prefix:
                holders.setdefault(element, []).append(later)
    return tuple(found)
