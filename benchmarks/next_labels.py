"""Measures how many labels `judgments next` saves when two runs are compared; prints Markdown.

Usage: python benchmarks/next_labels.py [ORDERS]

Reads the Cranfield collection in ../shared/data and is done where it is absent. All labels are
hidden and revealed one by one, in the order of `judgments next`, in ORDERS random orders (100, of
fixed seeds) of everything that one of the two runs has in its first 10 ranks, in as many of what
the two rank differently, and rank by rank (pooling). `judgments next` puts labels of equal weight
in order of query and document; in other orders of these its counts differ, which is shown too. The
fewest labels that could settle the comparison, chosen by one who knows them all, are given as
"in hindsight". Two numbers are counted: labels until the
comparison is settled, so that no further label can change which run has the higher mean DCG@10;
and labels until the run that is ahead by the labels so far is the one that is ahead by all of
them, and stays so.
"""

from __future__ import annotations

import gzip
import platform
import random
import statistics
import sys
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from groundkit.label.next_label import (
    CUTOFF,
    TOLERANCE,
    Lists,
    Passage,
    compare,
    discount,
    next_labels,
)
from groundkit.version import VERSION

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "cranfield"
ORDERS = 100

Label = tuple[str, Passage]
"""What is labelled: a query and a passage, here a document."""


class Effort(NamedTuple):
    """How many labels an order needs."""

    settled: int
    """Until no further label can change the sign."""
    right: int
    """Until the sign by the labels so far is the final one and stays so."""


def read_run(path: Path) -> dict[str, dict[Passage, int]]:
    """Return the first ranks of a TREC run: score descending, then document id descending."""
    scores: dict[str, list[tuple[float, str]]] = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            query_id, _, doc, _, score, _ = line.split()
            scores.setdefault(query_id, []).append((float(score), doc))
    return {
        query_id: {
            Passage(doc): rank
            for rank, (_, doc) in enumerate(sorted(scored, reverse=True)[:CUTOFF], start=1)
        }
        for query_id, scored in scores.items()
    }


def read_relevant(path: Path) -> set[Label]:
    """Return what the qrels call relevant; everything else is not."""
    lines = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    return {(query_id, Passage(doc)) for query_id, _, doc, grade in lines if int(grade) >= 1}


def contributions(lists: Lists) -> dict[Label, float]:
    """Return what each retrieved document adds to first minus second list if it is relevant."""
    first, second = lists.values()
    return {
        (query_id, doc): discount(first.get(query_id, {}).get(doc))
        - discount(second.get(query_id, {}).get(doc))
        for query_id in sorted(first.keys() | second.keys())
        for doc in sorted(first.get(query_id, {}).keys() | second.get(query_id, {}).keys())
    }


def effort(order: Iterable[Label], adds: dict[Label, float], relevant: set[Label]) -> Effort:
    """Reveal the labels in this order and count."""
    final = sum(adds[label] for label in adds if label in relevant)
    known = 0.0
    least = sum(value for value in adds.values() if value < 0)
    greatest = sum(value for value in adds.values() if value > 0)
    settled, last_wrong = None, 0
    for count, label in enumerate(order, start=1):
        value = adds[label]
        known += value if label in relevant else 0
        if (value > 0) == (label in relevant):
            least += abs(value)
        else:
            greatest -= abs(value)
        if settled is None and (least > TOLERANCE or greatest < -TOLERANCE):
            settled = count
        if known * final <= 0:
            last_wrong = count
    if settled is None:
        raise SystemExit("the runs have equal means by all labels: nothing can be measured")
    return Effort(settled, last_wrong + 1)


def hindsight(adds: dict[Label, float], relevant: set[Label]) -> int:
    """Return the fewest labels that settle the comparison, if one knew what they will be."""
    ahead = 1 if sum(adds[label] for label in adds if label in relevant) > 0 else -1
    distance = sum(max(0.0, -ahead * value) for value in adds.values())
    useful = [
        abs(value)
        for label, value in adds.items()
        if value and (ahead * value > 0) == (label in relevant)
    ]
    for count, value in enumerate(sorted(useful, reverse=True), start=1):
        distance -= value
        if distance < -TOLERANCE:
            return count
    raise SystemExit("the runs have equal means by all labels: nothing can be measured")


def check(lists: Lists, order: Sequence[Label], relevant: set[Label], settled: int) -> None:
    """Stop unless groundkit agrees with the count, and keeps its order when it is asked again."""
    for revealed in (settled - 1, settled, len(order) // 2):
        labels: dict[str, dict[Passage, bool]] = {}
        for query_id, doc in order[:revealed]:
            labels.setdefault(query_id, {})[doc] = (query_id, doc) in relevant
        (found,) = compare(lists, labels)
        rest = [(it.query_id, it.passage) for it in next_labels(lists, labels)]
        if found.settled != (revealed >= settled) or rest != list(order[revealed:]):
            raise SystemExit(f"the count and groundkit disagree after {revealed} labels")


def rows(names: tuple[str, str], lists: Lists, relevant: set[Label], orders: int) -> list[str]:
    """Return the table's rows for one pair of runs."""
    adds = contributions(lists)
    differ = [label for label, value in adds.items() if value]
    asked = [(it.query_id, it.passage) for it in next_labels(lists, {})]
    chosen = effort(asked, adds, relevant)
    check(lists, asked, relevant, chosen.settled)

    def best_rank(label: Label) -> int:
        query_id, doc = label
        return min(run.get(query_id, {}).get(doc, CUTOFF + 1) for run in lists.values())

    def shuffled(labels: Sequence[Label], *, sort: bool = False) -> list[Effort]:
        found = []
        for seed in range(orders):
            order = random.Random(seed).sample(labels, len(labels))
            if sort:
                order.sort(key=lambda label: -abs(adds[label]))
            found.append(effort(order, adds, relevant))
        return found

    tried = {
        "`judgments next`": [chosen],
        "the same, equal weights shuffled": shuffled(list(adds), sort=True),
        "random": shuffled(list(adds)),
        "random, of what differs": shuffled(differ),
        "rank by rank": [effort(sorted(adds, key=best_rank), adds, relevant)],
    }
    all_labels: dict[str, dict[Passage, bool]] = {}
    for query_id, doc in adds:
        all_labels.setdefault(query_id, {})[doc] = (query_id, doc) in relevant
    (full,) = compare(lists, all_labels)
    written = [f"| {names[0]} - {names[1]}: {full.difference:+.4f}; {len(adds)}, {len(differ)} "]
    written += ["| "] * (len(tried) - 1)
    ideal = hindsight(adds, relevant)
    return [
        f"{start}| {name} | {cell([it.settled for it in found])} "
        f"| {saving(chosen.settled, [it.settled for it in found])} "
        f"| {cell([it.right for it in found])} |"
        for start, (name, found) in zip(written, tried.items(), strict=True)
    ] + [f"| | in hindsight | {ideal} | | |"]


def cell(counts: Sequence[int]) -> str:
    """Return a count, or the median and range of several."""
    if len(counts) == 1:
        return str(counts[0])
    return f"{statistics.median(counts):.0f} ({min(counts)} to {max(counts)})"


def saving(chosen: int, counts: Sequence[int]) -> str:
    """Return the share of labels that `judgments next` saves against the median of others."""
    share = 1 - chosen / statistics.median(counts)
    return f"{share:.0%}" if abs(share) >= 0.005 else ""


def main() -> None:
    """Print the table."""
    if not DATA.is_dir():
        print("the Cranfield collection (../shared/data/cranfield) is not on this machine")
        return
    orders = int(sys.argv[1]) if len(sys.argv) > 1 else ORDERS
    relevant = read_relevant(DATA / "qrels.binary.trec")
    runs = {
        path.name.removesuffix(".run.gz"): read_run(path)
        for path in sorted((DATA / "runs").glob("*.run.gz"))
    }
    print(
        f"groundkit {VERSION}, Python {platform.python_version()}, "
        f"{platform.system()} {platform.machine()}; Cranfield, 225 queries, binary qrels; "
        f"mean DCG@{CUTOFF}; {orders} random orders, median and range.\n"
    )
    print(
        "| pair: difference by all labels; documents retrieved, ranked differently | order "
        "| labels until settled | saved by `next` | labels until the sign is right for good |\n"
        "| --- | --- | ---: | ---: | ---: |"
    )
    for names in combinations(runs, 2):
        lists = {name: runs[name] for name in names}
        print("\n".join(rows(names, lists, relevant, orders)))


if __name__ == "__main__":
    main()
