"""What is stored is what was read: any text, any number, in batches of any size."""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_collection import Collection, contents, judgment, rows

from groundkit import Warehouse
from groundkit.engine import migrations
from groundkit.engine import session as session_module
from groundkit.engine.connection import open_memory_session
from groundkit.engine.session import Session
from groundkit.identity import documents_hash, text_hash
from groundkit.load import content
from groundkit.records import Corpus, Document

NOW = datetime.datetime(2026, 5, 4, 3, 2, 1, 123456)

STRANGE = (
    "null \0 inside",
    "quotes ' \" \\ ` $1 $$ {} ;--",
    "line\u2028separator\u2029 and next\x85line",
    "\ufeffbyte order mark",
    "astral 🦆 and 𐍈, combining e\u0301, right \u202eto left",
    "\x1b[31mred\x1b[0m \x07 \x7f \x9b",
    "\uffff\ufffe\U0010ffff",
    "tab\tand\vform\f",
)


@pytest.fixture(scope="module")
def memory() -> Iterator[Session]:
    """Return an empty warehouse in memory; each test takes back what it did."""
    session = open_memory_session()
    migrations.migrate(session)
    yield session
    session.close()


@pytest.fixture
def session(memory: Session) -> Iterator[Session]:
    """Return that warehouse inside a transaction that is rolled back."""
    memory.execute("begin transaction")
    yield memory
    memory.execute("rollback")


def corpus_of(texts: dict[str, str]) -> Corpus:
    """Return a corpus record of these documents."""
    documents = tuple(
        Document(doc, text, text_hash(text), title=text[:7] or None)
        for doc, text in sorted(texts.items())
    )
    hashed = documents_hash((document.doc, document.text_hash) for document in documents)
    return Corpus("name", "folder", "text@1", hashed, hashed, documents, len(texts), 1)


@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    texts=st.dictionaries(
        st.text(st.characters(codec="utf-8"), min_size=1, max_size=8),
        st.text(st.characters(codec="utf-8"), max_size=40),
        min_size=1,
        max_size=6,
    )
)
def test_any_text_under_any_id_is_stored_to_the_last_code_point(
    memory: Session, texts: dict[str, str]
) -> None:
    memory.execute("begin transaction")
    try:
        loaded = content.store_corpus(memory, corpus_of(texts), NOW)
        assert (loaded.num_items, loaded.num_new) == (len(texts), len(set(texts.values())))
        stored = memory.rows(
            "select doc, text, num_chars, title from core.corpus_document "
            "join core.document_text using (text_hash) order by doc"
        )
        assert stored == [
            (doc, text, len(text), text[:7] or None) for doc, text in sorted(texts.items())
        ]
    finally:
        memory.execute("rollback")


def test_strange_documents_are_cut_indexed_found_and_quoted(collection: Collection) -> None:
    texts = {f"{number}.md": f"needle{number} {text} hay" for number, text in enumerate(STRANGE)}
    collection.write(
        texts,
        [
            judgment(
                f"q{number}",
                f"needle{number} {text}",
                "normal",
                (f"{number}.md", text),
                notes=text,
                tags=[text],
                answer=text,
            )
            for number, text in enumerate(STRANGE)
        ],
    )
    with collection.open() as wh:
        run = wh.evaluate(inputs=collection.inputs())
        assert (
            dict(
                rows(
                    wh,
                    "select doc, text from core.corpus_document "
                    "join core.document_text using (text_hash)",
                )
            )
            == texts
        )
        assert rows(wh, "select text, notes, answer, tags from core.query order by query_id") == [
            (f"needle{number} {text}", text, text, [text]) for number, text in enumerate(STRANGE)
        ]
        assert rows(
            wh,
            "select quote, start_offset, end_offset from core.gold join core.gold_span "
            "using (judgments_hash, query_id, gold_index) order by query_id",
        ) == [(text, 8, 8 + len(text)) for text in STRANGE]
        assert rows(wh, "select content_hash from core.hit where rank = 1 order by query_id") == [
            (text_hash(text),) for text in texts.values()
        ]
        ranks = [row["first_relevant_rank"] for row in run.queries().as_dicts()]
    assert ranks == [1] * len(STRANGE)


@pytest.mark.parametrize("name", STRANGE, ids=ascii)
def test_a_run_may_have_a_strange_name(opened: Warehouse, name: str) -> None:
    run_id = opened.rename_run("first", name)
    assert opened.run(name).run_id == run_id
    assert rows(opened, "select name from core.run") == [(name,)]


@pytest.mark.parametrize("batch", [1, 50, 1000])
def test_the_size_of_a_batch_plays_no_part(
    session: Session, monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    monkeypatch.setattr(session_module, "BATCH_CHARS", batch)
    texts = {f"{number}.md": f"text {number} " * 10 for number in range(20)}
    content.store_corpus(session, corpus_of(texts), NOW)
    assert (
        dict(
            session.rows(
                "select doc, text from core.corpus_document "
                "join core.document_text using (text_hash)"
            )
        )
        == texts
    )


def test_numbers_are_sent_to_the_last_bit(session: Session) -> None:
    numbers = [0.1, 1 / 3, 5e-324, 1.7976931348623157e308, -0.0, 1e22, math.pi, 2.0**53 + 2]
    session.insert(
        "core.list_hit",
        {
            "list_hash": "varchar",
            "rank": "integer",
            "doc": "varchar",
            "located": "boolean",
            "score": "double",
        },
        [("hash", rank, "doc", True, number) for rank, number in enumerate(numbers, start=1)],
    )
    stored = [score for (score,) in session.rows("select score from core.list_hit order by rank")]
    assert [score.hex() for score in stored] == [number.hex() for number in numbers]


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_json_does_not_have_is_not_sent(session: Session, number: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        session.insert("core.stage", {"elapsed_ms": "double"}, [(number,)])


def test_a_row_of_another_length_is_not_sent(session: Session) -> None:
    with pytest.raises(ValueError):
        session.insert("core.corpus", {"corpus_hash": "varchar", "kind": "varchar"}, [("one",)])


def test_nothing_is_sent_for_no_rows(session: Session) -> None:
    assert session.send("this is no SQL", {"a": "varchar"}, []) == []


def test_a_text_that_an_earlier_corpus_holds_is_not_new(session: Session) -> None:
    first = content.store_corpus(session, corpus_of({"a": "one", "b": "two"}), NOW)
    second = content.store_corpus(session, corpus_of({"c": "two", "d": "three", "e": "three"}), NOW)
    assert (first.num_items, first.num_new) == (2, 2)
    assert (second.num_items, second.num_new) == (3, 1)
    assert session.rows("select count(*) from core.document_text") == [(3,)]
    assert session.rows("select kind, name, num_items, num_new from meta.load order by rowid") == [
        ("corpus", "name", 2, 2),
        ("corpus", "name", 3, 1),
    ]


def test_a_known_corpus_under_its_name_changes_nothing_but_the_record_of_loads(
    session: Session,
) -> None:
    later = NOW + datetime.timedelta(days=1)
    corpus = corpus_of({"a": "one"})
    content.store_corpus(session, corpus, NOW)
    content.store_corpus(session, corpus, later)
    assert session.rows("select count(*) from core.corpus_document") == [(1,)]
    assert session.rows("select recorded_at from core.named_version") == [(NOW,)]
    assert session.rows("select loaded_at from meta.load order by loaded_at") == [(NOW,), (later,)]


def test_everything_that_a_judgment_says_is_stored(collection: Collection) -> None:
    full = judgment(
        "q",
        "entry lives how long",
        "normal",
        notes="a note",
        tags=["one", "two"],
        origin="by hand",
        expected_keywords=["ten", "minutes"],
        answer="Ten minutes.",
    )
    full["gold"] = [
        {"doc": "cache.md", "quote": "ten minutes", "relevance": 2, "alternative": "a"},
        {"doc": "cache.md", "quote": "least recently", "alternative": 7},
    ]
    collection.write(judgments=[full, judgment("r", "plain", "unlabelled")])
    with collection.open() as wh:
        wh.evaluate(inputs=collection.inputs())
        assert rows(
            wh,
            "select query_id, category, answerable, file_position, tags, filter, notes, answer, "
            "expected_keywords, origin from core.query order by query_id",
        ) == [
            (
                "q",
                "normal",
                True,
                1,
                ["one", "two"],
                None,
                "a note",
                "Ten minutes.",
                ["ten", "minutes"],
                "by hand",
            ),
            ("r", "unlabelled", False, 2, None, None, None, None, None, None),
        ]
        assert rows(
            wh,
            "select gold_index, doc, quote, relevance, occurrence, prefix, suffix, match, "
            "alternative from core.gold order by gold_index",
        ) == [
            (0, "cache.md", "ten minutes", 2, "unique", None, None, "exact", "a"),
            (1, "cache.md", "least recently", 1, "unique", None, None, "exact", "7"),
        ]


def test_configuration_and_parameters_are_canonical_json(opened: Warehouse) -> None:
    for ((text,),) in (
        rows(opened, "select config from core.run"),
        rows(opened, "select params from core.stage"),
        rows(opened, "select params from core.chunking"),
    ):
        value = json.loads(text)
        assert text == json.dumps(value, sort_keys=True, separators=(",", ":"))


def test_postings_are_the_tokens_of_the_chunks(opened: Warehouse) -> None:
    from collections import Counter

    from reference_bm25 import tokens

    for doc, text in rows(
        opened,
        "select doc, text from core.corpus_document join core.document_text using (text_hash)",
    ):
        assert dict(
            rows(
                opened,
                "select term, term_frequency from bm25.chunk_term where doc = $doc",
                doc=doc,
            )
        ) == Counter(tokens(text))


def test_reading_back_twice_gives_the_same(opened: Warehouse) -> None:
    assert contents(opened) == contents(opened)
