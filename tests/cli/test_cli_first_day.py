"""The first day: from a folder of Markdown without labels to a first evaluated judgment."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from small_collection import Collection, Finished, judgment

Cli = Callable[..., Finished]


def test_a_folder_without_labels_gets_its_first_judgment_and_run(
    cli: Cli, collection: Collection
) -> None:
    collection.judgments.unlink()
    done = cli("init")
    assert done.code == 0
    assert done.out == (
        "wrote pyproject.toml\nwrote evals/judgments.jsonl\nwrote runs/.gitignore\n"
    )
    said = done.err.splitlines()
    assert said[0] == "documents are read from docs"
    assert any(line.startswith("next: groundkit-wh search ") for line in said)
    assert said[-1] == "and: groundkit-wh eval"

    # Even before the first label an evaluation works.
    done = cli("eval")
    assert (done.code, done.errors) == (0, [])
    assert "queries         0 (0 answerable)" in done.out

    found = json.loads(cli("search", "failed job tried", "-f", "json").out)
    assert found[0]["place"] == "queues.txt:3"
    assert "tried five times" in found[0]["snippet"]

    # What init prints as the next step is a command that works.
    (step,) = (line for line in said if line.startswith("then: groundkit-wh "))
    assert step.endswith(" writes it to evals/judgments.jsonl")
    program, *arguments = shlex.split(step.removeprefix("then: "))[:-4]
    assert program == "groundkit-wh"
    arguments[arguments.index("--query") + 1] = "how often is work repeated after an error in a job"
    assert cli(*arguments).code == 0

    done = cli("eval", "-f", "json")
    assert (done.code, done.errors) == (0, [])
    (stage,) = json.loads(done.out)["stages"]
    assert (stage["num_queries"], stage["num_answerable"]) == (1, 1)
    assert stage["recall_at_10"] == 1.0
    listed = json.loads(cli("runs", "-f", "json").out)
    assert [(row["corpus_name"], row["judgments_name"]) for row in listed] == [
        ("docs", "evals/judgments.jsonl")
    ] * 2


def test_a_second_init_keeps_everything(cli: Cli, collection: Collection) -> None:
    cli("init")
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    done = cli("init")
    assert done.code == 0
    assert "kept pyproject.toml" in done.out
    assert "wrote" not in done.out
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("arguments", "code", "error"),
    [
        (("nowhere",), 3, "nowhere: no such folder; name the folder that holds your documents"),
        (
            (".",),
            2,
            "the documents lie in this very folder, and every file in a corpus folder enters its "
            "hash, so the project must stand outside",
        ),
    ],
)
def test_init_refuses_what_cannot_be_a_corpus(
    cli: Cli, collection: Collection, arguments: tuple[str, ...], code: int, error: str
) -> None:
    before = sorted(Path().rglob("*"))
    done = cli("init", *arguments)
    assert (done.code, done.out) == (code, "")
    assert done.errors[0].startswith(error)
    assert sorted(Path().rglob("*")) == before


def test_search_in_a_corpus_without_the_words_says_so_on_stderr(
    cli: Cli, collection: Collection
) -> None:
    done = cli("search", "zebra", "--corpus", "docs")
    assert done.code == 0
    assert "(no rows)" in done.out
    assert done.err == "no passage in docs contains any of these words\n"
    assert json.loads(cli("search", "zebra", "--corpus", "docs", "-f", "json").out) == []


def test_search_takes_the_options_of_an_evaluation(cli: Cli, collection: Collection) -> None:
    done = cli("search", "worker", "--corpus", "docs", "--top-k", "1", "-f", "json")
    assert len(json.loads(done.out)) == 1
    done = cli("search", "worker", "--corpus", "docs", "--chunker", "recursiv")
    assert (done.code, done.errors) == (
        2,
        ['unknown chunker "recursiv"; did you mean "recursive"?'],
    )


def test_search_without_a_corpus_says_how_to_name_one(cli: Cli) -> None:
    done = cli("search", "worker")
    assert done.code == 2
    assert done.errors == [
        "no corpus: give --corpus FOLDER, or run `groundkit-wh init` in your project"
    ]


def test_the_bundled_collection_can_be_evaluated_from_an_empty_folder(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    done = cli("demo")
    assert (done.code, done.errors) == (0, [])
    assert "corpus          groundkit-example" in done.out
    assert [path.as_posix() for path in Path().rglob("*") if path.is_file()] == [
        "runs/warehouse.duckdb"
    ]
    question = done.err.splitlines()[-1].removeprefix("ask next: ")
    assert question.startswith('groundkit-wh sql "select ')
    answered = cli("sql", question.split('"')[1], "-f", "csv")
    assert (answered.code, answered.errors) == (0, [])
    again = cli("demo", "-f", "json")
    assert json.loads(again.out)["stages"][0]["num_answerable"] >= 40
    assert "had the same results" in again.err


def test_judgments_may_ask_for_a_word_in_any_script(cli: Cli, collection: Collection) -> None:
    collection.write(
        {"数据.md": "# 数据\n\n队列 保存 任务。\n", "größe.md": "Die Größe der Straße.\n"},
        [
            judgment("one", "任务", "normal", ("数据.md", "任务")),
            judgment("two", "STRASSE straße", "normal", ("größe.md", "Straße")),
        ],
    )
    done = cli("eval", "--corpus", "docs", "--judgments", "labels.jsonl", "-f", "json")
    (stage,) = json.loads(done.out)["stages"]
    assert stage["recall_at_1"] == 1.0
