"""Standard output is data in the format that was asked for; what is said goes to stderr."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from small_collection import NUM_ANSWERABLE, NUM_DOCUMENTS, NUM_QUERIES, Collection, Finished

Cli = Callable[..., Finished]

EVAL = ("eval", "--corpus", "docs", "--judgments", "labels.jsonl")
COMMANDS: dict[str, tuple[str, ...]] = {
    "eval": EVAL,
    "show": ("show",),
    "show --queries": ("show", "--queries"),
    "runs": ("runs",),
    "leaderboard": ("leaderboard",),
    "sql": ("sql", "select query_id, text, tags from core.query order by query_id"),
    "db info": ("db", "info"),
    "db schema": ("db", "schema"),
    "db verify": ("db", "verify"),
}
WITHOUT_WAREHOUSE = {"search": ("search", "worker", "--corpus", "docs")}
ALL = {
    **{name: (*words, "-w", "w.duckdb") for name, words in COMMANDS.items()},
    **WITHOUT_WAREHOUSE,
}
SEVERAL_TABLES = ("eval", "show")
"""Commands whose JSON is an object of tables and not a list of rows."""


def parsed(text: str, format_name: str) -> list[dict[str, Any]]:
    """Return the rows of an output that holds one table."""
    if format_name == "json":
        rows: list[dict[str, Any]] = json.loads(text)
        return rows
    if format_name == "jsonl":
        return [json.loads(line) for line in text.splitlines()]
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize(
    ("name", "format_name"),
    [(name, format_name) for name in ALL for format_name in ("table", "json")]
    + [(name, text) for name in ("runs", "sql", "eval") for text in ("jsonl", "csv", "markdown")],
)
def test_every_format_is_written_to_standard_output(
    cli: Cli, evaluated: Collection, name: str, format_name: str
) -> None:
    done = cli(*ALL[name], "-f", format_name)
    assert (done.code, done.errors) == (0, [])
    empty = name == "db verify"
    assert done.out.endswith("\n") or (empty and format_name == "jsonl")
    assert "\x1b" not in done.out + done.err
    if name in SEVERAL_TABLES and format_name == "json":
        tables = json.loads(done.out)
        assert list(tables) == ["run", "stages", "categories", "deltas"]
        assert len(tables["run"]) == 1
        assert tables["stages"][0]["num_documents"] == NUM_DOCUMENTS
    elif format_name in ("json", "jsonl", "csv"):
        assert bool(parsed(done.out, format_name)) is not empty
    elif format_name == "markdown":
        assert "| --- |" in done.out.replace("---:", "---")
    else:
        assert "---" in done.out


@pytest.mark.parametrize("name", ["show --queries", "runs", "sql", "db schema", "search"])
def test_an_output_file_holds_what_standard_output_would(
    cli: Cli, evaluated: Collection, name: str
) -> None:
    result = evaluated.folder / "result"
    result.write_text("x" * 1_000_000)  # It is replaced as a whole.
    on_stdout = cli(*ALL[name], "-f", "csv").out
    done = cli(*ALL[name], "-f", "csv", "-o", "result")
    assert (done.code, done.out, done.errors) == (0, "", [])
    assert result.read_text(encoding="utf-8") == on_stdout
    done = cli(*ALL[name], "-f", "parquet", "-o", "result")
    assert (done.code, done.out, done.errors) == (0, "", [])
    table = pq.read_table(result)
    assert table.num_rows == len(parsed(on_stdout, "csv"))
    assert ",".join(table.column_names) == on_stdout.splitlines()[0]


@pytest.mark.parametrize("format_name", ["table", "parquet"])
def test_an_evaluation_can_write_its_summary_to_a_file(
    cli: Cli, evaluated: Collection, format_name: str
) -> None:
    done = cli(*ALL["eval"], "-f", format_name, "-o", "result")
    assert (done.code, done.out, done.errors) == (0, "", [])
    assert done.err.startswith("appended run ")
    assert (evaluated.folder / "result").stat().st_size > 0


@pytest.mark.parametrize("name", [name for name in ALL if name != "eval"])
def test_parquet_without_a_file_is_refused(cli: Cli, evaluated: Collection, name: str) -> None:
    done = cli(*ALL[name], "-f", "parquet")
    assert (done.code, done.out) == (2, "")
    assert done.errors == ["parquet is binary: name a file with --output"]


@pytest.mark.parametrize("output", ["docs", "no/folder/result", "labels.jsonl/below"])
@pytest.mark.parametrize("format_name", ["csv", "parquet"])
def test_an_output_that_cannot_be_a_file_is_a_one_line_error(
    cli: Cli, evaluated: Collection, output: str, format_name: str
) -> None:
    done = cli("runs", "-w", "w.duckdb", "-f", format_name, "-o", output)
    assert (done.code in (2, 3), done.out, len(done.errors)) == (True, "", 1)
    assert output.split("/")[0] in done.errors[0]
    assert [path for path in evaluated.folder.iterdir() if path.name.startswith(".")] == []


def test_the_page_of_a_run_says_what_was_evaluated_and_how_it_went(
    cli: Cli, evaluated: Collection
) -> None:
    done = cli(*ALL["eval"])
    lines = done.out.splitlines()
    facts = dict(line.split(None, 1) for line in lines[:7])
    assert facts["corpus"] == "docs"
    assert facts["documents"] == str(NUM_DOCUMENTS)
    assert facts["chunks"] == f"{NUM_DOCUMENTS} (recursive@2, size 512, overlap 64)"
    assert facts["judgments"] == "labels.jsonl"
    assert facts["queries"] == f"{NUM_QUERIES} ({NUM_ANSWERABLE} answerable)"
    assert len(facts["corpus_hash"]) == len(facts["judgments_hash"]) == 64
    headings = [line.split() for line in lines if line.startswith(("stage ", "category "))]
    for heading, first in zip(headings, ("stage", "category"), strict=True):
        assert heading[:6] == [first, "recall@1", "recall@5", "recall@10", "MRR", "nDCG@10"]
    assert [line.split()[0] for line in lines if line and line.split()[0] == "bm25"] == ["bm25"]
    for category in ("adversarial", "ambiguous", "near_miss", "no_answer", "normal", "unlabelled"):
        assert any(line.startswith(category) for line in lines)
    assert "abstained: 1 of 1 no_answer queries, 0 of 1 near_miss queries" in lines
    assert lines[-1].startswith(f"time: {NUM_QUERIES} queries in ")
    assert lines[-1].endswith(f"(amortised over batches of {NUM_QUERIES})")


def test_an_evaluation_says_where_the_run_went_and_what_to_ask_next(
    cli: Cli, collection: Collection
) -> None:
    first = cli(*ALL["eval"], "--name", "my run")
    said = first.err.splitlines()
    run_id = said[0].split()[2]
    assert said[0] == f"appended run {run_id} (my run) to w.duckdb"
    assert said[1] == "no earlier run had the same results"
    assert said[2].startswith("ask next: groundkit-wh sql -w w.duckdb ")
    assert len(said) == 3
    question = said[2].split('"')[1]
    assert cli("sql", "-w", "w.duckdb", question).code == 0

    again = cli(*ALL["eval"]).err.splitlines()
    assert again[1] == f"run {run_id} had the same results"


def test_verbose_says_what_was_new_and_quiet_says_nothing(cli: Cli, collection: Collection) -> None:
    loud = cli(*ALL["eval"], "-v")
    assert "corpus: 4 new, 1 reused" in loud.err
    assert "judgments: 7 new, 0 reused" in loud.err
    quiet = cli(*ALL["eval"], "-q")
    assert (quiet.code, quiet.err) == (0, "")
    assert quiet.out.splitlines()[:-1] == loud.out.splitlines()[:-1]  # But for the time.
    assert cli("search", "zebra", "--corpus", "docs", "-q").err == ""


def test_every_command_takes_quiet_and_verbose(cli: Cli) -> None:
    groups = {"runs": ["rename"], "db": ["info", "schema", "migrate", "verify"]}
    commands = [("runs",), *((group, name) for group, names in groups.items() for name in names)]
    commands += [
        (name,)
        for name in ("init", "demo", "eval", "search", "show", "leaderboard", "sql", "export")
    ]
    lacking = [
        " ".join(command)
        for command in commands
        if not {"-q,", "-v,"} <= set(cli(*command, "--help").out.split())
    ]
    assert lacking == []


def test_quiet_does_not_silence_errors(cli: Cli, collection: Collection) -> None:
    done = cli("eval", "--corpus", "nowhere", "--judgments", "labels.jsonl", "-q")
    assert done.errors == ["nowhere: no such folder; give the folder that holds the documents"]


def test_show_names_the_run_and_its_provenance(cli: Cli, evaluated: Collection) -> None:
    shown = cli("show", "first", "-w", "w.duckdb").out
    assert "first" in shown
    assert "UTC" in shown
    assert "DuckDB" in shown
    assert cli("show", "-w", "w.duckdb").out == shown


def test_failed_queries_are_shown_as_lower_bounds(cli: Cli, evaluated: Collection) -> None:
    from groundkit import Warehouse

    def fails(query: str, depth: int) -> list[Any]:
        raise LookupError("gone")

    with Warehouse.open(evaluated.warehouse) as wh:
        wh.evaluate(inputs=evaluated.inputs(), stages={"mine": fails})
    shown = cli("show", "-w", "w.duckdb").out
    assert "lower bounds" in shown
    assert "mine: 7 queries failed" in shown
    verified = cli("db", "verify", "-w", "w.duckdb")
    assert (verified.code, verified.errors) == (0, [])


def test_shallow_runs_leave_out_what_they_cannot_measure(cli: Cli, evaluated: Collection) -> None:
    done = cli(*ALL["eval"], "--top-k", "3", "-f", "json")
    (stage,) = json.loads(done.out)["stages"]
    assert (stage["depth"], stage["recall_at_5"], stage["recall_at_10"]) == (3, None, None)
    page = cli("show", "-w", "w.duckdb").out
    assert "depth 3: measures with a larger cutoff are not reported" in page


def test_the_same_question_gives_the_same_bytes(cli: Cli, evaluated: Collection) -> None:
    for name in ("show", "sql"):
        once = cli(*ALL[name], "-f", "json")
        assert cli(*ALL[name], "-f", "json") == once


def test_parquet_files_of_the_same_question_are_the_same_bytes(
    cli: Cli, evaluated: Collection, tmp_path: Path
) -> None:
    for result in ("one", "two"):
        assert cli(*ALL["sql"], "-f", "parquet", "-o", result).code == 0
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
