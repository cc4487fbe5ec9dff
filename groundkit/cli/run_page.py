"""One run as a page of text, and what is said about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from groundkit.output.text_table import render_text_table
from groundkit.output.values import visible
from groundkit.table import Table

MEASURES = (
    ("recall@1", "recall_at_1"),
    ("recall@5", "recall_at_5"),
    ("recall@10", "recall_at_10"),
    ("MRR", "mrr"),
    ("nDCG@10", "ndcg_at_10"),
)
"""Headings of the founding measures and their columns. recall@k is a hit rate (Success@k)."""


def run_page(tables: Mapping[str, Table], *, provenance: bool = False) -> str:
    """Return the summary of a run: what was evaluated, stages, categories, abstention, time.

    With ``provenance`` it begins with the run's id, name, time, versions and git state.
    """
    (run,) = tables["run"].as_dicts()
    stages = tables["stages"].as_dicts()
    blocks = [
        _evaluated(run, stages[0]),
        render_text_table(_stage_table(stages)),
        render_text_table(_category_table(tables["categories"].as_dicts(), len(stages) > 1)),
        "".join(f"{line}\n" for stage in stages for line in _remarks(stage, len(stages) > 1)),
    ]
    if provenance:
        blocks.insert(0, _lines(_provenance(run)))
    if tables["deltas"].rows:
        blocks.insert(2 + provenance, render_text_table(_delta_table(tables["deltas"].as_dicts())))
    return "\n".join(blocks)


def _evaluated(run: Mapping[str, Any], stage: Mapping[str, Any]) -> str:
    chunked = "-"
    if stage["chunker"] is not None:
        chunked = (
            f"{stage['num_chunks']} ({stage['chunker']}@{stage['chunker_revision']}, "
            f"size {stage['chunk_size']}, overlap {stage['chunk_overlap']})"
        )
    facts = (
        ("corpus", run["corpus_name"]),
        ("documents", stage["num_documents"]),
        ("chunks", chunked),
        ("corpus_hash", run["corpus_hash"]),
        ("judgments", run["judgments_name"]),
        ("queries", f"{stage['num_queries']} ({stage['num_answerable']} answerable)"),
        ("judgments_hash", run["judgments_hash"]),
    )
    return _lines(facts)


def _provenance(run: Mapping[str, Any]) -> list[tuple[str, Any]]:
    facts = [
        ("run", run["run_id"]),
        ("name", run["name"]),
        ("created", f"{run['created_at']:%Y-%m-%d %H:%M:%S} UTC"),
        (
            "made with",
            f"groundkit {run['groundkit_version']}, DuckDB {run['duckdb_version']}, "
            f"Python {run['python_version']} (Unicode {run['unicode_version']}), "
            f"{run['platform']}",
        ),
    ]
    if run["git_commit"] is not None:
        changed = ", with uncommitted changes" if run["git_dirty"] else ""
        facts.append(("git", f"{run['git_commit'][:12]} on {run['git_branch']}{changed}"))
    return facts


def _lines(facts: Iterable[tuple[str, Any]]) -> str:
    return "".join(f"{name:<14}  {visible(str(value))}\n" for name, value in facts)


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun: 1 query, 2 queries."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def _stage_table(stages: Sequence[Mapping[str, Any]]) -> Table:
    rows = [
        (
            stage["stage"] + (" (baseline)" if stage["is_baseline"] else ""),
            *(stage[column] for _, column in MEASURES),
            stage["num_answerable"],
            stage["num_answerable_failed"],
        )
        for stage in stages
    ]
    return Table(("stage", *(name for name, _ in MEASURES), "averaged", "failed"), tuple(rows))


def _category_table(categories: Sequence[Mapping[str, Any]], name_stage: bool) -> Table:
    rows = [
        (
            *((category["stage"],) if name_stage else ()),
            category["category"],
            *(category[column] for _, column in MEASURES),
            category["num_queries"],
            category["num_failed"],
        )
        for category in categories
    ]
    columns = ("category", *(name for name, _ in MEASURES), "queries", "failed")
    return Table(("stage", *columns) if name_stage else columns, tuple(rows))


def _delta_table(deltas: Sequence[Mapping[str, Any]]) -> Table:
    shown = {"Success@1", "Success@5", "Success@10", "RR", "nDCG@10"}
    rows = [
        (
            delta["stage"],
            delta["measure"],
            delta["baseline_value"],
            delta["value"],
            delta["delta"],
            delta["num_wins"],
            delta["num_ties"],
            delta["num_losses"],
        )
        for delta in deltas
        if delta["measure"] in shown
    ]
    return Table(
        ("stage", "measure", "baseline", "value", "delta", "wins", "ties", "losses"), tuple(rows)
    )


def _remarks(stage: Mapping[str, Any], name_stage: bool) -> list[str]:
    label = f"{stage['stage']}: " if name_stage else ""
    lines = [
        f"{label}abstained: {stage['no_answer_abstained']} of {stage['no_answer_queries']} "
        f"no_answer queries, {stage['near_miss_abstained']} of {stage['near_miss_queries']} "
        "near_miss queries"
    ]
    lines.append(label + _time(stage))
    if stage["num_failed"]:
        failed = counted(stage["num_failed"], "query", "queries")
        lines.append(
            f"{label}{failed} failed or missing, {stage['num_answerable_failed']} of them count "
            "as 0 in the means" + (", which are lower bounds" if stage["is_lower_bound"] else "")
        )
    if stage["chunker"] is None:
        lines.append(f"{label}its hits are not chunks of the chunk set: no chunk measures")
    if stage["num_duplicates"] or stage["num_surplus"]:
        lines.append(
            f"{label}dropped {counted(stage['num_duplicates'], 'repeated hit')} and "
            f"{stage['num_surplus']} beyond the depth"
        )
    if stage["depth"] is not None and stage["depth"] < 10:
        lines.append(
            f"{label}depth {stage['depth']}: measures with a larger cutoff are not reported"
        )
    return lines


def _time(stage: Mapping[str, Any]) -> str:
    queries, elapsed = stage["num_queries"], stage["elapsed_ms"] or 0.0
    if stage["latency_p50_ms"] is not None:
        over = (
            "over the queries that were imported with one"
            if stage["elapsed_ms"] is None
            else f"over {counted(queries, 'query', 'queries')}, one at a time"
        )
        return (
            f"latency: p50 {stage['latency_p50_ms']:.2f} ms, p95 {stage['latency_p95_ms']:.2f} ms, "
            f"p99 {stage['latency_p99_ms']:.2f} ms {over}"
        )
    if stage["elapsed_ms"] is None:
        return "time: not known"
    a_query = elapsed / queries if queries else 0.0
    return (
        f"time: {counted(queries, 'query', 'queries')} in {elapsed:.1f} ms, {a_query:.2f} ms a "
        f"query (amortised over batches of {stage['batch_size']})"
    )
