"""Ranks, scores, measures and means against a slow reference, to the last bit.

The reference shares no code with the package: the definitions, one loop after the other.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reference_bm25 import recursive_chunks, tokens
from small_collection import Collection, hits, judgment, rows

from groundkit import Warehouse

CUTOFFS = (1, 3, 5, 10, 20, 50)


class Piece(NamedTuple):
    """A chunk, in the order in which ties are broken."""

    content_hash: str
    doc: str
    chunk_index: int
    start: int
    end: int


class Settings(NamedTuple):
    """What an evaluation depends on beside its input."""

    size: int
    overlap: int
    depth: int
    k1: float
    b: float


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def pieces_of(texts: Mapping[str, str], size: int, overlap: int) -> list[Piece]:
    """Return all chunks of all documents."""
    return [
        Piece(sha256(texts[doc][start:end]), doc, index, start, end)
        for doc in sorted(texts)
        for index, (start, end) in enumerate(recursive_chunks(texts[doc], size, overlap))
    ]


def rank(
    texts: Mapping[str, str], pieces: Sequence[Piece], query: str, setting: Settings
) -> list[tuple[Piece, float]]:
    """Return the best chunks with their scores (definitions, section 4)."""
    words = [tokens(texts[piece.doc][piece.start : piece.end]) for piece in pieces]
    average = sum(len(of_piece) for of_piece in words) / len(pieces)
    scored = []
    for piece, of_piece in zip(pieces, words, strict=True):
        score = 0.0
        for word in tokens(query):
            tf = of_piece.count(word)
            if tf == 0:
                continue
            df = sum(word in other for other in words)
            idf = math.log((len(pieces) - df + 0.5) / (df + 0.5) + 1)
            norm = 1 - setting.b + setting.b * len(of_piece) / average
            score += idf * (tf * (setting.k1 + 1) / (tf + setting.k1 * norm))
        if score > 0:
            scored.append((piece, score))
    scored.sort(key=lambda found: (-found[1], found[0][:3]))
    return scored[: setting.depth]


def measures(relevant: Sequence[bool], num_relevant: int, depth: int) -> dict[str, float]:
    """Return the values of one query (definitions, section 5); ``relevant`` in rank order."""
    values: dict[str, float] = {}
    first = next((number for number, hit in enumerate(relevant, start=1) if hit), None)
    values["RR"] = 1 / first if first else 0.0
    for k in CUTOFFS:
        if k > depth:
            continue
        top = relevant[:k]
        values[f"Success@{k}"] = 1.0 if any(top) else 0.0
        values[f"P@{k}"] = sum(top) / k
        values[f"R@{k}"] = sum(top) / num_relevant if num_relevant else 0.0
        gain = ideal = 0.0
        for number, hit in enumerate(top, start=1):
            if hit:
                gain += 1 / math.log2(number + 1)
        for number in range(1, min(num_relevant, k) + 1):
            ideal += 1 / math.log2(number + 1)
        values[f"nDCG@{k}"] = min(gain / ideal, 1.0) if ideal else 0.0
        values[f"RR@{k}"] = 1 / first if first and first <= k else 0.0
    return values


def check(
    wh: Warehouse, texts: Mapping[str, str], queries: Sequence[Any], setting: Settings, folder: Path
) -> None:
    """Evaluate and compare every hit, score, value and mean with the reference."""
    collection = Collection(folder).write(
        texts,
        [
            judgment(f"q{number:02}", query, "normal", *gold)
            if gold
            else judgment(f"q{number:02}", query, "no_answer")
            for number, (query, gold) in enumerate(queries)
        ],
    )
    run = wh.evaluate(
        inputs=collection.inputs(),
        chunk_size=setting.size,
        chunk_overlap=setting.overlap,
        top_k=setting.depth,
        k1=setting.k1,
        b=setting.b,
    )
    found = hits(wh, run.run_id)
    values: dict[str, dict[str, float]] = {}
    for query_id, measure, value in rows(
        wh,
        "select query_id, measure, value from measure.by_query "
        "where run_id = $run_id and level = 'chunk'",
        run_id=run.run_id,
    ):
        values.setdefault(query_id, {})[measure] = value

    pieces = pieces_of(texts, setting.size, setting.overlap)
    totals: dict[str, float] = {}
    num_answerable = 0
    for number, (query, gold) in enumerate(queries):
        query_id = f"q{number:02}"
        ranked = rank(texts, pieces, query, setting)
        assert found.get(("bm25", query_id), []) == [
            (piece.doc, piece.start, piece.end, score) for piece, score in ranked
        ]
        if not gold:
            assert query_id not in values
            continue
        num_answerable += 1
        spans = [(doc, texts[doc].index(quote), len(quote)) for doc, quote in gold]
        relevant = {
            piece
            for piece in pieces
            for doc, start, length in spans
            if piece.doc == doc and piece.start < start + length and start < piece.end
        }
        wanted = measures([piece in relevant for piece, _ in ranked], len(relevant), setting.depth)
        got = values[query_id]
        assert {"RR", "Success@1", "P@1", "nDCG@1"} <= got.keys() <= wanted.keys()
        assert got == {measure: wanted[measure] for measure in got}
        for measure in got:
            totals[measure] = totals.get(measure, 0.0) + wanted[measure]
    means = dict(
        rows(
            wh,
            "select measure, value from report.stage_measure "
            "where run_id = $run_id and level = 'chunk'",
            run_id=run.run_id,
        )
    )
    assert means == pytest.approx(
        {measure: total / num_answerable for measure, total in totals.items()}, abs=1e-12, rel=0
    )


WORDS = ("ash", "birch", "Cedar", "elm", "ÉLAN", "fir", "oak", "Ωmega", "straße", "x1")


@st.composite
def collections(draw: st.DrawFn) -> tuple[dict[str, str], list[Any], Settings]:
    """Draw a small corpus with many ties, queries with quotes, and settings."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    sentence = [" ".join(rng.choices(WORDS, k=rng.randint(1, 9))) for _ in range(rng.randint(1, 6))]
    texts: dict[str, str] = {}
    for number in range(rng.randint(1, 6)):
        if texts and rng.random() < 0.3:
            text = rng.choice(sorted(texts.values()))  # The same text again.
        else:
            parts = rng.choices(sentence, k=rng.randint(1, 8))
            text = rng.choice(("\n\n", "\n", ". ", " ")).join(parts)
        texts[rng.choice(("a/", "a-", "b", "")) + f"{number}.txt"] = text
    queries: list[Any] = []
    for _ in range(rng.randint(1, 6)):
        query = " ".join(rng.choices(WORDS + ("absent", "!"), k=rng.randint(1, 6)))
        gold = []
        for doc, text in sorted(texts.items()):
            start = rng.randrange(len(text))
            quote = text[start : start + rng.randint(1, 120)]
            is_unique = text.find(quote) == start and text.find(quote, start + 1) < 0
            if is_unique and rng.random() < 0.5:
                gold.append((doc, quote))
        queries.append((query, tuple(gold)))
    size = rng.choice((16, 17, 32, 64, 200))
    setting = Settings(
        size,
        rng.choice((0, 1, size // 4, size - 1)),
        rng.choice((1, 2, 3, 5, 10, 50)),
        rng.choice((0.0, 0.5, 1.2, 1.5, 100.0)),
        rng.choice((0.0, 0.3, 0.75, 1.0)),
    )
    return texts, queries, setting


@pytest.fixture(scope="module")
def growing(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return a warehouse to which all examples are added, and a folder for their files."""
    folder = tmp_path_factory.mktemp("exactness")
    with Warehouse.open(folder / "w.duckdb") as wh:
        yield wh, folder


@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(drawn=collections())
def test_every_number_is_that_of_the_reference(growing: Any, drawn: Any) -> None:
    wh, folder = growing
    texts, queries, setting = drawn
    check(wh, texts, queries, setting, folder)


def test_ties_go_to_the_smaller_content_hash_then_document_then_position(
    collection: Collection,
) -> None:
    texts = {
        "b.txt": "elm\n\noak\n\nelm",
        "a.txt": "elm\n\noak\n\nelm",
        "a-.txt": "oak\n\nelm\n\nash",
    }
    collection.write(texts, [judgment("q", "elm oak", "unlabelled")])
    with collection.open() as wh:
        run = wh.evaluate(inputs=collection.inputs(), chunk_size=3, chunk_overlap=0, top_k=50, b=0)
        found = hits(wh, run.run_id)["bm25", "q"]
    # "oak" is in 3 of the 9 chunks and "elm" in 5, so "oak" scores higher; equal texts have equal
    # hashes and go by document ("a-.txt" < "a.txt") and position.
    assert [(doc, start) for doc, start, _, _ in found] == [
        ("a-.txt", 0),
        ("a.txt", 5),
        ("b.txt", 5),
        ("a-.txt", 5),
        ("a.txt", 0),
        ("a.txt", 10),
        ("b.txt", 0),
        ("b.txt", 10),
    ]


def test_chunks_of_equal_score_and_other_text_go_by_the_hash_of_their_text(
    collection: Collection,
) -> None:
    texts = {f"{number:02}.txt": f"common w{number:02}" for number in range(20)}
    collection.write(texts, [judgment("q", "common", "unlabelled")])
    with collection.open() as wh:
        run = wh.evaluate(inputs=collection.inputs(), top_k=7)
        found = [doc for doc, *_ in hits(wh, run.run_id)["bm25", "q"]]
    assert found == sorted(texts, key=lambda doc: sha256(texts[doc]))[:7]


def large(num_documents: int, num_queries: int) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """Return a corpus large enough that the engine uses several threads, with its queries."""
    rng = random.Random(7)
    words = [f"w{number}" for number in range(60)]
    texts = {
        f"d{number:04}.txt": "\n\n".join(
            " ".join(rng.choices(words, k=rng.randint(4, 30))) for _ in range(6)
        )
        for number in range(num_documents)
    }
    queries = [
        judgment(f"q{number:04}", " ".join(rng.choices(words, k=rng.randint(1, 8))), "unlabelled")
        for number in range(num_queries)
    ]
    return texts, queries


def test_the_number_of_threads_changes_no_bit(tmp_path: Path) -> None:
    collection = Collection(tmp_path).write(*large(350, 40))
    found = []
    for threads in (1, 2, 8):
        path = tmp_path / f"{threads}.duckdb"
        with Warehouse.open(path, threads=threads) as wh:
            run = wh.evaluate(inputs=collection.inputs(), chunk_size=100, chunk_overlap=20)
            assert wh.session.value("select current_setting('threads')") == threads
            found.append(
                (hits(wh, run.run_id), run.tables()["stages"].as_dicts()[0]["results_hash"])
            )
            (num_chunks,) = rows(wh, "select count(*) from core.chunk")[0]
    assert num_chunks > 1500
    assert len(found[0][0]) == 40
    assert found[0] == found[1] == found[2]


def test_more_queries_than_a_batch_are_answered_as_one_at_a_time(collection: Collection) -> None:
    texts, queries = large(20, 300)
    collection.write(texts, queries)
    with collection.open() as wh:
        batched = wh.evaluate(inputs=collection.inputs(), chunk_size=64, chunk_overlap=0)
        (batch_size,) = rows(wh, "select batch_size from core.stage")[0]
        assert 1 < batch_size < 300
        collection.write(texts, queries)
        timed = wh.evaluate(inputs=collection.inputs(), chunk_size=64, chunk_overlap=0, timed=True)
        assert timed.evaluated is not None
        assert timed.evaluated.earlier_run == batched.run_id
        assert len(hits(wh, batched.run_id)) == 300
        assert hits(wh, batched.run_id) == hits(wh, timed.run_id)


def test_the_order_in_which_files_were_made_plays_no_part(tmp_path: Path) -> None:
    texts, queries = large(40, 10)
    found = []
    for name, docs in (("up", sorted(texts)), ("down", sorted(texts, reverse=True))):
        collection = Collection(tmp_path / name).write({doc: texts[doc] for doc in docs}, queries)
        with collection.open() as wh:
            run = wh.evaluate(inputs=collection.inputs(), chunk_size=64, chunk_overlap=8)
            found.append(
                (
                    rows(wh, "select corpus_hash, documents_hash from core.corpus"),
                    rows(wh, "select chunks_hash from core.stage"),
                    hits(wh, run.run_id),
                )
            )
    assert found[0] == found[1]
