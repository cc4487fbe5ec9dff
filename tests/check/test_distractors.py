"""How hard documents compete: against a slow, obvious computation, and against the SQL views."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_collection import Collection, judgment, write_corpus, write_judgments

from groundkit import Warehouse
from groundkit.api.inputs import Inputs, read_inputs
from groundkit.check.discrimination import Discrimination, discrimination
from groundkit.check.distractors import Difficulty, measure_distractors
from groundkit.engine import migrations
from groundkit.engine.connection import open_memory_session
from groundkit.engine.session import Session
from groundkit.records import Judgment
from groundkit.text.analyzers import Word

USELESS, WEAK, DISCRIMINATES = "useless by construction", "weak", "discriminates"
tokens = Word().tokens


def asked(query_id: str, text: str, *, answerable: bool = True) -> Judgment:
    """Return a judgment of which only the query matters."""
    return Judgment(query_id, text, "normal", answerable, (), 1, 1)


def measured(documents: Mapping[str, str], query: str, *gold: str) -> Difficulty:
    """Measure one query."""
    (found,) = measure_distractors(documents, (asked("q", query),), {"q": frozenset(gold)}, tokens)
    return found


# The definitions, slowly


def added(values: Sequence[float]) -> float:
    """Add from left to right."""
    total = 0.0
    for value in values:
        total += value
    return total


def expected(
    documents: Mapping[str, str], judgments: Sequence[Judgment], gold: Mapping[str, frozenset[str]]
) -> list[Difficulty]:
    """Return the same as ``measure_distractors``, from the definitions alone."""
    words = {doc: set(tokens(text)) for doc, text in documents.items()}
    found = []
    for query in judgments:
        if not query.answerable:
            continue
        right = set(gold.get(query.query_id, ())) & set(documents)
        in_query = list(dict.fromkeys(tokens(query.text)))
        holders = {t: {doc for doc in words if t in words[doc]} for t in in_query}
        terms = [t for t in in_query if holders[t]]
        n = len(documents)
        idf = {
            t: math.log((n - len(holders[t]) + 0.5) / (len(holders[t]) + 0.5) + 1) for t in terms
        }
        informative = {t for t in terms if len(holders[t]) <= n / 2}
        mass = added([idf[t] for t in terms])
        masses = {
            doc: added([idf[t] for t in terms if t in words[doc]])
            for doc in documents
            if doc not in right
        }
        best = max(masses.values(), default=0.0)
        exclusive = [t for t in terms if holders[t] <= right]
        deciding = sorted((-idf[t], t) for t in exclusive if idf[t] > best)
        competing = [doc for doc in masses if informative & words[doc]]
        found.append(
            Difficulty(
                query.query_id,
                query.category,
                query.text,
                n,
                len(right),
                len(terms) if in_query else None,
                len(informative) if in_query else None,
                len(competing) if in_query else None,
                best / mass if terms else None,
                added([idf[t] for t in exclusive]) / mass if terms else None,
                deciding[0][1] if deciding else None,
            )
        )
    return found


WORDS = ["a", "b", "c", "d", "e", "f", "g", "h"]
texts = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)


@settings(max_examples=400)
@given(
    documents=st.dictionaries(st.sampled_from([f"{n}.md" for n in range(12)]), texts, max_size=12),
    queries=st.lists(
        st.tuples(
            st.lists(st.sampled_from([*WORDS, "x", "y"]), max_size=9).map(" ".join),
            st.frozensets(st.sampled_from([f"{n}.md" for n in range(13)]), max_size=4),
            st.booleans(),
        ),
        max_size=5,
    ),
)
def test_every_number_is_that_of_the_definition_to_the_last_bit(
    documents: dict[str, str], queries: list[tuple[str, frozenset[str], bool]]
) -> None:
    judgments = tuple(
        asked(f"q{number}", text, answerable=answerable)
        for number, (text, _, answerable) in enumerate(queries)
    )
    gold = {f"q{number}": docs for number, (_, docs, _) in enumerate(queries)}
    found = measure_distractors(documents, judgments, gold, tokens)
    assert list(found) == expected(documents, judgments, gold)


@given(
    held=st.lists(st.sets(st.integers(0, 15), min_size=1, max_size=10), min_size=1, max_size=60),
    data=st.data(),
)
def test_many_words_that_weigh_the_same_are_still_added_in_query_order(
    held: list[set[int]], data: st.DataObject
) -> None:
    documents = {
        f"{n}.md": " ".join(f"w{word}" for word in of_doc) for n, of_doc in enumerate(held)
    }
    query = " ".join(f"w{word}" for word in data.draw(st.permutations(range(16))))
    judgments = (asked("q", query),)
    gold = {"q": frozenset(["0.md"])}
    assert list(measure_distractors(documents, judgments, gold, tokens)) == expected(
        documents, judgments, gold
    )


def test_of_two_documents_with_equal_weights_the_larger_sum_in_query_order_counts() -> None:
    # a.md and b.md hold words of the same four weights, which the query names in another order:
    # the two sums differ in their last bit.
    documents = {
        "gold.md": "gold",
        "a.md": "a0 a1 a2 a3",
        "b.md": "b0 b1 b2 b3",
        "0.md": "",
        "1.md": "b2 a3",
        "2.md": "b2",
        "3.md": "a2 b2",
        "4.md": "b2 b3",
        "5.md": "a2",
        "6.md": "b1 a2",
        "7.md": "a1 a2",
    }
    judgments = (asked("q", "b3 b1 b2 a0 a2 b0 a3 a1"),)
    gold = {"q": frozenset(["gold.md"])}
    assert list(measure_distractors(documents, judgments, gold, tokens)) == expected(
        documents, judgments, gold
    )


@given(data=st.data())
def test_the_order_of_documents_and_judgments_plays_no_part(data: st.DataObject) -> None:
    documents = {f"{n}.md": text for n, text in enumerate(data.draw(st.lists(texts, max_size=8)))}
    judgments = [asked(f"q{n}", text) for n, text in enumerate(["a b c", "c d", "a x", "h"])]
    gold = {"q0": frozenset(["0.md"]), "q1": frozenset(["1.md", "2.md"]), "q3": frozenset(["5.md"])}
    shuffled = dict(data.draw(st.permutations(list(documents.items()))))
    reordered = tuple(data.draw(st.permutations(judgments)))
    assert set(measure_distractors(documents, tuple(judgments), gold, tokens)) == set(
        measure_distractors(shuffled, reordered, gold, tokens)
    )


# What counts as weak

FOUR = {
    "a.md": "apple berry common",
    "b.md": "berry common",
    "c.md": "common date",
    "d.md": "elder",
}


def test_a_word_of_the_gold_document_alone_that_outweighs_every_other_document_decides() -> None:
    # N = 4: "apple" weighs ln(10/3) = 1.204; b.md holds ln(10/7) + ln(2) = 1.050 of the query.
    found = measured(FOUR, "common apple berry", "a.md")
    assert found.deciding_term == "apple"
    assert found.weakness == 'one word decides: "apple"'
    # "elder" in d.md weighs as much as "apple": nothing decides.
    found = measured(FOUR, "common apple berry elder", "a.md")
    assert (found.deciding_term, found.weakness) == (None, None)


def test_a_query_that_no_other_document_contests_is_weak() -> None:
    found = measured(FOUR, "common date", "c.md")
    assert found.num_competing_documents == 0
    assert found.weakness == "no other document holds any informative word of the query"


@pytest.mark.parametrize("query", ["fig", "common", "?"])
def test_a_query_whose_words_do_not_lead_to_the_gold_is_not_weak(query: str) -> None:
    found = measured(FOUR, query, "a.md")
    assert not found.num_competing_documents
    assert found.weakness is None


@pytest.mark.parametrize(
    ("documents", "gold"),
    [({"a.md": "apple"}, ["a.md"]), ({"a.md": "apple", "b.md": "apple"}, ["a.md", "b.md"])],
)
def test_where_every_document_holds_gold_nothing_competes(
    documents: dict[str, str], gold: list[str]
) -> None:
    found = measured(documents, "apple", *gold)
    assert found.best_competitor_share == 0.0
    assert found.weakness == "no other document holds any informative word of the query"


# The verdict


def verdict(
    documents: Mapping[str, str],
    queries: Mapping[str, str],
    ranks: Mapping[str, int | None] | None = None,
) -> Discrimination:
    """Return the verdict on queries whose gold is in the document of the same name."""
    judgments = tuple(asked(doc, query) for doc, query in queries.items())
    gold = {doc: frozenset([doc]) for doc in queries}
    return discrimination(measure_distractors(documents, judgments, gold, tokens), ranks)


def test_disjoint_documents_are_useless_by_construction() -> None:
    documents = {f"{n}.md": f"one{n} two{n} three{n}" for n in range(12)}
    found = verdict(documents, {f"{n}.md": f"two{n} one{n}" for n in range(12)})
    assert found.verdict == USELESS
    assert found.finding == (
        "No document competes with the gold for any of the 12 queries: every retriever that "
        "matches words finds the right document, so no improvement in finding documents can show "
        "here."
    )
    assert found.weak_queries == tuple(documents)


def test_one_contested_query_among_many_weak_ones_makes_a_collection_weak() -> None:
    documents = {**FOUR, "e.md": "berry elder"}
    found = verdict(documents, {"a.md": "apple", "c.md": "date", "e.md": "berry elder"})
    assert found.verdict == WEAK
    assert found.weak_queries == ("a.md", "c.md")
    assert found.finding == (
        "Only 1 of 3 queries are contested: no document competes for 2 and one word decides 0."
    )


def test_a_baseline_that_has_every_gold_first_leaves_nothing_to_gain() -> None:
    queries = {"a.md": "berry", "b.md": "berry common"}
    assert verdict(FOUR, queries).verdict == DISCRIMINATES
    assert verdict(FOUR, queries, {"a.md": 1, "b.md": 2}).verdict == DISCRIMINATES
    found = verdict(FOUR, queries, {"a.md": 1, "b.md": 1})
    assert found.verdict == WEAK
    assert found.finding == (
        "2 of 2 queries are contested; BM25 has the gold of every query at rank 1, so no "
        "improvement can show here."
    )


def test_queries_that_words_do_not_reach_can_show_an_improvement() -> None:
    found = verdict({"a.md": "apple", "b.md": "berry"}, {"a.md": "fruit", "b.md": "bush"})
    assert (found.num_wordless, found.verdict) == (2, DISCRIMINATES)


def test_what_has_no_word_takes_no_part_in_the_verdict() -> None:
    assert verdict(FOUR, {"a.md": "?", "b.md": "!"}).verdict is None
    found = verdict(FOUR, {"a.md": "?", "c.md": "date"})
    assert (found.num_unknown, found.num_undisputed, found.verdict) == (1, 1, USELESS)
    assert verdict(FOUR, {}, {}).verdict == USELESS


# The views

SHARED = tuple(name for name in Difficulty.__dataclass_fields__) + ("weakness",)
"""What the view and the records both have."""


def twin(inputs: Inputs) -> tuple[Difficulty, ...]:
    """Measure what was read without any run."""
    judgments = inputs.judgment_set.judgments
    labels = {entry.query_id: entry.gold for entry in judgments}
    gold: dict[str, set[str]] = {}
    for span in inputs.gold_spans:
        if labels[span.query_id][span.gold_index].relevance >= 1:
            gold.setdefault(span.query_id, set()).add(span.doc)
    return measure_distractors(
        {document.doc: document.text for document in inputs.corpus.documents},
        judgments,
        {query_id: frozenset(docs) for query_id, docs in gold.items()},
        tokens,
    )


def agree(wh: Warehouse, inputs: Inputs) -> Discrimination:
    """Assert that views and records say the same of the one run, and return the verdict."""
    difficulties = twin(inputs)
    viewed = wh.query("from report.judgment_difficulty order by file_position").as_dicts()
    assert [tuple(row[name] for name in SHARED) for row in viewed] == [
        tuple(getattr(difficulty, name) for name in SHARED) for difficulty in difficulties
    ]
    found = discrimination(difficulties, {row["query_id"]: row["gold_rank"] for row in viewed})
    (row,) = wh.query("from report.discrimination").as_dicts()
    names = tuple(Discrimination.__dataclass_fields__)
    assert {name: row[name] for name in names} == {
        **{name: getattr(found, name) for name in names},
        "weak_queries": list(found.weak_queries),
    }
    weak = wh.query("select query_id, problem from quality.undisputed_query order by all").rows
    assert [query_id for query_id, _ in weak] == sorted(found.weak_queries)
    return found


def test_views_and_records_agree_on_the_bundled_collection_which_discriminates(
    tmp_path: Path, root: Path
) -> None:
    inputs = read_inputs(root / "evals/corpus", root / "evals/judgments.jsonl")
    with Warehouse.open(tmp_path / "w.duckdb") as wh:
        wh.evaluate(inputs=inputs)
        found = agree(wh, inputs)
    assert (found.verdict, found.weak_queries) == (DISCRIMINATES, ())


def test_views_and_records_agree_that_disjoint_documents_are_useless(tmp_path: Path) -> None:
    collection = Collection(tmp_path).write(
        {f"{n}.md": f"one{n} two{n}\n\nthree{n}\n" for n in range(12)},
        [
            judgment(f"q{n:02}", f"one{n} three{n}", "normal", (f"{n}.md", f"two{n}"))
            for n in range(12)
        ],
    )
    with collection.open() as wh:
        wh.evaluate(inputs=collection.inputs())
        found = agree(wh, collection.inputs())
    assert (found.verdict, found.num_undisputed) == (USELESS, 12)


@st.composite
def collections(draw: st.DrawFn) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """Return made-up documents, each with a word of its own to be quoted, and judgments."""
    num_documents = draw(st.integers(1, 7))
    documents = {f"{n}.md": f"own{n} {draw(texts)}" for n in range(num_documents)}
    queries = st.lists(
        st.sampled_from([*WORDS, "x", *(f"own{n}" for n in range(3))]), min_size=1, max_size=6
    ).map(" ".join)
    entries = []
    for number in range(draw(st.integers(1, 5))):
        entry = judgment(f"q{number}", draw(queries) if number else draw(queries) + " ?")
        right = draw(st.sets(st.integers(0, num_documents - 1), min_size=1, max_size=3))
        entry["gold"] = [
            {"doc": f"{n}.md", "quote": f"own{n}", "relevance": draw(st.sampled_from([1, 1, 2, 0]))}
            for n in sorted(right)
        ]
        entries.append(entry)
    return documents, entries


@settings(max_examples=25)
@given(made=collections())
def test_views_and_records_agree_on_made_up_collections(
    made: tuple[dict[str, str], list[dict[str, Any]]],
) -> None:
    with TemporaryDirectory() as folder:
        collection = Collection(Path(folder))
        write_corpus(collection.corpus, made[0])
        write_judgments(collection.judgments, made[1])
        inputs = collection.inputs()
        with collection.open() as wh:
            wh.evaluate(inputs=inputs, top_k=2)
            agree(wh, inputs)


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    """Return an empty warehouse in memory, for its macros."""
    made = open_memory_session()
    migrations.migrate(made)
    yield made
    made.close()


def of_kind(kind: str, query_id: str) -> Difficulty:
    """Return a query that counts as ``kind``."""
    competing, exclusive, deciding = {
        "contested": (1, 0.0, None),
        "wordless": (0, None, None),
        "undisputed": (0, 1.0, "word"),
        "decided": (1, 0.5, "word"),
        "unknown": (None, None, None),
    }[kind]
    return Difficulty(query_id, "normal", "", 9, 1, 1, 1, competing, 0.5, exclusive, deciding)


@given(
    kinds=st.lists(
        st.sampled_from(["contested", "wordless", "undisputed", "decided", "unknown"]), max_size=9
    ),
    data=st.data(),
)
def test_records_and_macros_give_one_verdict_and_one_sentence(
    session: Session, kinds: list[str], data: st.DataObject
) -> None:
    difficulties = [of_kind(kind, f"q{number}") for number, kind in enumerate(kinds)]
    ranks: dict[str, int | None] = {
        difficulty.query_id: data.draw(st.sampled_from([1, 1, 2, 7, None]))
        for difficulty in difficulties
    }
    reciprocal_ranks = added([0.0 if rank is None else 1.0 / rank for rank in ranks.values()])
    found = discrimination(difficulties, ranks)
    counts = {
        "answerable": len(kinds),
        "contested": kinds.count("contested"),
        "wordless": kinds.count("wordless"),
        "undisputed": kinds.count("undisputed"),
        "decided": kinds.count("decided"),
        "below": sum(rank != 1 for rank in ranks.values()),
    }
    assert session.row(
        "select report.discrimination_verdict($answerable, $contested + $wordless, "
        "$undisputed + $decided, $below), report.discrimination_finding($answerable, $contested, "
        "$wordless, $undisputed, $decided, $below, $headroom::double)",
        {**counts, "headroom": 1.0 - reciprocal_ranks / len(kinds) if kinds else None},
    ) == (found.verdict, found.finding)
    assert {name: getattr(found, f"num_{name}") for name in counts if name != "below"} == {
        name: number for name, number in counts.items() if name != "below"
    }
    assert found.num_unknown == kinds.count("unknown")
