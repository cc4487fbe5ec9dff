"""Notes and queries in the JSON shape of the second founding system."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from groundkit import identity
from groundkit.errors import InputError
from groundkit.files.notes_file import corpus_of, judgments_of, parse_file
from groundkit.records import Gold

NOTES = [
    {"pk": 10, "title": "Tea", "text": "Green tea\r\nis made at 80 degrees.", "tags": ["drinks"]},
    {"pk": 2, "title": "Empty", "text": " \n", "tags": []},
    {"pk": 9, "title": None, "text": "Bread rests overnight.", "modified_at": "2026-01-02"},
]
QUERIES = [
    {
        "id": "q2",
        "query": "How hot is the water?",
        "type": "paraphrase",
        "expected_note_pks": [10, 9],
        "expected_keywords": ["80 degrees"],
        "answer_context": "The tea note.",
    },
    {"id": "q10", "query": "Any?", "type": "none", "tags": ["x"], "expected_note_pks": []},
]


def encoded(value: Any) -> bytes:
    """Return a value as a JSON file."""
    return json.dumps(value).encode()


def problems_of(notes: Any, queries: Any = None) -> tuple[str, ...]:
    """Return the problems of two files called ``n`` and ``q``."""
    with pytest.raises(InputError) as caught:
        corpus = corpus_of(parse_file(encoded(notes), "n"))
        docs = {document.doc for document in corpus.documents}
        judgments_of(parse_file(encoded(queries), "q"), docs)
    return caught.value.problems


def test_notes_become_documents_called_by_their_key() -> None:
    data = encoded(NOTES)
    corpus = corpus_of(parse_file(data, "notes.json"))
    assert [(document.doc, document.text, document.title) for document in corpus.documents] == [
        ("10", "Green tea\nis made at 80 degrees.", "Tea"),
        ("9", "Bread rests overnight.", None),
    ]
    assert [document.metadata for document in corpus.documents] == [
        {"tags": ["drinks"]},
        {"modified_at": "2026-01-02"},
    ]
    assert (corpus.kind, corpus.num_files, corpus.num_bytes) == ("file", 1, len(data))
    pairs = [(document.doc, identity.text_hash(document.text)) for document in corpus.documents]
    assert corpus.corpus_hash == corpus.documents_hash == identity.documents_hash(pairs)


def test_queries_become_judgments_in_the_order_of_the_file() -> None:
    data = encoded(QUERIES)
    judgment_set = judgments_of(parse_file(data, "queries.json"), {"9", "10"})
    first, second = judgment_set.judgments
    assert judgment_set.judgments_hash == identity.sha256_hex(data)
    assert (first.query_id, first.category, first.answerable) == ("q2", "normal", True)
    assert first.gold == (Gold("10", None), Gold("9", None))
    assert (first.tags, first.expected_keywords) == (("paraphrase",), ("80 degrees",))
    assert first.answer == "The tea note."
    assert (second.query_id, second.category, second.answerable) == ("q10", "no_answer", False)
    assert (second.gold, second.tags, second.file_position) == ((), ("none", "x"), 2)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"[]", "f: expected a list of notes or queries, not an empty list"),
        (b"{}", "f: expected a list of notes or queries, not an object"),
        (b"[1]", "f: [0] must be an object, not a number"),
        (b"[{}]", 'f: expected notes, which have a "pk", or queries, which have an "id"'),
        (b'[{"pk": 1}, {"id": "q"}]', 'f: expected notes, which have a "pk", or queries,'),
        (b"[{", "f: not valid JSON: "),
        (b'[\n"\xff"]', "f:2: not UTF-8: byte 0xff; save it as UTF-8"),
        (b"\xef\xbb\xbf[]", "f: starts with a byte order mark; save it without one"),
    ],
)
def test_a_file_of_another_kind_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_file(data, "f")
    assert caught.value.problems[0].startswith(said)


def test_everything_that_is_wrong_with_notes_is_reported_together() -> None:
    notes = [
        {"pk": 1, "text": "a"},
        {"pk": "1", "text": "b"},
        {"pk": True, "text": "c"},
        {"pk": 4, "text": 5},
        {"pk": 5, "text": "d", "tags": "x"},
        {"pk": 6, "text": "d", "titel": "x"},
    ]
    assert problems_of(notes) == (
        "n: [1]: pk 1 was given before, at [0]",
        "n: [2]: pk must be a string, not true",
        "n: [3]: text must be a string, not a number",
        "n: [4]: tags must be a list of strings, not a string",
        'n: [5]: unknown key "titel"; did you mean "title"?',
    )
    assert problems_of([{"pk": 1, "text": ""}]) == ("n: no note has any text",)


def test_everything_that_is_wrong_with_queries_is_reported_together() -> None:
    queries = [
        {"id": "a", "query": "x", "expected_note_pks": [10, 10]},
        {"id": "a", "query": "x", "expected_note_pks": [2, 77, 1.5]},
        {"id": "c", "query": "", "expected_note_pks": None},
        {"id": "d", "query": "x"},
        {"id": "e", "query": "x", "expected_note_pks": [], "kind": "x"},
    ]
    assert problems_of(NOTES, queries) == (
        "q: [0]: expected_note_pks[1] 10 is given twice; keep one of them",
        'q: [1]: expected_note_pks[0]: there is no note "2" with a text',
        'q: [1]: expected_note_pks[1]: there is no note "77" with a text',
        "q: [1]: expected_note_pks[2] must be an integer or a string, not a number",
        "q: [1]: id a was given before, at [0]",
        "q: [2]: expected_note_pks must be a list, not null",
        "q: [2]: query must not be empty",
        "q: [3]: expected_note_pks is missing",
        'q: [4]: unknown key "kind"; did you mean "id"?',
    )


def test_the_founding_collection_is_read_in_full() -> None:
    bear = Path(__file__).resolve().parents[3] / "shared" / "data" / "bear"
    if not bear.exists():
        pytest.skip("../shared/data is absent")
    notes, queries = (bear / "notes.json").read_bytes(), (bear / "queries.json").read_bytes()
    corpus = corpus_of(parse_file(notes, "notes"))
    expected = {str(note["pk"]): note for note in json.loads(notes)}
    assert {document.doc: document.text for document in corpus.documents} == {
        pk: note["text"] for pk, note in expected.items()
    }
    judgments = judgments_of(parse_file(queries, "queries"), set(expected)).judgments
    for found, query in zip(judgments, json.loads(queries), strict=True):
        assert (found.query_id, found.text) == (query["id"], query["query"])
        assert [int(gold.doc) for gold in found.gold] == query["expected_note_pks"]
        assert list(found.expected_keywords) == query["expected_keywords"]
    assert [found.query_id for found in judgments if not found.answerable] == ["q23"]
