"""The last search is remembered beside the warehouse, whole, and without text."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_collection import Collection

from groundkit.api.evaluate import Settings
from groundkit.api.search import find_passages
from groundkit.errors import InputError, UsageError
from groundkit.files.corpus_folder import read_corpus
from groundkit.files.last_search import FILE_NAME, FoundPassage, LastSearch, recall, remember

SEARCH = LastSearch(
    'größe "x"\n任务',
    "/nowhere",
    {"chunk_size": 64, "k1": 1.5},
    (FoundPassage("a b/ü.md", 0, 7, 0.1 + 0.2, "f" * 64),),
)


def test_what_is_remembered_is_recalled(tmp_path: Path) -> None:
    assert remember(tmp_path, SEARCH) == tmp_path / FILE_NAME
    assert recall(tmp_path) == SEARCH


@given(
    st.text(st.characters(exclude_categories=["Cs"])),
    st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9), st.floats(0, 1e300)), max_size=3),
)
def test_any_search_is_recalled_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, query: str, hits: list[tuple[int, int, float]]
) -> None:
    folder = tmp_path_factory.getbasetemp()
    found = tuple(FoundPassage("d", start, start + n, score, "h") for start, n, score in hits)
    search = LastSearch(query, "/nowhere", {}, found)
    remember(folder, search)
    assert recall(folder) == search


def test_the_next_search_takes_the_place_of_the_last(tmp_path: Path) -> None:
    remember(tmp_path, SEARCH)
    remember(tmp_path, LastSearch("again", "/nowhere", {}, ()))
    assert recall(tmp_path).query == "again"
    assert [file.name for file in tmp_path.iterdir()] == [FILE_NAME]


def test_a_folder_that_does_not_exist_is_not_made(tmp_path: Path) -> None:
    assert remember(tmp_path / "runs", SEARCH) is None
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_into_the_corpus_whose_hash_it_would_change(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    inside = LastSearch("q", str(tmp_path), {}, ())
    assert remember(tmp_path / "runs", inside) is None
    assert list((tmp_path / "runs").iterdir()) == []


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind the superuser"
)
def test_a_folder_that_cannot_be_written_to_is_no_error(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        assert remember(tmp_path, SEARCH) is None
    finally:
        tmp_path.chmod(0o700)


def test_without_a_search_it_is_said_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r'no search is remembered; run `groundkit-wh search "'):
        recall(tmp_path)
    with pytest.raises(UsageError, match="which does not exist; `groundkit-wh init` makes it"):
        recall(tmp_path / "runs")


VALID = {"format": 1, "query": "q", "corpus": "c", "settings": {}, "hits": []}
HIT = {"doc": "d", "start": 0, "end": 1, "score": 1.0, "text_hash": "h"}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"[" * 100_000,
        json.dumps({**VALID, "format": 2}).encode(),
        json.dumps({**VALID, "query": 1}).encode(),
        json.dumps({**VALID, "hits": [{**HIT, "start": -1}]}).encode(),
        json.dumps({**VALID, "hits": [{**HIT, "end": 0}]}).encode(),
        json.dumps({**VALID, "hits": [{**HIT, "end": "1"}]}).encode(),
        json.dumps({**VALID, "hits": [{**HIT, "doc": None}]}).encode(),
        json.dumps({**VALID, "hits": [{**HIT, "more": 1}]}).encode(),
        json.dumps({**VALID, "hits": 1}).encode(),
    ],
)
def test_a_file_of_another_kind_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    with pytest.raises(InputError, match="not what `groundkit-wh search` writes; search again"):
        recall(tmp_path)


def test_a_search_returns_the_spans_of_its_hits_and_writes_nothing(tmp_path: Path) -> None:
    collection = Collection(tmp_path).write()
    before = sorted(collection.folder.rglob("*"))
    found = find_passages("failed job tried", collection.corpus, Settings(chunk_size=80))
    assert sorted(collection.folder.rglob("*")) == before
    documents = {document.doc: document for document in read_corpus(collection.corpus).documents}
    assert len(found.search.hits) == len(found.table.rows) > 1
    for hit, (_, place, score, _) in zip(found.search.hits, found.table.rows, strict=True):
        assert place.startswith(f"{hit.doc}:")
        assert hit.score == score
        assert documents[hit.doc].text_hash == hit.text_hash
        assert documents[hit.doc].text[hit.start : hit.end].strip()
    best = found.search.hits[0]
    assert "tried five times" in documents[best.doc].text[best.start : best.end]
    assert found.search.settings["chunk_size"] == 80
    assert Path(found.search.corpus) == collection.corpus.resolve()
