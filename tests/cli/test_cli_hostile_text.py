"""Text of documents, ids, names and arguments never steers a terminal and never breaks a line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from small_collection import Collection, Finished, groundkit, judgment

Cli = Callable[..., Finished]
W = ("-w", "w.duckdb")

ESCAPES = "\x1b[31m\x1b]0;title\x07\x9b2J\x7f\x08\r"
DIRECTIONS = "\u202eevil\u202c\u2066isolated\u2069"
LINES = "\u2028\u2029\x85\x0b\x0c"
HOSTILE = f"red{ESCAPES} left{DIRECTIONS} break{LINES} end"
STEERING = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Everything that could steer a terminal or end a line, but for the line feed."""


def assert_tame(done: Finished) -> None:
    """Assert that nothing that was written could steer a terminal."""
    assert STEERING.findall(done.out) == []
    assert STEERING.findall(done.err) == []


@pytest.fixture
def hostile(collection: Collection) -> Collection:
    """Return a collection whose names and texts all try to steer the terminal."""
    doc = f"doc{ESCAPES.replace('/', '')}{DIRECTIONS}.md"
    text = f"# {HOSTILE}\n\nneedle {HOSTILE}\n\n" + "long " * 5000
    collection.write(
        {doc: text},
        [
            judgment(
                "q", f"needle {HOSTILE}", "normal", (doc, "needle"), notes=HOSTILE, tags=[HOSTILE]
            )
        ],
    )
    return collection


def test_hostile_documents_and_queries_are_tame_on_every_page(
    cli: Cli, hostile: Collection
) -> None:
    done = cli(
        *("eval", "--corpus", "docs", "--judgments", "labels.jsonl", "--name", HOSTILE, *W, "-v")
    )
    assert (done.code, done.errors) == (0, [])
    assert_tame(done)
    for command in (
        ("show",),
        ("show", "--queries"),
        ("show", "--queries", "-f", "markdown"),
        ("runs",),
        ("leaderboard",),
        (
            "sql",
            "select doc, text, title from core.corpus_document "
            "join core.document_text using (text_hash)",
        ),
        ("sql", "from core.query"),
        ("sql", "from core.query", "-f", "json"),
        ("sql", "from core.hit", "-f", "markdown"),
        ("db", "verify"),
        ("runs", "rename", "latest", HOSTILE + "2"),
        ("show", "latest"),
    ):
        done = cli(*command, *W)
        assert (done.code, done.errors) == (0, [])
        assert_tame(done)
    done = cli("search", "needle", "--corpus", "docs", "-v")
    assert done.code == 0
    assert_tame(done)


def test_json_and_csv_keep_every_character(cli: Cli, hostile: Collection) -> None:
    cli("eval", "--corpus", "docs", "--judgments", "labels.jsonl", *W, "-q")
    done = cli("sql", "select text from core.query", *W, "-f", "json")
    assert json.loads(done.out) == [{"text": f"needle {HOSTILE}"}]


ARGUMENTS = {
    "run": ("show", HOSTILE, *W),
    "rename": ("runs", "rename", HOSTILE, "x", *W),
    "blank name": ("runs", "rename", "first", LINES, *W),
    "warehouse": ("runs", "-w", HOSTILE),
    "corpus": ("eval", "--corpus", HOSTILE, "--judgments", "labels.jsonl", *W),
    "judgments": ("eval", "--corpus", "docs", "--judgments", HOSTILE, *W),
    "chunker": ("search", "x", "--corpus", "docs", "--chunker", HOSTILE),
    "stage": ("eval", "--corpus", "docs", "--judgments", "labels.jsonl", "--stage", HOSTILE, *W),
    "command": (HOSTILE,),
    "option": ("runs", f"--{HOSTILE}"),
    "format": ("runs", "-f", HOSTILE),
    "number": ("search", "x", "--top-k", HOSTILE),
    "sql": ("sql", f'select "{HOSTILE}" from core.run', *W),
    "sql text": ("sql", f"select '{HOSTILE}'::integer", *W),
    "output": ("runs", *W, "-o", f"no/{HOSTILE}"),
    "export": ("export", f"labels.jsonl/{HOSTILE}", *W),
    "init": ("init", HOSTILE),
    "sql file": ("sql", "red\x1b[31m.sql", *W),
}


@pytest.mark.parametrize("kind", ARGUMENTS)
def test_a_hostile_argument_is_tame_in_its_error_and_on_one_line(
    cli: Cli, evaluated: Collection, kind: str
) -> None:
    done = cli(*ARGUMENTS[kind])
    assert done.code in (2, 3, 4, 5)
    assert done.out == ""
    assert_tame(done)
    assert len(done.errors) == 1
    assert len([line for line in done.err.splitlines() if not line.startswith("try: ")]) == 1


@pytest.mark.parametrize("name", ["a\x1b[31mb\nc", f"{DIRECTIONS}", "tab\there"])
def test_a_hostile_name_of_a_run_is_tame_wherever_it_is_said(
    cli: Cli, evaluated: Collection, name: str
) -> None:
    done = cli("runs", "rename", "first", name, *W)
    assert done.code == 0
    assert_tame(done)
    assert done.err.count("\n") == 1
    done = cli("show", name[:-1], *W)  # Almost: the nearest name is suggested.
    assert done.code == 2
    assert_tame(done)
    assert done.err.count("\n") == 1


def test_hostile_input_files_are_tame_in_every_error(cli: Cli, collection: Collection) -> None:
    for text in (
        json.dumps({HOSTILE: 1}),
        json.dumps(judgment(HOSTILE, "x", "normal", ("cache.md", "ten minutes"))),
        json.dumps(judgment("a", "x", HOSTILE)),
        json.dumps(judgment("a", "x", "normal", (HOSTILE, "x"))),
        json.dumps(judgment("a", "x", "normal", ("cache.md", HOSTILE))),
        HOSTILE,
        '{"query_id": "' + "x" * 100_000 + '"',
    ):
        collection.judgments.write_text(text + "\n", encoding="utf-8")
        done = cli("eval", "--corpus", "docs", "--judgments", "labels.jsonl", *W)
        assert (done.code, done.out) == (3, "")
        assert_tame(done)
        assert all(len(line) < 2000 for line in done.err.splitlines())
        assert all(line.startswith("error: ") for line in done.err.splitlines())


def test_hostile_configuration_is_tame_in_its_error(cli: Cli, collection: Collection) -> None:
    key = json.dumps("red\x1b[31m\u202e\nline")
    Path("pyproject.toml").write_text(f"[tool.groundkit]\n{key} = 1\n", encoding="utf-8")
    done = cli("runs")
    assert done.code == 2
    assert_tame(done)
    assert len(done.errors) == 1


SURROGATES = {
    "statement": ("sql", "select '\udcff'", *W),
    "warehouse": ("runs", "-w", "\udcff.duckdb"),
    "new warehouse": (
        *("eval", "--corpus", "docs", "--judgments", "labels.jsonl", "-w", "\udcff.duckdb"),
    ),
    "name": ("eval", "--corpus", "docs", "--judgments", "labels.jsonl", *W, "--name", "\udcff"),
    "rename": ("runs", "rename", "first", "\udcff", *W),
    "run": ("show", "\udcff", *W),
    "corpus": ("eval", "--corpus", "\udcff", "--judgments", "labels.jsonl", *W),
    "judgments": ("eval", "--corpus", "docs", "--judgments", "\udcff", *W),
    "search": ("search", "\udcff", "--corpus", "docs"),
    "export": ("export", "\udcff", *W),
    "output": ("runs", *W, "-f", "parquet", "-o", "\udcff"),
    "init": ("init", "\udcff"),
    "chunker": ("search", "x", "--corpus", "docs", "--chunker", "\udcff"),
}


@pytest.mark.parametrize("kind", SURROGATES)
def test_an_argument_that_is_no_text_is_no_bug(cli: Cli, evaluated: Collection, kind: str) -> None:
    done = cli(*SURROGATES[kind])
    assert done.code in (0, 2, 3, 4, 5)
    assert len(done.errors) == (done.code != 0)


def test_bytes_that_are_no_text_reach_the_program_as_a_one_line_error(
    evaluated: Collection,
) -> None:
    done = groundkit("sql", "select '\udcff'", *W, cwd=evaluated.folder)
    assert done.code in (2, 3, 5)
    assert len(done.errors) == 1
