"""The hashes of a run, computed again from the files and the stored rows by their definitions."""

from __future__ import annotations

import hashlib
import json
import re

import pytest
from reference_bm25 import chunk_all
from small_collection import TEXTS, Collection, contents, rows

from groundkit import Warehouse
from groundkit.errors import UsageError
from groundkit.load.run import recompute_seal


def sha256(data: bytes | str) -> str:
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@pytest.fixture
def small_chunks(evaluated: Collection, opened: Warehouse) -> Warehouse:
    """Return the warehouse with one run of chunks of at most 64 characters, called ``small``."""
    opened.evaluate(inputs=evaluated.inputs(), name="small", chunk_size=64, chunk_overlap=8)
    return opened


def test_the_corpus_is_known_by_the_bytes_of_all_files_and_by_its_documents(
    opened: Warehouse,
) -> None:
    files = b"".join(
        doc.encode() + b"\0" + text.encode() + b"\0" for doc, text in sorted(TEXTS.items())
    )
    documents = "".join(f"{doc}\0{sha256(text)}\n" for doc, text in sorted(TEXTS.items()))
    assert rows(
        opened,
        "select corpus_hash, documents_hash, kind, num_documents, num_files, num_bytes "
        "from core.corpus",
    ) == [
        (
            sha256(files),
            sha256(documents),
            "folder",
            len(TEXTS),
            len(TEXTS),
            sum(len(text.encode()) for text in TEXTS.values()),
        )
    ]
    assert rows(opened, "select doc, text_hash from core.corpus_document order by doc") == [
        (doc, sha256(text)) for doc, text in sorted(TEXTS.items())
    ]


def test_the_judgments_are_known_by_the_bytes_of_their_file(
    opened: Warehouse, evaluated: Collection
) -> None:
    assert rows(opened, "select judgments_hash, format from core.judgment_set") == [
        (sha256(evaluated.judgments.read_bytes()), "jsonl")
    ]


def test_chunks_are_known_by_their_texts_and_a_chunk_set_by_its_spans(
    small_chunks: Warehouse,
) -> None:
    chunks = chunk_all(TEXTS, 64, 8)
    run_id = small_chunks.run("small").run_id
    ((chunks_hash, chunking_id),) = rows(
        small_chunks,
        "select chunks_hash, chunking_id from core.stage where run_id = $run_id",
        run_id=run_id,
    )
    assert len(chunks) > len(TEXTS)
    assert chunks_hash == sha256("".join(f"{doc}:{start}:{end}\0" for doc, start, end in chunks))
    parameters = {"chunk_overlap": 8, "chunk_size": 64}
    assert chunking_id == sha256(
        canonical({"name": "recursive", "revision": 2, "params": parameters})
    )
    assert rows(
        small_chunks,
        "select doc, start_offset, end_offset, content_hash from core.corpus_chunk "
        "where chunking_id = $chunking_id order by doc, chunk_index",
        chunking_id=chunking_id,
    ) == [(*chunk, sha256(TEXTS[chunk.doc][chunk.start : chunk.end])) for chunk in chunks]


def test_a_ranked_list_is_known_by_its_rows(small_chunks: Warehouse) -> None:
    lists: dict[str, str] = {}
    for list_hash, *hit in rows(
        small_chunks,
        "select list_hash, doc, start_offset, end_offset, located, score "
        "from core.list_hit order by list_hash, rank",
    ):
        doc, start, end, located, score = hit
        row = f"{doc}\0{start}\0{end}\0{int(located)}\0{score.hex()}\n"
        lists[list_hash] = lists.get(list_hash, "") + row
    assert len(lists) > 5
    assert {list_hash: sha256(text) for list_hash, text in lists.items()} == {
        list_hash: list_hash for list_hash in lists
    }
    # An empty list has a hash and no rows.
    assert rows(
        small_chunks,
        "select distinct list_hash from core.query_outcome where status = 'ok' and num_hits = 0",
    ) == [(sha256(""),)]


def test_results_are_known_by_corpus_judgments_and_outcomes(small_chunks: Warehouse) -> None:
    for run_id, corpus_hash, judgments_hash, results_hash in rows(
        small_chunks, "select run_id, corpus_hash, judgments_hash, results_hash from core.run"
    ):
        outcomes = rows(
            small_chunks,
            "select stage, query_id, status, list_hash from core.query_outcome "
            "where run_id = $run_id order by query_id",
            run_id=run_id,
        )
        text = f"{corpus_hash}\0{judgments_hash}\n" + "".join(
            f"{stage}\0{query_id}\0{status}\0{list_hash}\n"
            for stage, query_id, status, list_hash in outcomes
        )
        assert results_hash == sha256(text)


def test_a_label_is_known_by_text_category_filter_and_gold(opened: Warehouse) -> None:
    gold = {
        "doc": "cache.md",
        "quote": "ten minutes",
        "relevance": 1,
        "occurrence": "unique",
        "prefix": None,
        "suffix": None,
        "match": "exact",
        "alternative": None,
    }
    label = {
        "text": "entry lives how long",
        "category": "normal",
        "filter": None,
        "gold": [gold],
    }
    assert rows(opened, "select label_hash from core.query where query_id = 'ttl'") == [
        (sha256(canonical(label)),)
    ]


def test_a_run_has_a_version_7_uuid_that_sorts_by_time(
    opened: Warehouse, evaluated: Collection
) -> None:
    for _ in range(2):
        opened.evaluate(inputs=evaluated.inputs())
    ids = [run_id for (run_id,) in rows(opened, "select run_id from core.run order by created_at")]
    assert ids == sorted(ids)
    for run_id in ids:
        assert re.fullmatch(
            r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", run_id
        )


def test_the_stored_rows_fit_the_seal(small_chunks: Warehouse) -> None:
    sealed = rows(small_chunks, "select run_id, seal_hash from core.run")
    assert len(sealed) == 2
    for run_id, seal_hash in sealed:
        assert recompute_seal(small_chunks.session, run_id) == seal_hash


def test_a_run_is_called_after_its_time_unless_it_is_given_a_name(
    opened: Warehouse, evaluated: Collection
) -> None:
    opened.evaluate(inputs=evaluated.inputs())
    assert rows(
        opened,
        "select name = strftime(created_at, '%Y-%m-%dT%H:%M:%SZ') from core.run "
        "where name != 'first'",
    ) == [(True,)]


def test_renaming_a_run_changes_its_name_and_nothing_else(opened: Warehouse) -> None:
    before = contents(opened)
    run_id = opened.run("first").run_id
    assert opened.rename_run("first", "baseline of may") == run_id
    after = contents(opened)
    assert after.pop("core.run") == [
        (row[0], "baseline of may", *row[2:]) for row in before.pop("core.run")
    ]
    assert after == before
    assert recompute_seal(opened.session, run_id) == opened.session.value(
        "select seal_hash from core.run"
    )


@pytest.mark.parametrize("name", ["", "  ", "latest"])
def test_a_name_that_could_not_be_asked_for_is_refused(opened: Warehouse, name: str) -> None:
    with pytest.raises(UsageError, match=f'a run cannot be called "{name}"'):
        opened.rename_run("first", name)
    assert rows(opened, "select name from core.run") == [("first",)]


@pytest.mark.parametrize("name", ["latest", "  "])
def test_an_evaluation_cannot_take_such_a_name_either(
    opened: Warehouse, evaluated: Collection, name: str
) -> None:
    with pytest.raises(UsageError, match=f'a run cannot be called "{name}"'):
        opened.evaluate(inputs=evaluated.inputs(), name=name)
    assert rows(opened, "select name from core.run") == [("first",)]


def test_the_configuration_of_a_run_is_stored_in_full(small_chunks: Warehouse) -> None:
    config = small_chunks.session.value("select config from core.run where name = 'small'")
    assert json.loads(config) == {
        "corpus": "docs",
        "judgments": "labels",
        "categories": {},
        "analyzer": "word",
        "chunker": "recursive",
        "chunker_params": {"chunk_size": 64, "chunk_overlap": 8},
        "chunker_revision": 2,
        "chunk_size": 64,
        "chunk_overlap": 8,
        "top_k": 10,
        "k1": 1.5,
        "b": 0.75,
        "timed": False,
        "max_document_bytes": 10 * 1024 * 1024,
        "stages": ["bm25"],
    }
