"""``judgments check --history``: revisions and breaks as tables, ranges, exit codes."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from git_history import git, history
from small_collection import Collection, Finished, judgment

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

Cli = Callable[..., Finished]
CHECK = ("judgments", "check", "--corpus", "docs", "--judgments", "labels.jsonl", "--history")


@pytest.fixture
def commits(collection: Collection, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return three commits of the collection's folder; the second breaks the label ``b``."""
    for name in list(os.environ):
        if name.startswith("GIT_"):
            monkeypatch.delenv(name)
    entries = [
        judgment("a", "how long", "normal", ("cache.md", "ten minutes")),
        judgment("b", "how often", "normal", ("queues.txt", "five times")),
    ]
    collection.judgments.write_text("".join(f"{json.dumps(entry)}\n" for entry in entries))
    repo = history(collection.folder)
    made = [
        repo.commit({"docs/cache.md": "for ten minutes", "docs/queues.txt": "five times"}, "Write"),
        repo.commit({"docs/queues.txt": "5 times"}, "Use digits"),
        repo.commit({"docs/cache.md": "for ten minutes or more"}, "Say more"),
    ]
    git(collection.folder, "read-tree", "main")
    return made


def test_the_commit_that_broke_a_quote_is_named(cli: Cli, commits: list[str]) -> None:
    done = cli(*CHECK, "-f", "json")
    assert done.code == 1
    found = json.loads(done.out)
    assert [row["commit"] for row in found["revisions"]] == [commit[:12] for commit in commits]
    assert [row["num_resolved"] for row in found["revisions"]] == [2, 1, 1]
    assert [row["broke"] for row in found["revisions"]] == [None, "b[0]", None]
    (broken,) = found["breaks"]
    assert (broken["query_id"], broken["line"], broken["doc"]) == ("b", 2, "queues.txt")
    assert (broken["commit"], broken["reason"]) == (commits[1][:12], "quote missing")
    assert "1 of 2 quotes resolve at the newest of 3 revisions" in done.err
    assert "error: 1 quote does not resolve at the newest revision" in done.err


def test_a_range_ends_before_the_break(cli: Cli, commits: list[str]) -> None:
    done = cli(*CHECK, commits[0], "-f", "csv")
    assert done.code == 0
    assert done.out.count("\n") == 1  # The header alone: nothing broke.


def test_formats_of_one_table_hold_the_breaks(cli: Cli, commits: list[str]) -> None:
    done = cli(*CHECK, "-f", "jsonl")
    assert [json.loads(line)["query_id"] for line in done.out.splitlines()] == ["b"]


def test_a_page_holds_both_tables(cli: Cli, commits: list[str]) -> None:
    page = cli(*CHECK).out
    assert page.startswith("revisions\n")
    assert "\nbreaks\n" in page
    assert "Use digits" in page


@pytest.mark.parametrize(
    ("arguments", "code", "error"),
    [
        (("-f", "github"), 2, "--history has no lines to annotate: choose another format"),
        (("nonsense..",), 2, "nonsense"),
    ],
)
def test_what_history_cannot_do_is_a_usage_error(
    cli: Cli, commits: list[str], arguments: tuple[str, ...], code: int, error: str
) -> None:
    done = cli(*CHECK, *arguments)
    assert done.code == code
    assert error in done.err
    assert done.out == ""


def test_without_a_repository_it_says_so(
    cli: Cli, collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(Path(collection.folder).parent))
    done = cli(*CHECK)
    assert done.code == 2
    assert "repository" in done.err
