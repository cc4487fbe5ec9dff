"""``judgments check`` as a command: exit codes, formats, what is said to a person."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from small_collection import Collection, Finished, judgment

Cli = Callable[..., Finished]
CHECK = ("judgments", "check", "--corpus", "docs", "--judgments", "labels.jsonl")


@pytest.fixture
def broken(collection: Collection) -> Collection:
    """Return the collection with one quote that is missing and one label that is weak."""
    entries = [
        judgment("a", "how long does an entry live", "normal", ("cache.md", "for tem minutes")),
        judgment("b", "a full cache drops", "normal", ("cache.md", "A full cache drops")),
    ]
    collection.judgments.write_text("".join(f"{json.dumps(entry)}\n" for entry in entries))
    return collection


def test_errors_exit_1_and_the_page_has_place_message_rule_and_repair(
    cli: Cli, broken: Collection
) -> None:
    done = cli(*CHECK)
    assert done.code == 1
    lines = done.out.splitlines()
    at = lines.index(
        'labels.jsonl:1: error: quote not found in cache.md: "for tem minutes" [quote-missing]'
    )
    assert lines[at + 1] == (
        '    nearest text at line 3: "for ten minutes"; difference: for [-tem-]{+ten+} minutes'
    )
    assert any("[query-circular]" in line for line in lines)
    assert "2 judgments over 5 documents: 1 error, " in done.err
    assert "error: 1 error in the labels or the corpus" in done.err


def test_warnings_alone_exit_0(cli: Cli, collection: Collection) -> None:
    done = cli(*CHECK)
    assert done.code == 0
    assert "[documents-few]" in done.out
    assert "error" not in done.err


def test_json_has_the_columns_of_a_finding(cli: Cli, broken: Collection) -> None:
    rows = json.loads(cli(*CHECK, "-f", "json").out)
    missing = next(row for row in rows if row["rule"] == "quote-missing")
    assert list(missing) == [
        "rule",
        "severity",
        "file",
        "line",
        "query_id",
        "gold_index",
        "message",
        "suggestion",
    ]
    assert (missing["severity"], missing["file"], missing["line"]) == ("error", "labels.jsonl", 1)


def test_github_gets_annotations_that_nothing_in_a_quote_can_forge(
    cli: Cli, collection: Collection
) -> None:
    entry = judgment("a", "x", "normal", ("a,b:c.md", "100%\n::error::forged"))
    collection.judgments.write_text(json.dumps(entry) + "\n")
    done = cli(*CHECK, "-f", "github")
    assert done.code == 1
    lines = done.out.splitlines()
    assert all(line.startswith(("::error ", "::warning ", "::notice ")) for line in lines)
    (missing,) = [line for line in lines if "doc-missing" in line]
    assert missing.startswith("::error file=labels.jsonl,line=1,title=doc-missing::gold document ")
    collection.judgments.write_text(
        json.dumps(judgment("a", "x", "normal", ("cache.md", "100%\n::error::forged"))) + "\n"
    )
    (missing,) = [
        line for line in cli(*CHECK, "-f", "github").out.splitlines() if "quote-missing" in line
    ]
    assert '"100%25\\n::error::forged"' in missing


def test_the_project_tunes_the_rules(cli: Cli, broken: Collection) -> None:
    (broken.folder / "pyproject.toml").write_text(
        "[tool.groundkit.check]\nmin_documents = 1\nmin_judgments = 1\ncategories = []\n"
        '[tool.groundkit.check.rules]\nquery-circular = "error"\nquote-missing = "note"\n'
    )
    done = cli(*CHECK, "-f", "json")
    severities = {row["rule"]: row["severity"] for row in json.loads(done.out)}
    assert done.code == 1
    assert severities["query-circular"] == "error"
    assert severities["quote-missing"] == "note"
    assert not {"documents-few", "judgments-few", "category-absent"} & set(severities)


def test_an_unknown_rule_in_the_project_is_a_usage_error(cli: Cli, broken: Collection) -> None:
    (broken.folder / "pyproject.toml").write_text(
        '[tool.groundkit.check.rules]\nquote-mising = "off"\n'
    )
    done = cli(*CHECK)
    assert done.code == 2
    assert '[tool.groundkit.check] unknown rule "quote-mising"; did you mean "quote-missing"?' in (
        done.err
    )


def test_a_file_that_cannot_be_read_at_all_exits_3(cli: Cli, collection: Collection) -> None:
    collection.judgments.unlink()
    done = cli(*CHECK)
    assert done.code == 3
    assert done.out == ""
    assert done.err == "error: labels.jsonl: no such file; give a judgments file\n"


def test_history_is_left_out_with_a_word_when_the_default_warehouse_is_unusable(
    cli: Cli, collection: Collection
) -> None:
    (collection.folder / "runs").mkdir()
    (collection.folder / "runs" / "warehouse.duckdb").write_bytes(b"not a warehouse")
    done = cli(*CHECK)
    assert done.code == 0
    assert "history was not asked: " in done.err
    assert cli(*CHECK, "-w", "runs/warehouse.duckdb").code == 4


def test_many_notes_of_one_rule_are_counted_unless_all_are_asked_for(
    cli: Cli, collection: Collection
) -> None:
    entries = [judgment(f"q{number:02}", f"word{number}", "near_miss") for number in range(15)]
    collection.judgments.write_text("".join(f"{json.dumps(entry)}\n" for entry in entries))
    page = cli(*CHECK).out
    assert page.count("[near-miss-disjoint]") == 10
    assert "5 more of near-miss-disjoint; -v shows all\n" in page
    assert cli(*CHECK, "-v").out.count("[near-miss-disjoint]") == 15
    assert len(json.loads(cli(*CHECK, "-f", "json").out)) > 15


def test_eval_says_how_many_quotes_match_only_loosely(cli: Cli, collection: Collection) -> None:
    entry = judgment("a", "how long", "normal")
    entry["gold"] = [{"doc": "cache.md", "quote": "TEN   minutes", "match": "alnum"}]
    collection.judgments.write_text(json.dumps(entry) + "\n")
    done = cli("eval", "--corpus", "docs", "--judgments", "labels.jsonl", "-w", "w.duckdb")
    assert done.code == 0
    assert "1 quote matches only loosely; `groundkit-wh judgments check` names them" in done.err
    (row,) = json.loads(cli("sql", "-w", "w.duckdb", "from quality.folded_quote", "-f", "json").out)
    assert (row["query_id"], row["match_level"]) == ("a", "alnum")
    assert cli("db", "verify", "-w", "w.duckdb").code == 0
