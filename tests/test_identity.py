"""The hashes are what they always were; the vectors were computed with ``sha256sum``."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from groundkit import identity
from groundkit.records import Gold, Hit, Judgment

GOLD = Gold(doc="a.md", quote="café")
JUDGMENT = Judgment("q1", "where", "normal", True, (GOLD,), line=1, file_position=1)
HITS = (Hit("a.md", 0, 5, 1.5, chunk_index=0), Hit("b.md", None, None, 0.5, located=False))


def changed(record: Any, **fields: Any) -> Any:
    import dataclasses

    return dataclasses.replace(record, **fields)


def test_a_text_is_hashed_as_utf8() -> None:
    assert identity.text_hash("café") == (
        "850f7dc43910ff890f8879c0ed26fe697c93a067ad93a7d50f466a7028a9bf4e"
    )


def test_a_folder_is_hashed_as_path_nul_bytes_nul() -> None:
    files = [("a-b.md", b"one\n"), ("a.md", b""), ("a/b.md", b"\xff\xfe")]
    assert identity.corpus_hash(files) == (
        "7f76bb0a8001d0601e53deebab4a1c2005575c94065f8e426a9578450b97932f"
    )


def test_a_folder_out_of_order_or_with_a_path_twice_is_refused() -> None:
    for files in ([("b", b""), ("a", b"")], [("a", b""), ("a", b"")]):
        with pytest.raises(ValueError, match="not in ascending order"):
            identity.corpus_hash(files)


def test_documents_are_hashed_sorted_by_doc() -> None:
    expected = "17c402f130ecb92c942273eb5f1e9d8f026dc464fd17c55f738eecac4150dbc5"
    pairs = [("a.md", "h1"), ("a/b.md", "h2")]
    assert identity.documents_hash(pairs) == expected
    assert identity.documents_hash(reversed(pairs)) == expected


def test_a_chunk_set_is_hashed_as_doc_start_end_in_order() -> None:
    chunks = [("a.md", 0, 5), ("a.md", 5, 9), ("é.md", 0, 3)]
    assert identity.chunks_hash(chunks) == (
        "0461f734bfe3f4a72df3a8a0f906119f9f942c740cd949de9e9c70108a5ee0ce"
    )
    assert identity.chunks_hash(chunks[::-1]) != identity.chunks_hash(chunks)


def test_a_chunking_is_hashed_as_canonical_json() -> None:
    assert identity.chunking_id("recursive", 2, {"chunk_size": 512, "chunk_overlap": 64}) == (
        "811d16eb61b50a9f5ab01e1f5cd336c2f17b0b58ef62e9922e5e493b0ab23ee1"
    )


def test_an_analyzer_is_hashed_with_its_unicode_version() -> None:
    assert identity.analyzer_id("word", 1, {}, "14.0.0") == (
        "857081aa7f911923dc9c1cab79e026cc1af572868b85e500c35e33df81e5f9bd"
    )


def test_a_label_is_hashed_as_text_category_filter_and_gold() -> None:
    assert identity.label_hash(JUDGMENT) == (
        "351270767b1de196c9c4aa38e2a9e30dd0d9e3912eaa7acd238f41ae2e086e59"
    )


@pytest.mark.parametrize(
    "other",
    [
        changed(JUDGMENT, text="why"),
        changed(JUDGMENT, category="adversarial"),
        changed(JUDGMENT, filter={"lang": "en"}),
        changed(JUDGMENT, gold=(GOLD, GOLD)),
        changed(JUDGMENT, gold=(changed(GOLD, quote="cafe"),)),
        changed(JUDGMENT, gold=(changed(GOLD, quote=None),)),
        changed(JUDGMENT, gold=(changed(GOLD, doc="b.md"),)),
        changed(JUDGMENT, gold=(changed(GOLD, relevance=2),)),
        changed(JUDGMENT, gold=(changed(GOLD, occurrence="all"),)),
        changed(JUDGMENT, gold=(changed(GOLD, prefix="x"),)),
        changed(JUDGMENT, gold=(changed(GOLD, suffix="x"),)),
        changed(JUDGMENT, gold=(changed(GOLD, match="nfkc"),)),
        changed(JUDGMENT, gold=(changed(GOLD, alternative="1"),)),
    ],
)
def test_a_label_hash_changes_with_every_field_that_changes_meaning(other: Judgment) -> None:
    assert identity.label_hash(other) != identity.label_hash(JUDGMENT)


def test_a_label_hash_ignores_where_the_label_stands_and_what_is_noted() -> None:
    other = changed(
        JUDGMENT, query_id="q2", line=9, file_position=9, notes="n", tags=("t",), origin="bm25"
    )
    assert identity.label_hash(other) == identity.label_hash(JUDGMENT)


def test_a_ranked_list_is_hashed_in_rank_order_with_the_score_in_hexadecimal() -> None:
    assert identity.list_hash(HITS) == (
        "38941feb2e139722b764aea34d24b4de008d8f058300211a3b4d877cdd3d28ed"
    )
    assert identity.list_hash(HITS[::-1]) != identity.list_hash(HITS)


def test_a_hit_without_a_score_or_a_place_is_hashed_with_nothing_in_its_place() -> None:
    unscored = Hit("a.md", None, None, None, located=False)
    assert identity.list_hash([unscored]) == identity.sha256_hex(b"a.md\0\0\x000\0\n")
    assert identity.list_hash([unscored]) != identity.list_hash([Hit("a.md", None, None, 0.0)])


def test_a_list_hash_tells_scores_apart_that_print_alike() -> None:
    low, high = (Hit("a.md", 0, 5, score) for score in (0.1 + 0.2, 0.3))
    assert f"{low.score:.15f}" == f"{high.score:.15f}"
    assert identity.list_hash([low]) != identity.list_hash([high])


def test_results_are_hashed_as_stage_query_status_and_list_in_order() -> None:
    outcomes = [("bm25", "q1", "ok", "l1"), ("bm25", "q2", "failed", None)]
    assert identity.results_hash("c", "j", outcomes) == (
        "0bac70b5789971e298dd227e43a80605e4e397ec61f9ed8e2a5676f7e08fde6e"
    )
    assert identity.results_hash("c", "j", outcomes[::-1]) != identity.results_hash(
        "c", "j", outcomes
    )


def test_a_seal_covers_every_column_but_the_name_and_itself() -> None:
    run = {"run_id": "r", "name": "first", "created_at": "2026-01-01", "seal_hash": None}
    stages, outcomes = [{"stage": "bm25"}], [{"query_id": "q1", "latency_ms": 0.5}]
    seal = identity.seal_hash(run, stages, outcomes)
    assert seal == ("f03a272dd84f61211556d1477ed33ee6bafdacd0433eefb0e24666f2ba373c27")
    assert identity.seal_hash({**run, "name": "second", "seal_hash": seal}, stages, outcomes) == (
        seal
    )
    assert identity.seal_hash({**run, "created_at": "2026-01-02"}, stages, outcomes) != seal
    assert identity.seal_hash(run, [{"stage": "like"}], outcomes) != seal
    assert identity.seal_hash(run, stages, [{"query_id": "q1", "latency_ms": 0.6}]) != seal


def test_canonical_json_refuses_numbers_that_are_none() -> None:
    assert identity.canonical_json({"b": "é", "a": [1, None]}) == '{"a":[1,null],"b":"é"}'
    with pytest.raises(ValueError):
        identity.canonical_json(float("nan"))


def test_a_run_id_is_a_version_7_uuid_that_starts_with_the_time() -> None:
    before = time.time_ns() // 1_000_000
    ids = [identity.new_run_id() for _ in range(1000)]
    after = time.time_ns() // 1_000_000
    shape = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
    assert all(shape.fullmatch(run_id) for run_id in ids)
    assert len(set(ids)) == len(ids)
    for run_id in ids:
        assert before <= int(run_id.replace("-", "")[:12], 16) <= after
