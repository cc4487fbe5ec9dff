"""One run as a page of text, and what is said about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from groundkit.output.text_table import render_text_table
from groundkit.output.values import visible
from groundkit.table import Table
from groundkit.text.quotes import counted

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
    blocks = [_lines(_provenance(run))] if provenance else []
    blocks.append(_evaluated(run, stages[0]))
    if any(stage["chunker"] is not None for stage in stages):
        blocks.append(render_text_table(_stage_table(stages)))
        if tables["deltas"].rows:
            blocks.append(render_text_table(_delta_table(tables["deltas"].as_dicts())))
        categories = tables["categories"].as_dicts()
        blocks.append(render_text_table(_category_table(categories, len(stages) > 1)))
    if "levels" in tables:
        blocks += _level_tables(tables["levels"].as_dicts(), stages)
    blocks.append(
        "".join(f"{line}\n" for stage in stages for line in _remarks(stage, len(stages) > 1))
    )
    return "\n".join(blocks)


def _level_tables(
    rows: Sequence[Mapping[str, Any]], stages: Sequence[Mapping[str, Any]]
) -> list[str]:
    """Return one table a level: a row a stage, a column a measure."""
    baseline = {stage["stage"] for stage in stages if stage["is_baseline"]}
    tables = []
    for level in dict.fromkeys(row["level"] for row in rows):
        here = [row for row in rows if row["level"] == level]
        measures = list(dict.fromkeys(row["measure"] for row in here))
        values = {(row["stage"], row["measure"]): row for row in here}
        of_stage = {row["stage"]: row for row in here}
        table = Table(
            (f"stage, by {level}", *measures, "averaged", "failed"),
            tuple(
                (
                    stage + (" (baseline)" if stage in baseline else ""),
                    *(values.get((stage, name), {}).get("value") for name in measures),
                    row["num_queries"],
                    row["num_failed"],
                )
                for stage, row in of_stage.items()
            ),
        )
        tables.append(render_text_table(table))
    return tables


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
        lines.append(
            f"{label}its hits are not chunks of the chunk set, so they have no measures by chunk"
        )
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
