"""``judgments add`` and ``judgments fix``: from a folder of Markdown to own labels and a run."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from small_collection import Collection, Finished

Cli = Callable[..., Finished]


@pytest.fixture
def labels(cli: Cli) -> Cli:
    """Return a function that runs a command of ``judgments`` in the folder of the collection."""

    def call(name: str, *arguments: object) -> Finished:
        return cli("judgments", name, *arguments)

    return call


PATHS = ("--corpus", "docs", "--judgments", "labels.jsonl")


def test_three_own_labels_and_a_first_run_from_nothing(
    cli: Cli, labels: Cli, collection: Collection
) -> None:
    collection.judgments.unlink()
    assert cli("init").code == 0
    assert cli("search", "failed job tried").code == 0
    first = labels("add", "--from-hit", 1, "--query", "how often is work repeated")
    assert (first.code, first.errors) == (0, [])
    assert json.loads(first.out)["gold"][0]["doc"] == "queues.txt"
    assert first.err.splitlines() == [
        "query often-work-repeated was written to evals/judgments.jsonl:1",
        'quote at queues.txt:3: "A failed job is tried five times, each time after a longer '
        'delay."',
    ]
    second = labels("add", "--query", "how long is an entry kept", "--quote", "ten minutes")
    assert second.err.splitlines()[1] == 'quote at cache.md:3: "ten minutes"'
    third = labels("add", "--query", "unicorn price", "--category", "no_answer")
    assert third.err == "query unicorn-price was written to evals/judgments.jsonl:3\n"
    written = Path("evals/judgments.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    assert sorted(written) == sorted([first.out, second.out, third.out])
    done = cli("eval", "-f", "json")
    assert (done.code, done.errors) == (0, [])
    assert json.loads(done.out)["stages"][0]["num_answerable"] == 2
    # A label for a query of that run, from the run's own list.
    more = labels(
        *("add", "--from-hit", 1, "--run", "latest", "--query-id", "long-entry-kept", "--append"),
        *("--quote", "read least recently"),
    )
    assert more.errors == []
    assert len(json.loads(more.out)["gold"]) == 2
    assert cli("eval").errors == []


def test_a_search_is_remembered_only_where_a_project_has_its_warehouse(
    cli: Cli, labels: Cli, collection: Collection
) -> None:
    before = sorted(Path().rglob("*"))
    assert cli("search", "failed", "--corpus", "docs").code == 0
    assert sorted(Path().rglob("*")) == before
    done = labels("add", "--from-hit", 1, *PATHS)
    assert done.code == 2
    assert done.errors == [
        "no search is remembered; a search is remembered in runs/, which does not exist; "
        "`groundkit-wh init` makes it"
    ]
    Path("runs").mkdir()
    said = cli("search", "failed", "--corpus", "docs", "-v")
    assert said.err.endswith("groundkit-wh judgments add --from-hit N --query QUESTION\n")
    assert labels("add", "--from-hit", 1, *PATHS).code == 0


def test_the_remembered_search_holds_no_text_and_is_ignored_by_git(
    cli: Cli, collection: Collection
) -> None:
    cli("init")
    cli("search", "failed job tried")
    remembered = Path("runs/.last-search.json").read_text(encoding="utf-8")
    assert "five times" not in remembered
    assert ".last-search.json" in Path("runs/.gitignore").read_text(encoding="utf-8").splitlines()


def test_a_dry_run_prints_the_line_and_writes_nothing(labels: Cli, collection: Collection) -> None:
    before = collection.judgments.read_bytes()
    done = labels("add", *PATHS, "--query", "q", "--quote", "tried five times", "--dry-run")
    assert done.code == 0
    assert json.loads(done.out)["gold"] == [{"doc": "queues.txt", "quote": "tried five times"}]
    assert done.err.startswith("query q would be written to labels.jsonl:6\n")
    assert collection.judgments.read_bytes() == before


def test_a_quiet_add_says_nothing_to_a_person(labels: Cli, collection: Collection) -> None:
    done = labels("add", *PATHS, "--query", "q", "--quote", "tried five times", "-q")
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "code", "error"),
    [
        (("--quote", "job", "--doc", "queues.txt", "--query", "q"), 3, "--occurrence 2 is line 3"),
        (("--quote", "tried six times", "--query", "q"), 3, "nearest text at line 3"),
        (("--query", "q"), 2, "category normal needs gold"),
        (("--run", "latest", "--query", "q"), 2, "give --from-hit N as well"),
        (("--stage", "bm25", "--from-hit", "1"), 2, "give --run as well"),
        (("--run", "latest", "--from-hit", "1"), 2, "name the query with --query-id"),
        (("--match", "exakt", "--query", "q"), 2, "'exakt' is not one of"),
        (("--run", "latest", "--from-hit", "1", "--query-id", "a"), 4, "no warehouse"),
    ],
)
def test_each_mistake_is_one_line_with_its_exit_code_and_nothing_is_written(
    labels: Cli, collection: Collection, arguments: tuple[str, ...], code: int, error: str
) -> None:
    before = collection.judgments.read_bytes()
    done = labels("add", *PATHS, *arguments)
    assert (done.code, done.out) == (code, "")
    assert len(done.errors) == 1
    assert error in done.errors[0]
    assert collection.judgments.read_bytes() == before


def test_a_query_in_another_script_is_written_as_it_is(labels: Cli, collection: Collection) -> None:
    done = labels("add", *PATHS, "--query", "队列 Größe\n\u202e", "--quote", "tried five times")
    assert "队列 Größe" in done.out
    assert "\u202e" not in done.err
    assert json.loads(done.out)["query"] == "队列 Größe\n\u202e"


@pytest.mark.skipif(os.name != "posix", reason="file modes are those of POSIX")
def test_a_linked_judgments_file_stays_a_link_and_keeps_its_mode(
    labels: Cli, collection: Collection
) -> None:
    real = collection.judgments.rename(collection.folder / "real.jsonl")
    real.chmod(0o600)
    collection.judgments.symlink_to(real)
    assert labels("add", *PATHS, "--query", "q", "--quote", "tried five times").code == 0
    assert collection.judgments.is_symlink()
    assert b'"q"' in real.read_bytes()
    assert real.stat().st_mode & 0o777 == 0o600


def test_fix_repairs_form_and_names_what_it_did(labels: Cli, collection: Collection) -> None:
    good = collection.judgments.read_bytes()
    lines = good.splitlines(keepends=True)
    bad = b"\xef\xbb\xbf" + b"".join(reversed(lines)).replace(b"\n", b"\r\n") + b"\r\n"
    collection.judgments.write_bytes(bad)
    checked = labels("fix", "--judgments", "labels.jsonl", "--check")
    assert checked.code == 1
    assert checked.errors == [
        "labels.jsonl: its form can be repaired; run `groundkit-wh judgments fix`"
    ]
    assert collection.judgments.read_bytes() == bad
    done = labels("fix", "--judgments", "labels.jsonl")
    assert (done.code, done.err) == (0, "")
    assert (
        done.out
        == checked.out
        == (
            "labels.jsonl: line ends made LF: lines 1-8\n"
            "labels.jsonl: byte order marks removed: line 1\n"
            "labels.jsonl: blank lines removed: line 8\n"
            "labels.jsonl: lines moved to their sorted place: lines 2-7\n"
        )
    )
    assert collection.judgments.read_bytes() == good
    again = labels("fix", "--judgments", "labels.jsonl", "--check")
    assert again == Finished(0, "", "labels.jsonl: nothing to repair\n")


def test_fix_leaves_what_it_cannot_read_and_says_so(labels: Cli, collection: Collection) -> None:
    broken = b'{"query_id": "a", "query_id": "b"}\n'
    collection.judgments.write_bytes(broken)
    done = labels("fix", "--judgments", "labels.jsonl")
    assert (done.code, done.out) == (0, "")
    assert done.err.splitlines()[0] == (
        "labels.jsonl:1: left as it is: not strict JSON: a key is given twice in one object"
    )
    assert collection.judgments.read_bytes() == broken
    missing = labels("fix", "--judgments", "nowhere.jsonl")
    assert (missing.code, missing.errors) == (
        3,
        ["nowhere.jsonl: no such file; give a judgments file"],
    )
