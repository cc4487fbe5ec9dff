"""The audit as one function: all findings at once, and what history adds to them."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from small_collection import Collection, collection

from groundkit import Warehouse
from groundkit.api.check_labels import COLUMNS, Checked, CheckInputs, check_labels
from groundkit.check.rules import CheckSettings
from groundkit.errors import InputError

__all__ = ["collection"]


def write(folder: Path, texts: dict[str, str], labels: list[dict[str, Any]]) -> CheckInputs:
    for doc, text in texts.items():
        (folder / "docs").mkdir(exist_ok=True)
        (folder / "docs" / doc).write_text(text)
    file = folder / "labels.jsonl"
    file.write_text("".join(f"{json.dumps(label)}\n" for label in labels))
    return CheckInputs(folder / "docs", file)


def label(query_id: str, query: str, doc: str, quote: str, **more: Any) -> dict[str, Any]:
    gold = {"doc": doc, "quote": quote, **more}
    return {"query_id": query_id, "query": query, "category": "normal", "gold": [gold]}


def rules(checked: Checked, severity: str = "error") -> list[str]:
    return [f.problem.rule for f in checked.findings if f.severity == severity]


def test_problems_of_the_file_the_corpus_and_the_quotes_are_found_at_once(tmp_path: Path) -> None:
    inputs = write(
        tmp_path,
        {"a.md": "one two three", "b.md": "four four"},
        [
            label("a", "x", "a.md", "nowhere"),
            label("b", "x", "b.md", "four"),
            label("b", "x", "c.md", "four"),
            {**label("d", "x", "a.md", "one"), "category": "odd", "colour": 1},
        ],
    )
    with inputs.judgments.open("a") as file:
        file.write('{"query_id": "e",\n')
    (inputs.corpus / "latin.md").write_bytes(b"\xe9")
    checked = check_labels(inputs)
    assert rules(checked) == [
        "quote-missing",
        "quote-repeated",
        "query-id-duplicate",
        "doc-missing",
        "category-unknown",
        "key-unknown",
        "json-invalid",
        "corpus-file",
    ]
    lines = [f.problem.line for f in checked.findings if f.severity == "error"]
    assert lines == [1, 2, 3, 3, 4, 4, 5, None]


def test_a_row_of_the_table_has_what_a_program_needs(tmp_path: Path) -> None:
    inputs = write(tmp_path, {"a.md": "four\nfour"}, [label("a", "x", "a.md", "four")])
    table = check_labels(inputs).table()
    assert table.columns == COLUMNS
    row = next(row for row in table.as_dicts() if row["rule"] == "quote-repeated")
    assert row == {
        "rule": "quote-repeated",
        "severity": "error",
        "file": (tmp_path / "labels.jsonl").as_posix(),
        "line": 1,
        "query_id": "a",
        "gold_index": 0,
        "message": 'quote occurs 2 times in a.md (lines 1, 2): "four"',
        "suggestion": "quote more of the surrounding text so that it occurs once, or say which is "
        "meant with occurrence, prefix or suffix",
    }


def test_documents_that_share_no_word_are_useless_by_construction(tmp_path: Path) -> None:
    topics = [("apple", "orchard"), ("steel", "furnace"), ("violin", "string"), ("harbour", "ship")]
    checked = check_labels(
        write(
            tmp_path,
            {f"{fruit}.md": f"{fruit} {place} " * 20 for fruit, place in topics},
            [
                label(
                    f"q{number}",
                    f"{fruit} {place}",
                    f"{fruit}.md",
                    f"{fruit} {place}",
                    occurrence=1,
                )
                for number, (fruit, place) in enumerate(topics)
            ],
        )
    )
    assert checked.discrimination.verdict == "useless by construction"
    assert "corpus-undiscriminating" in rules(checked, "warning")
    assert rules(checked, "note").count("query-undisputed") == len(topics)


def test_an_empty_judgments_file_has_only_floors_to_reach(tmp_path: Path) -> None:
    checked = check_labels(write(tmp_path, {"a.md": "one"}, []))
    assert set(rules(checked, "warning")) == {"category-absent", "documents-few", "judgments-few"}


def test_an_empty_corpus_is_a_finding_and_a_missing_one_an_error(tmp_path: Path) -> None:
    inputs = write(tmp_path, {"a.md": " "}, [])
    assert rules(check_labels(inputs)) == ["corpus-empty"]
    with pytest.raises(InputError):
        check_labels(CheckInputs(tmp_path / "nowhere", inputs.judgments))
    with pytest.raises(InputError):
        check_labels(CheckInputs(inputs.corpus, tmp_path / "nowhere.jsonl"))


def test_two_labels_of_one_id_keep_their_own_spans(tmp_path: Path) -> None:
    checked = check_labels(
        write(
            tmp_path,
            {"a.md": "one two three " * 3 + "end"},
            [label("a", "x", "a.md", "end"), label("a", "y", "a.md", "three end")],
        )
    )
    assert rules(checked) == ["query-id-duplicate"]


def test_history_names_queries_that_are_always_first_and_never_found(
    collection: Collection, tmp_path: Path
) -> None:
    labels = [
        label("always", "failed job is tried five times", "queues.txt", "is tried five times"),
        label("never", "cache", "workers.markdown", "answers no calls"),
        label("sometimes", "job queue lease", "queues.txt", "A job waits in its queue"),
    ]
    file = tmp_path / "labels.jsonl"
    file.write_text("".join(f"{json.dumps(entry)}\n" for entry in labels))
    with Warehouse.open(tmp_path / "w.duckdb") as wh:
        for size in (40, 60, 80, 120, 300):
            wh.evaluate(
                corpus=collection.corpus, judgments=file, chunk_size=size, chunk_overlap=0, top_k=3
            )
        ranks = wh.session.rows(
            "select query_id, num_results, num_found, num_first from report.label_record order by 1"
        )
        inputs = CheckInputs(collection.corpus, file)
        found = check_labels(inputs, wh)
        edited = json.loads(json.dumps(labels))
        edited[0]["query"] += "?"
        file.write_text("".join(f"{json.dumps(entry)}\n" for entry in edited))
        after_an_edit = check_labels(inputs, wh)
        patient = check_labels(
            CheckInputs(collection.corpus, file, settings=CheckSettings(min_results=50)), wh
        )
    numbers = {query_id: counts for query_id, *counts in ranks}
    assert numbers["always"][0] == numbers["always"][2] >= 3
    assert numbers["never"][0] >= 3
    assert numbers["never"][1] == 0
    of_history = {"query-saturated", "query-hopeless"}

    def named(checked: Checked) -> dict[str, str | None]:
        problems = [f.problem for f in checked.findings if f.problem.rule in of_history]
        return {problem.rule: problem.query_id for problem in problems}

    assert named(found) == {"query-saturated": "always", "query-hopeless": "never"}
    assert named(after_an_edit) == {"query-hopeless": "never"}
    assert named(patient) == {}


def test_all_quotes_of_the_chunking_oracle_resolve_to_its_offsets(shared_data: Path) -> None:
    folder = shared_data / "chunking_evaluation"
    checked = check_labels(CheckInputs(folder / "corpus", folder / "judgments.jsonl"))
    assert rules(checked) == []
    from groundkit.api.inputs import read_inputs

    spans = read_inputs(folder / "corpus", folder / "judgments.jsonl").gold_spans
    found = [(s.query_id, str(s.gold_index), s.doc, str(s.start), str(s.end)) for s in spans]
    with (folder / "gold_offsets.csv").open(newline="") as file:
        wanted = [tuple(row)[:5] for row in csv.reader(file)][1:]
    assert found == wanted
