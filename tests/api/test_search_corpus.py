"""Looking into a corpus without labels."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_collection import Collection, write_corpus

from groundkit.api.evaluate import Settings
from groundkit.api.search import search
from groundkit.errors import InputError, UsageError


def test_the_best_passages_come_with_line_score_and_snippet(collection: Collection) -> None:
    found = search("failed job tried", collection.corpus)
    assert found.columns == ("rank", "place", "score", "snippet")
    rank, place, score, snippet = found.rows[0]
    assert (rank, place) == (1, "queues.txt:3")
    assert score > 0
    assert snippet.startswith("A failed job is tried five times, each time after a longer delay.")
    assert [row[0] for row in found.rows] == list(range(1, len(found.rows) + 1))
    assert [row[2] for row in found.rows] == sorted((row[2] for row in found.rows), reverse=True)


def test_words_that_are_not_there_find_nothing(collection: Collection) -> None:
    assert search("zebra migration", collection.corpus).rows == ()
    assert search("", collection.corpus).rows == ()
    assert search("?!", collection.corpus).rows == ()


def test_the_settings_of_an_evaluation_hold(collection: Collection) -> None:
    found = search("worker", collection.corpus, Settings(top_k=1, chunk_size=64, chunk_overlap=0))
    assert len(found.rows) == 1


def test_the_line_is_that_of_the_words_and_not_of_the_chunk(tmp_path: Path) -> None:
    text = "intro\n" * 20 + "the needle is here\n" + "outro\n" * 20
    write_corpus(tmp_path / "docs", {"hay.md": text})
    ((_, place, _, snippet),) = search("needle", tmp_path / "docs").rows
    assert place == "hay.md:21"
    assert snippet.startswith("the needle is here outro")


def test_the_snippet_of_a_long_line_shows_the_words(tmp_path: Path) -> None:
    text = "filler " * 60 + "needle " + "filler " * 10
    write_corpus(tmp_path / "docs", {"hay.md": text})
    for _, _, _, snippet in search("needle", tmp_path / "docs").rows:
        assert "needle" in snippet
        assert len(snippet) <= 120


def test_nothing_is_stored(collection: Collection) -> None:
    before = sorted(collection.folder.rglob("*"))
    search("worker", collection.corpus)
    assert sorted(collection.folder.rglob("*")) == before


def test_bad_input_is_an_error(collection: Collection) -> None:
    with pytest.raises(InputError, match="no such folder"):
        search("word", collection.folder / "nowhere")
    with pytest.raises(UsageError, match="top-k must be"):
        search("word", collection.corpus, Settings(top_k=0))
