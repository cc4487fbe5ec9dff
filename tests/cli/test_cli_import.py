"""``import hits``, ``import notes`` and ``eval --stage`` on the command line."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from programs import program
from small_collection import NUM_QUERIES, Collection, groundkit, stored_contents

EVAL = ("eval", "--corpus", "docs", "--judgments", "labels.jsonl", "-w", "w.duckdb")
IMPORT = ("--corpus", "docs", "--judgments", "labels.jsonl", "-w", "w.duckdb")
LINES = (
    '{"query_id": "ttl", "hits": [{"doc": "cache.md", "text": "ten minutes", "score": 1}, '
    '{"doc": "cache.md", "text": "entry", "score": 2}], "latency_ms": 4}\n'
    '{"query_id": "zz", "hits": []}\n'
)


def test_an_import_prints_the_run_and_says_what_was_found(collection: Collection) -> None:
    (collection.folder / "log.jsonl").write_text(LINES)
    done = groundkit("import", "hits", "log.jsonl", *IMPORT, cwd=collection.folder)
    assert (done.code, done.errors) == (0, [])
    assert "imported (baseline)" in done.out
    assert "latency: p50 4.00 ms" in done.out
    assert f"{NUM_QUERIES - 1} queries failed or missing" in done.out
    said = done.err.splitlines()
    assert said[0].startswith(
        f"{NUM_QUERIES - 1} judged queries missing from the file, stored as missing: attack, both, "
    )
    assert said[1:5] == [
        "1 query of the file without judgments, left out: zz",
        "1 query with scores that rise along the list; the order of the list counts: ttl",
        "log.jsonl:1: hits[1]: the passage occurs 2 times in cache.md",
        "1 passage not located, stored without offsets (quality.unlocated_hit lists them)",
    ]
    assert said[5].startswith("appended run ")
    again = groundkit("import", "hits", "log.jsonl", *IMPORT, cwd=collection.folder)
    assert again.out == done.out
    assert again.err.splitlines()[-1].endswith("(log) has these hits already; nothing was stored")
    quiet = groundkit("import", "hits", "log.jsonl", *IMPORT, "-q", cwd=collection.folder)
    assert (quiet.out, quiet.err) == (done.out, "")


@pytest.mark.parametrize("compressed", [False, True])
def test_hits_come_from_standard_input_too(collection: Collection, compressed: bool) -> None:
    data = LINES.encode()
    done = groundkit(
        *("import", "hits", "-", *IMPORT, "--name", "piped", "-f", "json"),
        cwd=collection.folder,
        stdin=gzip.compress(data) if compressed else data,
    )
    assert (done.code, done.errors) == (0, [])
    (run,) = json.loads(done.out)["run"]
    assert run["name"] == "piped"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'{"query_id": "ttl", "hits": [{"doc": "x.md"}]}', "log.jsonl:1: hits[0]: document"),
        (b"nothing", "log.jsonl:1: not valid JSON"),
        (b"", "log.jsonl: holds no query"),
        (gzip.compress(LINES.encode())[:-12], "log.jsonl:"),
    ],
)
def test_a_bad_file_is_exit_code_3_and_changes_nothing(
    evaluated: Collection, data: bytes, said: str
) -> None:
    (evaluated.folder / "log.jsonl").write_bytes(data)
    before = stored_contents(evaluated.warehouse)
    done = groundkit("import", "hits", "log.jsonl", *IMPORT, cwd=evaluated.folder)
    assert (done.code, done.out) == (3, "")
    assert done.errors[0].startswith(said)
    assert stored_contents(evaluated.warehouse) == before


def test_a_missing_file_and_a_folder_are_exit_code_3(evaluated: Collection) -> None:
    for name, said in (("none.jsonl", "no such file"), ("docs", "is a folder")):
        done = groundkit("import", "hits", name, *IMPORT, cwd=evaluated.folder)
        assert (done.code, done.out) == (3, "")
        assert done.errors[0].startswith(f"{name}: {said}; give a file of hits")


def test_notes_are_imported_and_named(tmp_path: Path) -> None:
    notes = [{"pk": 1, "text": "Green tea."}]
    queries = [{"id": "q", "query": "tea", "tags": ["x"], "type": "t", "expected_note_pks": [1]}]
    (tmp_path / "notes.json").write_text(json.dumps(notes))
    (tmp_path / "queries.json").write_text(json.dumps(queries))
    command = ("import", "notes", "queries.json", "notes.json", "-w", "w.duckdb", "-f", "json")
    done = groundkit(*command, cwd=tmp_path)
    assert done.code == 0
    assert [(row["kind"], row["name"], row["num_new"]) for row in json.loads(done.out)] == [
        ("corpus", "notes.json", 1),
        ("judgments", "queries.json", 1),
    ]
    assert done.err == (
        "1 query asks for notes with certain tags; they are kept as tags of the query, and no "
        "stage filters by them\n"
    )
    again = groundkit(*command, cwd=tmp_path)
    assert again.err.startswith("all of this was there already; nothing was added\n")
    (tmp_path / "notes.json").write_text("{}")
    assert groundkit(*command, cwd=tmp_path).code == 3
    assert groundkit("import", "notes", "queries.json", cwd=tmp_path).code == 2


def test_a_program_is_a_stage_of_eval_and_its_failures_are_in_the_summary(
    collection: Collection,
) -> None:
    body = """
print("loading")
for number, asked in queries():
    if number == 3:
        sys.stderr.write("out of \\x1b[31mmemory\\n")
        sys.exit(1)
    give(asked, [*GOOD, {"doc": "cache.md", "text": "nowhere"}])
"""
    command = program(collection.folder, body)
    done = groundkit(
        *EVAL, "--stage", f"mine=exec:{command}", "--stage", "bm25", cwd=collection.folder
    )
    assert (done.code, done.errors) == (0, [])
    # The program ends at every third query that it is asked.
    assert "mine: 2 queries failed or missing" in done.out
    assert (
        "mine: its hits are not chunks of the chunk set, so they have no measures by chunk"
        in done.out
    )
    said = done.err.splitlines()
    assert said.count("mine: loading") == 3
    assert said.count("mine: out of \\x1b[31mmemory") == 2
    assert "mine: 5 passages not located, stored without offsets (quality.unlocated_hit)" in said
    failed = groundkit(
        *("sql", "select problem from quality.failed_outcome", "-w", "w.duckdb", "-f", "csv"),
        cwd=collection.folder,
    )
    assert failed.out.count("it ended with exit status 1 before it answered") == 2
    quiet = groundkit(*EVAL, "--stage", f"mine=exec:{command}", "-q", cwd=collection.folder)
    assert quiet.err == ""


def test_a_factory_of_the_working_folder_is_a_stage_of_eval(collection: Collection) -> None:
    (collection.folder / "mine.py").write_text(
        "def first(collection):\n"
        "    chunks = collection.chunks\n"
        "    return lambda query, depth: [(*chunk[:3], 1.0) for chunk in chunks[:depth]]\n"
    )
    done = groundkit(*EVAL, "--stage", "first=mine:first", "-f", "csv", cwd=collection.folder)
    assert (done.code, done.errors) == (0, [])
    assert [line.split(",")[2] for line in done.out.splitlines()[1:]] == ["bm25", "first"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--stage", "mine"), 'unknown stage "mine"; valid: bm25, NAME=exec:COMMAND'),
        (("--stage", "mine=exec:no-such"), 'stage "mine": there is no program "no-such"'),
        (("--stage", "mine=no_such:x"), 'stage "mine": no_such:x cannot be imported'),
        (("--stage", "bm25=exec:cat"), 'a stage cannot be called "bm25"'),
        (("--stage", "m=exec:cat", "--stage-timeout", "0"), 'stage "m": the timeout of a stage'),
        (("--stage", "m=exec:cat", "--stage-timeout", "x"), "Invalid value for '--stage-timeout'"),
    ],
)
def test_a_stage_that_cannot_be_is_a_usage_error_before_any_work(
    collection: Collection, options: tuple[str, ...], said: str
) -> None:
    done = groundkit(*EVAL, *options, cwd=collection.folder)
    assert (done.code, done.out) == (2, "")
    assert done.errors[0].startswith(said)
    assert not collection.warehouse.exists()
