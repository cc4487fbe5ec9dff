"""``judgments next``: which hits of stored runs to label next, and what is certain already."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundkit.api import references
from groundkit.engine.session import Session
from groundkit.errors import UsageError, unknown_name
from groundkit.files.resources import query
from groundkit.label import next_label as method
from groundkit.label.next_label import CUTOFF, Comparison, Passage, Unlabelled, overlap, sign
from groundkit.table import Table
from groundkit.text.analyzers import Word
from groundkit.text.quotes import line_of
from groundkit.text.snippets import first_match, snippet

if TYPE_CHECKING:
    from groundkit.api.warehouse import Warehouse

COLUMNS = (
    "weight",
    "query_id",
    "query",
    "doc",
    "place",
    "start_offset",
    "end_offset",
    "ranks",
    "snippet",
)

QueryKey = tuple[str, int]
"""The text of a query, and which of the queries with this text it is, from 1."""


@dataclass(frozen=True, slots=True)
class _Source:
    """One of the runs asked about."""

    run_id: str
    name: str
    corpus_hash: str
    documents_hash: str
    depths: dict[str, int | None]
    """The depth of each stage looked at, in order of execution."""
    queries: dict[QueryKey, str]
    """The id of each query that is looked at."""


def next_labels(
    warehouse: Warehouse,
    runs: Sequence[str] = (references.LATEST,),
    *,
    stage: str | None = None,
    limit: int = 20,
    unanswerable: bool = False,
) -> Table:
    """Return the hits without a label whose label would tell most about which list is better.

    ``runs`` are references of runs over the same documents; each of their stages, or only
    ``stage``, is a ranked list. Queries are those that have the same text in all the runs:
    answerable and ``unlabelled`` ones, and unanswerable ones only when ``unanswerable``. A hit is
    labelled when it overlaps a gold span of any grade of its query in the judgments of any of the
    runs, and relevant when one of these has grade 1 or above. A failed or missing answer is an
    empty list, as it is for the measures.

    Rows are (weight, query_id, query, doc, place, start_offset, end_offset, ranks, snippet), at
    most ``limit``, largest weight first; ``groundkit.label.next_label`` defines the weight.
    ``place`` is ``doc:line`` of the first line of the hit that has most of the query's words, and
    ``doc`` alone when the text is not stored; ``ranks`` has the rank in every list, ``-`` for
    none. Offsets are code points, None for a whole document.
    The table's title is one sentence: what is settled, who is ahead, and what the missing labels
    can still change. It is about DCG at 10, or at the depth of the shallowest list.

    Raises UsageError for a run or stage that does not exist, for runs over other documents, and
    when there is no query to look at.
    """
    if limit < 1:
        raise UsageError(f"limit must be at least 1, not {limit}")
    session = warehouse.session
    run_ids = list(dict.fromkeys(references.find_run(session, run) for run in runs))
    if not run_ids:
        raise UsageError("no run was named; give at least one, such as latest")
    sources = [_source(session, run_id, stage, unanswerable) for run_id in run_ids]
    _refuse_other_documents(sources)
    shared = [key for key in sources[0].queries if all(key in it.queries for it in sources)]
    if not shared:
        raise UsageError(
            "no query to look at: expected answerable or unlabelled queries that have the same "
            "text in all runs; `groundkit-wh show --queries` lists a run's queries"
        )
    cutoff = min([CUTOFF, *(d for it in sources for d in it.depths.values() if d is not None)])
    lists = _lists(session, sources, shared, cutoff)
    labels = _labels(session, sources, shared, lists)
    found = method.next_labels(lists, labels, cutoff)
    texts = {sources[0].queries[key]: key[0] for key in shared}
    return Table(
        COLUMNS,
        tuple(_rows(session, sources[0].corpus_hash, found[:limit], texts)),
        title=_summary(
            lists, method.compare(lists, labels, cutoff), len(found), len(shared), cutoff
        ),
    )


def _source(session: Session, run_id: str, stage: str | None, unanswerable: bool) -> _Source:
    stages = session.rows(query("next_label_stages"), {"run_id": run_id})
    depths = {row[3]: row[4] for row in stages if stage in (None, row[3])}
    name, corpus_hash, documents_hash = stages[0][:3]
    if stage is not None and not depths:
        raise UsageError(f"run {name}: {unknown_name('stage', stage, [row[3] for row in stages])}")
    queries = {
        (text, repeat): query_id
        for query_id, text, repeat, category, answerable in session.rows(
            query("next_label_queries"), {"run_id": run_id}
        )
        if answerable or category == "unlabelled" or unanswerable
    }
    return _Source(run_id, name, corpus_hash, documents_hash, depths, queries)


def _refuse_other_documents(sources: Sequence[_Source]) -> None:
    first = sources[0]
    for other in sources[1:]:
        if other.documents_hash != first.documents_hash:
            raise UsageError(
                f"runs {first.name} ({first.run_id}) and {other.name} ({other.run_id}) searched "
                "different documents; give runs over the same ones"
            )


def _list_names(sources: Sequence[_Source]) -> dict[tuple[str, str], str]:
    """Return what to call each (run_id, stage): no longer than it takes to tell them apart."""
    if len(sources) == 1:
        return {(sources[0].run_id, stage): stage for stage in sources[0].depths}
    names = [source.name for source in sources]
    runs = {it.run_id: it.name if names.count(it.name) == 1 else it.run_id for it in sources}
    several = any(len(source.depths) > 1 for source in sources)
    return {
        (it.run_id, stage): f"{runs[it.run_id]}/{stage}" if several else runs[it.run_id]
        for it in sources
        for stage in it.depths
    }


def _lists(
    session: Session, sources: Sequence[_Source], shared: Sequence[QueryKey], cutoff: int
) -> dict[str, dict[str, dict[Passage, int]]]:
    """Return the ranks by list, by query id of the first run, by passage."""
    lists: dict[str, dict[str, dict[Passage, int]]] = {}
    names = _list_names(sources)
    for source in sources:
        ids = {source.queries[key]: sources[0].queries[key] for key in shared}
        for stage in source.depths:
            lists[names[source.run_id, stage]] = {query_id: {} for query_id in ids.values()}
        for stage, query_id, rank, doc, start, end in session.rows(
            query("next_label_hits"), {"run_id": source.run_id, "cutoff": cutoff}
        ):
            if stage in source.depths and query_id in ids:
                ranked = lists[names[source.run_id, stage]][ids[query_id]]
                ranked.setdefault(_passage(doc, start, end), rank)
    return lists


def _labels(
    session: Session,
    sources: Sequence[_Source],
    shared: Sequence[QueryKey],
    lists: dict[str, dict[str, dict[Passage, int]]],
) -> dict[str, dict[Passage, bool]]:
    """Return the labelled passages of the lists by query, and whether they are relevant."""
    gold: dict[str, list[tuple[Passage, bool]]] = {}
    for source in sources:
        ids = {source.queries[key]: sources[0].queries[key] for key in shared}
        for query_id, doc, start, end, is_relevant in session.rows(
            query("next_label_gold"), {"run_id": source.run_id}
        ):
            if query_id in ids:
                gold.setdefault(ids[query_id], []).append((Passage(doc, start, end), is_relevant))
    labels: dict[str, dict[Passage, bool]] = {}
    for query_id, spans in gold.items():
        for passage in set().union(*(ranked[query_id] for ranked in lists.values())):
            grades = [relevant for span, relevant in spans if overlap(span, passage)]
            if grades:
                labels.setdefault(query_id, {})[passage] = any(grades)
    return labels


def _passage(doc: str, start: int | None, end: int | None) -> Passage:
    """Return the passage of a hit; without offsets it is the whole document."""
    return Passage(doc) if start is None or end is None else Passage(doc, start, end)


def _rows(
    session: Session, corpus_hash: str, found: Sequence[Unlabelled], asked: dict[str, str]
) -> Iterable[tuple[object, ...]]:
    docs = sorted({candidate.passage.doc for candidate in found})
    parameters = {"corpus_hash": corpus_hash, "docs": docs}
    texts = dict(session.rows(query("next_label_texts"), parameters)) if docs else {}
    word = Word()
    for candidate in found:
        doc, start, end = candidate.passage
        whole = end == sys.maxsize
        words, text = asked[candidate.query_id], texts.get(doc, "")
        at = first_match(text, start, min(end, len(text)), word, words)
        yield (
            candidate.weight,
            candidate.query_id,
            words,
            doc,
            f"{doc}:{line_of(text, at)}" if doc in texts else doc,
            None if whole else start,
            None if whole else end,
            ", ".join(f"{name} {'-' if rank is None else rank}" for name, rank in candidate.ranks),
            snippet(text[at:end], word, words),
        )


def _summary(
    lists: Iterable[str],
    comparisons: Sequence[Comparison],
    num_unlabelled: int,
    num_queries: int,
    cutoff: int,
) -> str:
    """Return one sentence: what is settled, who is ahead, what missing labels can change."""
    scope = (
        f"{num_queries} {'query' if num_queries == 1 else 'queries'}, "
        f"{num_unlabelled} {'hit' if num_unlabelled == 1 else 'hits'} without a label "
        f"in the first {cutoff} {'rank' if cutoff == 1 else 'ranks'}"
    )
    if not comparisons:
        return f"{scope}: {', '.join(lists)} is compared with no other list"
    settled = sum(found.settled for found in comparisons)
    pairs = f"{settled} of {len(comparisons)} comparisons by mean DCG@{cutoff} settled"
    return f"{scope}; {pairs}: " + "; ".join(map(_standing, comparisons))


def _standing(found: Comparison) -> str:
    ahead, behind, least, greatest = found.first, found.second, found.least, found.greatest
    if sign(found.difference) < 0:
        ahead, behind, least, greatest = behind, ahead, -greatest, -least
    if sign(found.difference) == 0:
        standing = f"{ahead} and {behind} are level"
    else:
        standing = f"{ahead} is ahead of {behind} by {abs(found.difference):.4f}"
    if not found.settled:
        return f"{standing}, missing labels can make it {least:+.4f} to {greatest:+.4f}"
    if found.better is None:
        return f"{standing}, whatever the missing labels are"
    return f"{standing}, and by at least {least:.4f} whatever the missing labels are"
