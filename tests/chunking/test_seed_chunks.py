"""Whole collections: documents, chunks and gold chunks equal those of the given oracle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from groundkit import identity
from groundkit.chunking.protocol import checked_spans
from groundkit.chunking.recursive import Recursive
from groundkit.files.corpus_folder import read_corpus
from groundkit.files.judgment_file import read_judgments
from groundkit.records import Corpus, JudgmentSet, Span
from groundkit.text.analyzers import Word
from groundkit.text.quotes import overlaps
from groundkit.text.resolution import resolve

COLLECTIONS = ("newlines", "straddle", "ties", "tiny", "unicode")


def expectations(folder: Path) -> list[Any]:
    """Return the five chunkings that the oracle has of one collection."""
    found = [json.loads(path.read_bytes()) for path in sorted(folder.glob("expected/*.json"))]
    assert len(found) == 5
    return found


def chunks_of(corpus: Corpus, config: Any) -> dict[str, list[Span]]:
    chunker = Recursive(config["chunk_size"], config["chunk_overlap"])
    return {
        document.doc: checked_spans(chunker, document.text, document.doc)
        for document in corpus.documents
    }


@pytest.fixture(params=COLLECTIONS)
def collection(request: pytest.FixtureRequest, shared_data: Path) -> Path:
    """Return the folder of one collection."""
    return shared_data / "seed_oracle" / "edge" / str(request.param)


@pytest.fixture
def corpus(collection: Path) -> Corpus:
    return read_corpus(collection / "corpus")


@pytest.fixture
def judgments(collection: Path) -> JudgmentSet:
    return read_judgments(collection / "judgments.jsonl")


def test_hashes_and_documents_equal_the_oracle(
    collection: Path, corpus: Corpus, judgments: JudgmentSet
) -> None:
    for expected in expectations(collection):
        assert corpus.corpus_hash == expected["run"]["corpus_hash"]
        assert judgments.judgments_hash == expected["run"]["judgments_hash"]
        assert len(corpus.documents) == expected["run"]["document_count"]
        assert len(judgments.judgments) == expected["run"]["judgment_count"]
        assert {document.doc for document in corpus.documents} == {
            chunk["document"] for chunk in expected["_oracle"]["chunks"]
        }


def test_chunks_and_their_hashes_equal_the_oracle_at_every_size(
    collection: Path, corpus: Corpus
) -> None:
    texts = {document.doc: document.text for document in corpus.documents}
    for expected in expectations(collection):
        found = [
            (doc, index, span.start, span.end, texts[doc][span.start : span.end])
            for doc, spans in chunks_of(corpus, expected["run"]["config"]).items()
            for index, span in enumerate(spans)
        ]
        assert sorted(found) == sorted(
            (
                chunk["document"],
                chunk["chunk_index"],
                chunk["start_offset"],
                chunk["end_offset"],
                chunk["content"],
            )
            for chunk in expected["_oracle"]["chunks"]
        )
        hashes = {chunk["content"]: chunk for chunk in expected["_oracle"]["chunks"]}
        for *_, content in found:
            assert identity.text_hash(content) == hashes[content]["content_hash"]
            assert len(Word().tokens(content)) == hashes[content]["token_count"]


def test_quotes_and_gold_chunks_equal_the_oracle_at_every_size(
    collection: Path, corpus: Corpus, judgments: JudgmentSet
) -> None:
    spans = resolve(corpus, judgments)
    for expected in expectations(collection):
        (stage,) = expected["stages"]
        assert [(span.query_id, span.doc, span.start, span.end) for span in spans] == [
            (query["query_id"], gold["document"], gold["start_offset"], gold["end_offset"])
            for query in stage["queries"]
            for gold in query["gold"]
        ]
        chunks = chunks_of(corpus, expected["run"]["config"])
        found: dict[str, set[tuple[str, int]]] = {
            judgment.query_id: set() for judgment in judgments.judgments
        }
        for gold in spans:
            for index, chunk in enumerate(chunks[gold.doc]):
                if overlaps(chunk, Span(gold.start, gold.end)):
                    found[gold.query_id].add((gold.doc, index))
        assert found == {
            query_id: {(doc, index) for doc, index in gold_chunks}
            for query_id, gold_chunks in expected["_oracle"]["gold_chunks"].items()
        }
