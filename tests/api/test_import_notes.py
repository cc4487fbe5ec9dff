"""Imported notes: a corpus and judgments that can be evaluated, each stored once."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from small_collection import contents, rows, stored_contents

from groundkit import Warehouse
from groundkit.api.import_notes import import_notes, read_notes
from groundkit.errors import InputError, UsageError

NOTES = [
    {"pk": 1, "title": "Tea", "text": "Green tea is made at 80 degrees.", "tags": ["drinks"]},
    {"pk": 12, "title": "Bread", "text": "Bread rests overnight."},
    {"pk": 2, "title": "Rice", "text": "Rice is washed three times before it is cooked."},
]
QUERIES = [
    {"id": "q2", "query": "how hot for tea", "type": "synonym", "expected_note_pks": [1]},
    {"id": "q10", "query": "rice and bread", "type": "multi", "expected_note_pks": [2, 12]},
    {"id": "q1", "query": "zebra", "type": "tag", "tags": ["a", "b"], "expected_note_pks": []},
]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Return a file of notes and one of queries."""
    notes, queries = tmp_path / "notes.json", tmp_path / "queries.json"
    notes.write_text(json.dumps(NOTES))
    queries.write_text(json.dumps(QUERIES))
    return notes, queries


def test_notes_and_queries_are_ready_to_be_evaluated(
    tmp_path: Path, files: tuple[Path, Path]
) -> None:
    with Warehouse.open(tmp_path / "w.duckdb") as wh:
        done = import_notes(wh, files)
        assert done.num_tag_filters == 1
        assert rows(wh, "select kind, num_documents from core.corpus") == [("file", 3)]
        assert rows(wh, "select query_id, tags, answerable from core.query order by all") == [
            ("q1", ["tag", "a", "b"], False),
            ("q10", ["multi"], True),
            ("q2", ["synonym"], True),
        ]
        # A whole note is gold from its first character to its last.
        assert rows(
            wh, "select doc, start_offset, end_offset from core.gold_span order by doc"
        ) == [
            (str(note["pk"]), 0, len(str(note["text"])))
            for note in sorted(NOTES, key=lambda note: str(note["pk"]))
        ]
        run = wh.evaluate(inputs=done.inputs)
        (stage,) = run.tables()["stages"].as_dicts()
        assert (stage["mrr"], stage["no_answer_abstained"]) == (1.0, 1)
        # The file's order is not that of the ids; the seal holds all the same.
        assert wh.verify().rows == ()


def test_importing_the_same_again_adds_nothing(tmp_path: Path, files: tuple[Path, Path]) -> None:
    with Warehouse.open(tmp_path / "w.duckdb") as wh:
        assert [load.num_new for load in import_notes(wh, files).loads] == [3, 3]
        before = contents(wh, ["core.corpus", "core.query", "core.gold", "core.gold_span"])
        packed = tmp_path / "notes.json.gz"
        packed.write_bytes(gzip.compress(files[0].read_bytes()))
        assert [load.num_new for load in import_notes(wh, [files[1], packed]).loads] == [0, 0]
        assert contents(wh, before) == before


def test_notes_alone_are_a_corpus(tmp_path: Path, files: tuple[Path, Path]) -> None:
    with Warehouse.open(tmp_path / "w.duckdb") as wh:
        assert [load.kind for load in import_notes(wh, files[:1]).loads] == ["corpus"]
        assert rows(wh, "from core.judgment_set") == []


def test_another_choice_of_files_is_refused(files: tuple[Path, Path]) -> None:
    notes, queries = files
    for chosen in ((queries,), (notes, notes), (notes, queries, queries), ()):
        with pytest.raises(UsageError, match="give one file of notes, and at most one of queries"):
            read_notes(chosen)


def test_a_mistake_in_either_file_leaves_the_warehouse_as_it_was(
    tmp_path: Path, files: tuple[Path, Path]
) -> None:
    path = tmp_path / "w.duckdb"
    with Warehouse.open(path) as wh:
        import_notes(wh, files)
    before = stored_contents(path)
    files[1].write_text(json.dumps([{"id": "q", "query": "x", "expected_note_pks": [99]}]))
    with Warehouse.open(path) as wh, pytest.raises(InputError, match='there is no note "99"'):
        import_notes(wh, files)
    assert stored_contents(path) == before
