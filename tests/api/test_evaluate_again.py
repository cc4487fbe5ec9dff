"""Content is stored once; every run is kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from small_collection import (
    CONTENT,
    NUM_DOCUMENTS,
    NUM_QUERIES,
    NUM_TEXTS,
    TEXTS,
    Collection,
    contents,
    row_counts,
    rows,
)

from groundkit import Warehouse
from groundkit.errors import InputError

EDITED = {**TEXTS, "cache.md": TEXTS["cache.md"].replace("ten minutes", "ten minutes at most")}


def loads(wh: Warehouse, run_number: int) -> dict[str, tuple[int, int]]:
    """Return (items, new) by kind of the loads of the n-th run, from 1."""
    found = rows(wh, "select kind, num_items, num_new from meta.load order by loaded_at, rowid")
    return {kind: (items, new) for kind, items, new in found[4 * run_number - 4 : 4 * run_number]}


def test_the_same_content_adds_nothing_but_a_run(opened: Warehouse, evaluated: Collection) -> None:
    before, counted = contents(opened, CONTENT), row_counts(opened)
    opened.evaluate(inputs=evaluated.inputs())
    assert contents(opened, CONTENT) == before
    added = {table: rows - counted[table] for table, rows in row_counts(opened).items()}
    assert {table: number for table, number in added.items() if number} == {
        "core.run": 1,
        "core.stage": 1,
        "core.query_outcome": NUM_QUERIES,
        "meta.load": 4,
    }


def test_the_same_content_has_the_same_results_and_names_the_earlier_run(
    opened: Warehouse, evaluated: Collection
) -> None:
    first = opened.run("first").run_id
    second = opened.evaluate(inputs=evaluated.inputs())
    third = opened.evaluate(inputs=evaluated.inputs())
    assert second.evaluated is not None
    assert third.evaluated is not None
    assert second.evaluated.earlier_run == first
    assert third.evaluated.earlier_run == second.run_id
    assert third.evaluated.appended.num_new_lists == 0
    assert rows(opened, "select count(distinct results_hash) from core.run") == [(1,)]
    assert rows(opened, "select count(distinct seal_hash) from core.run") == [(3,)]


def test_a_first_run_names_no_earlier_one(collection: Collection) -> None:
    with collection.open() as wh:
        run = wh.evaluate(collection.corpus, collection.judgments)
    assert run.evaluated is not None
    assert run.evaluated.earlier_run is None


def test_loads_say_what_was_new_and_what_was_reused(
    opened: Warehouse, evaluated: Collection
) -> None:
    run = opened.evaluate(inputs=evaluated.inputs())
    # A text that two documents share is one text to cut and to index, but two documents.
    assert loads(opened, 1) == {
        "corpus": (NUM_DOCUMENTS, NUM_TEXTS),
        "judgments": (NUM_QUERIES, NUM_QUERIES),
        "chunks": (NUM_TEXTS, NUM_TEXTS),
        "postings": (NUM_TEXTS, NUM_TEXTS),
    }
    assert loads(opened, 2) == {
        "corpus": (NUM_DOCUMENTS, 0),
        "judgments": (NUM_QUERIES, 0),
        "chunks": (NUM_TEXTS, 0),
        "postings": (NUM_TEXTS, 0),
    }
    assert run.evaluated is not None
    assert {
        loaded.kind: (loaded.num_items, loaded.num_new) for loaded in run.evaluated.loads
    } == loads(opened, 2)


def test_of_an_edited_corpus_only_the_edited_text_is_stored_cut_and_indexed(
    opened: Warehouse, evaluated: Collection
) -> None:
    before = row_counts(opened)
    evaluated.write(EDITED)
    opened.evaluate(inputs=evaluated.inputs())
    assert loads(opened, 2) == {
        "corpus": (NUM_DOCUMENTS, 1),
        "judgments": (NUM_QUERIES, 0),
        "chunks": (NUM_TEXTS, 1),
        "postings": (NUM_TEXTS, 1),
    }
    added = {table: rows - before[table] for table, rows in row_counts(opened).items()}
    assert added["core.corpus"] == 1
    assert added["core.corpus_document"] == NUM_DOCUMENTS
    assert added["core.document_text"] == 1
    assert added["core.chunk"] == 1  # The text is shorter than a chunk.
    assert added["core.indexed_text"] == 1
    assert added["core.judgment_set"] == added["core.query"] == added["core.gold"] == 0


def test_going_back_to_an_earlier_content_stores_nothing(
    opened: Warehouse, evaluated: Collection
) -> None:
    evaluated.write(EDITED)
    opened.evaluate(inputs=evaluated.inputs())
    before = contents(opened, CONTENT)
    evaluated.write()
    run = opened.evaluate(inputs=evaluated.inputs())
    assert contents(opened, CONTENT) == before
    assert run.evaluated is not None
    assert run.evaluated.earlier_run == opened.run("first").run_id


def test_a_stray_file_changes_the_corpus_but_not_its_documents(
    opened: Warehouse, evaluated: Collection
) -> None:
    before = row_counts(opened)
    (evaluated.corpus / "picture.png").write_bytes(b"\x89PNG\x00\xff")
    opened.evaluate(inputs=evaluated.inputs())
    after = row_counts(opened)
    assert after["core.corpus"] == before["core.corpus"] + 1
    for table in ("core.document_text", "core.chunk", "core.posting", "core.list_hit"):
        assert after[table] == before[table]
    assert rows(
        opened,
        "select count(distinct corpus_hash), count(distinct documents_hash) from core.corpus",
    ) == [(2, 1)]


def test_a_shared_text_is_stored_and_cut_once_but_counts_for_both_documents(
    opened: Warehouse,
) -> None:
    assert rows(opened, "select count(*) from core.document_text") == [(NUM_TEXTS,)]
    # Every text is shorter than 512 characters, so that it is one chunk.
    assert rows(opened, "select count(*) from core.chunk") == [(NUM_TEXTS,)]
    assert rows(opened, "select num_chunks from bm25.collection") == [(NUM_DOCUMENTS,)]
    assert rows(opened, "select document_frequency from bm25.term where term = 'lease'") == [(2,)]
    assert rows(opened, "select num_chunks from report.run_summary") == [(NUM_DOCUMENTS,)]


def test_a_name_remembers_every_content_it_meant(opened: Warehouse, evaluated: Collection) -> None:
    evaluated.write(EDITED)
    opened.evaluate(inputs=evaluated.inputs())
    named = rows(
        opened,
        "select kind, name, count(*), count(distinct hash) from core.named_version "
        "group by all order by kind",
    )
    assert named == [("corpus", "docs", 2, 2), ("judgments", "labels", 1, 1)]
    assert rows(
        opened,
        "select count(*) from core.named_version join core.run on hash = corpus_hash "
        "where recorded_at = created_at",
    ) == [(2,)]


def test_another_name_for_known_content_is_remembered_beside_the_first(
    opened: Warehouse, evaluated: Collection
) -> None:
    opened.evaluate(inputs=evaluated.inputs(corpus_name="manual"))
    assert rows(
        opened, "select name from core.named_version where kind = 'corpus' order by name"
    ) == [("docs",), ("manual",)]
    assert rows(opened, "select count(*) from core.corpus") == [(1,)]


@pytest.mark.parametrize(
    ("settings", "num_chunkings", "num_analyzers"),
    [({"chunk_size": 64, "chunk_overlap": 0}, 2, 1), ({"k1": 0.9}, 1, 1)],
)
def test_another_chunking_is_stored_beside_the_first_and_other_weights_need_none(
    opened: Warehouse,
    evaluated: Collection,
    settings: dict[str, Any],
    num_chunkings: int,
    num_analyzers: int,
) -> None:
    opened.evaluate(inputs=evaluated.inputs(), **settings)
    assert rows(opened, "select count(*) from core.chunking") == [(num_chunkings,)]
    assert rows(opened, "select count(*) from core.analyzer") == [(num_analyzers,)]
    assert rows(opened, "select count(*) from core.document_text") == [(NUM_TEXTS,)]


def test_an_edited_note_makes_a_new_judgment_set_with_the_same_labels(
    opened: Warehouse, evaluated: Collection
) -> None:
    edited = evaluated.judgments.read_text().replace("the count is in words", "see page 3")
    evaluated.judgments.write_text(edited)
    opened.evaluate(inputs=evaluated.inputs())
    assert rows(
        opened,
        "select count(distinct judgments_hash), count(distinct label_hash), count(*) "
        "from core.query",
    ) == [(2, NUM_QUERIES, 2 * NUM_QUERIES)]


def test_an_added_judgment_reuses_the_lists_of_all_others(
    opened: Warehouse, evaluated: Collection
) -> None:
    before = row_counts(opened)
    with evaluated.judgments.open("a") as file:
        file.write(
            '{"query_id": "zz", "query": "log", "category": "normal", '
            '"gold": [{"doc": "workers.markdown", "quote": "its own log"}]}\n'
        )
    run = opened.evaluate(inputs=evaluated.inputs())
    assert run.evaluated is not None
    assert run.evaluated.appended.num_new_lists == 1
    added = row_counts(opened)
    # "log" stands in one document.
    assert added["core.list_hit"] == before["core.list_hit"] + 1
    assert added["core.query_outcome"] == before["core.query_outcome"] + NUM_QUERIES + 1


def test_a_category_cannot_change_its_meaning_under_stored_judgments(
    opened: Warehouse, evaluated: Collection
) -> None:
    before = contents(opened)
    inputs = evaluated.inputs()
    judgments = tuple(
        replace(entry, answerable=True) if entry.category == "near_miss" else entry
        for entry in inputs.judgment_set.judgments
    )
    changed = replace(inputs, judgment_set=replace(inputs.judgment_set, judgments=judgments))
    with pytest.raises(InputError, match="labels:3: category 'near_miss' was not answerable"):
        opened.evaluate(inputs=changed)
    assert contents(opened) == before
