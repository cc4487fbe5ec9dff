"""The reference pages are complete: every command, measure, key, hash and question is on them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from generate.cli_reference import commands
from generate.formats import exit_codes
from generate.identities import EXAMPLES, example
from generate.questions import QUESTIONS, answers

from groundkit import identity
from groundkit.engine import migrations
from groundkit.engine.connection import open_memory_session
from groundkit.engine.session import Session
from groundkit.files import project
from groundkit.output.formats import FORMATS

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


def page(name: str) -> str:
    """Return the text of a page of docs/."""
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def warehouse() -> Session:
    """Return a new warehouse in memory."""
    session = open_memory_session()
    migrations.migrate(session)
    return session


def test_every_command_has_a_section_and_every_section_a_command() -> None:
    sections = re.findall(r"^## (groundkit-wh.*)$", page("cli.md"), re.MULTILINE)
    assert sections == list(commands())
    assert len(sections) > 10


def test_every_command_is_in_the_table_of_functions() -> None:
    # A group without a function of its own is known by its commands.
    groups = {"db", "import", "judgments"}
    text = page("python.md").partition("## Commands and functions")[2]
    names = [command.removeprefix("groundkit-wh").strip() for command in commands()]
    assert [name for name in names if name not in {"", *groups} and f"`{name}`" not in text] == []


def test_every_measure_and_family_is_on_the_page_of_measures(warehouse: Session) -> None:
    text = page("measures.md")
    rows = warehouse.rows("select family, measure from meta.measure")
    assert [name for row in rows for name in row if f"`{name}`" not in text] == []


def test_every_column_of_the_founding_measures_is_on_the_page_of_measures() -> None:
    text = page("measures.md")
    names = ("recall_at_1", "recall_at_5", "recall_at_10", "mrr", "ndcg_at_10")
    others = ("no_answer_abstained", "near_miss_abstained", "is_lower_bound", "num_failed")
    assert [name for name in (*names, *others) if f"`{name}`" not in text] == []


def test_an_empty_gold_set_counts_zero_in_every_measure_of_the_edge_cases() -> None:
    (row,) = re.findall(r"^\| the gold set is empty \|(.*)\|$", page("measures.md"), re.MULTILINE)
    assert {cell.strip() for cell in row.split("|")} == {"0.0000"}


def test_every_hash_has_an_example_whose_bytes_are_those_that_are_hashed() -> None:
    functions = {name for name in vars(identity) if re.fullmatch(r"[a-z]+_(hash|id)", name)}
    assert functions - {"json_hash"} == set(EXAMPLES) - {"judgments_hash"}
    text = page("identities.md")
    for name in EXAMPLES:
        assert example(name) in text
        assert f"`{name}`" in text


def test_every_configuration_key_is_documented() -> None:
    text = page("formats-and-exit-codes.md")
    keys = set(project._TOP) - {"eval", "categories"} | {f"eval.{key}" for key in project._EVAL}
    assert [key for key in sorted(keys) if f"`{key}`" not in text] == []
    assert "`categories.NAME`" in text


def test_every_format_is_documented() -> None:
    text = page("formats-and-exit-codes.md")
    assert [name for name in FORMATS if not re.search(rf"^\| `{name}`", text, re.MULTILINE)] == []


def test_every_documented_exit_code_is_in_the_help_text() -> None:
    codes = re.findall(r"^\| (\d+) \|", exit_codes(), re.MULTILINE)
    (listed,) = re.findall(r"Exit codes: ([^.]*)", " ".join(page("cli.md").split()))
    assert codes == re.findall(r"(?:^|, )(\d+) ", listed)


def test_the_page_of_questions_asks_ten_and_every_file_is_one_of_them() -> None:
    text = page("questions.md")
    assert re.findall(r"^## (\d+)\. ", text, re.MULTILINE) == [str(n) for n in range(1, 11)]
    asked = re.findall(r'questions\.answer\("(\w+)"\)', text)
    assert sorted(asked) == sorted(path.stem for path in QUESTIONS.glob("*.sql"))


def test_every_question_returns_rows() -> None:
    results = re.findall(r"^```text\n(.*?)^```$", page("questions.md"), re.MULTILINE | re.DOTALL)
    assert len(results) == 10
    assert [result for result in results if "(no rows)" in result] == []


def test_the_answers_say_what_the_page_says_of_them() -> None:
    comparison = [line.split() for line in answers()["smaller_chunks"].splitlines()[2:]]
    assert [row for row in comparison if int(row[-1]) <= int(row[-3])] == []
    _, _, first, *_, last = answers()["outranking"].splitlines()
    assert "ignore previous" in first
    assert [first.split()[1], last.split()[1]] == ["false", "true"]
    abstained = [line.split() for line in answers()["abstention"].splitlines()[2:]]
    assert {row[-1] for row in abstained} == {"0"}
    assert all(row[2] == row[3] for row in abstained)


def test_every_decision_is_listed_dated_and_numbered_without_gaps() -> None:
    pages = sorted((DOCS / "decisions").glob("[0-9]*.md"))
    listed = (DOCS / "decisions" / "README.md").read_text(encoding="utf-8")
    assert [int(path.name[:4]) for path in pages] == list(range(1, len(pages) + 1))
    for path in pages:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert lines[0].startswith(f"# {path.name[:4]}: ")
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", lines[2])
        assert f"[{lines[0].removeprefix('# ')}]({path.name})" in listed
