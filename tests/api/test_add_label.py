"""A label is added whole, at its place, with the quote proved against the documents."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from small_collection import Collection, environment, judgment, write_judgments

from groundkit import Warehouse
from groundkit.api.add_label import Added, NewLabel, add_label
from groundkit.api.chosen_hit import ChosenHit, hit_of_run, hit_of_search
from groundkit.api.fix_label import fix_judgments
from groundkit.api.search import find_passages
from groundkit.categories import with_custom
from groundkit.errors import InputError, UsageError
from groundkit.files.judgment_file import read_judgments
from groundkit.files.last_search import remember
from groundkit.records import Corpus, Judgment, JudgmentSet

TRIED = NewLabel(query="how often is work repeated", quote="tried five times")


def added(collection: Collection, label: NewLabel, **more: Any) -> Added:
    return add_label(label, collection.judgments, collection.corpus, **more)


def refused(collection: Collection, label: NewLabel, **more: Any) -> str:
    """Return why a label is refused; the file must stay as it was."""
    before = collection.judgments.read_bytes()
    with pytest.raises((UsageError, InputError)) as caught:
        added(collection, label, **more)
    assert collection.judgments.read_bytes() == before
    assert all("\n" not in line for line in getattr(caught.value, "problems", ("",)))
    return str(caught.value)


def hit_of(collection: Collection, words: str, number: int = 1) -> ChosenHit:
    remember(collection.folder, find_passages(words, collection.corpus).search)
    return hit_of_search(collection.folder, number)


# A quote that is given


def test_a_label_is_one_line_more_in_its_place_with_its_keys_in_order(
    collection: Collection,
) -> None:
    before = collection.judgments.read_bytes()
    label = NewLabel(
        query="Größe of work?",
        query_id="middle",
        quote="tried five times",
        tags=("a", "b"),
        notes="n",
    )
    done = added(collection, label)
    line = (
        '{"query_id": "middle", "query": "Größe of work?", "category": "normal", "gold": '
        '[{"doc": "queues.txt", "quote": "tried five times"}], "tags": ["a", "b"], '
        '"notes": "n", "origin": "hand"}'
    )
    assert done == Added("middle", line, 3, "queues.txt:3", "tried five times", ())
    after = collection.judgments.read_bytes()
    assert after.split(b"\n")[2] == line.encode()
    assert after.replace(line.encode() + b"\n", b"") == before
    collection.inputs()  # Valid, and every quote resolves.


def test_a_file_that_does_not_exist_is_made(collection: Collection) -> None:
    collection.judgments.unlink()
    assert added(collection, TRIED).line_number == 1
    assert len(read_judgments(collection.judgments).judgments) == 1


def test_a_dry_run_says_the_same_and_writes_nothing(collection: Collection) -> None:
    before = collection.judgments.read_bytes()
    dry = added(collection, TRIED, dry_run=True)
    assert collection.judgments.read_bytes() == before
    assert added(collection, TRIED) == dry
    collection.judgments.unlink()
    added(collection, TRIED, dry_run=True)
    assert not collection.judgments.exists()


def test_a_query_that_nothing_answers_has_an_empty_list_of_gold(collection: Collection) -> None:
    done = added(collection, NewLabel(query="unicorn price", category="no_answer"))
    assert json.loads(done.line) == {
        "query_id": "unicorn-price",
        "query": "unicorn price",
        "category": "no_answer",
        "gold": [],
        "origin": "hand",
    }
    assert (done.place, done.quote) == (None, None)


def test_every_field_of_gold_is_written_where_it_is_no_default(collection: Collection) -> None:
    label = NewLabel(
        query="q",
        doc="cache.md",
        quote="CACHE",
        occurrence="03",
        match="alnum",
        relevance=2,
        alternative="x",
    )
    (gold,) = json.loads(added(collection, label).line)["gold"]
    assert list(gold.items()) == [
        *(("doc", "cache.md"), ("quote", "CACHE"), ("relevance", 2), ("occurrence", 3)),
        *(("alternative", "x"), ("match", "alnum")),
    ]


def test_defaults_that_are_given_are_not_written(collection: Collection) -> None:
    label = NewLabel(
        query="q", quote="tried five times", occurrence="unique", match="exact", relevance=1
    )
    assert json.loads(added(collection, label).line)["gold"] == [
        {"doc": "queues.txt", "quote": "tried five times"}
    ]


def test_an_id_is_made_from_the_query_and_not_used_twice(collection: Collection) -> None:
    assert added(collection, TRIED).query_id == "often-work-repeated"
    assert added(collection, TRIED).query_id == "often-work-repeated-2"


@pytest.mark.parametrize(
    ("label", "problem"),
    [
        (NewLabel(quote="tried five times"), "a label needs a query"),
        (NewLabel(query="q"), "category normal needs gold: give --quote, or --from-hit"),
        (NewLabel(query="", quote="tried five times"), "query must not be empty"),
        (NewLabel(query="q", quote=" \n"), "--quote is blank"),
        (NewLabel(query="q", quote="x", category="norml"), 'did you mean "normal"?'),
        (NewLabel(query="q", quote="x", category="near_miss"), "category near_miss has no gold"),
        (NewLabel(query="q", quote="x", category="ambiguous"), "category ambiguous needs 2 quotes"),
        (NewLabel(query="q", doc="a.md", category="no_answer"), "--doc says something about a quo"),
        (NewLabel(query="q", query_id="A B", quote="tried five"), 'query_id "A B" is malformed'),
        (
            NewLabel(query="q", query_id="ttl", quote="tried five"),
            'query_id "ttl" is used at line 7',
        ),
        (NewLabel(query="q", quote="worker"), "quote occurs in 4 documents"),
        (NewLabel(query="q", quote="job", doc="queues.txt"), "--occurrence 2 is line 3"),
        (NewLabel(query="q", quote="tried", occurrence="0"), 'must be "all" or a number from 1'),
        (NewLabel(query="q", quote="tried", occurrence="²"), 'must be "all" or a number from 1'),
        (NewLabel(query="q", quote="tried six times"), "nearest text at line 3"),
        (NewLabel(query="q", quote="tried", doc="queue.txt"), 'did you mean "queues.txt"?'),
        (NewLabel(query="q", quote="tried five", relevance=2**40), "out of range"),
        (NewLabel(query="\udcff", quote="tried"), "--query"),
        (NewLabel(append=True, quote="tried five"), "name it with --query-id"),
        (NewLabel(append=True, query_id="ttl"), "--append adds gold: give --quote"),
        (NewLabel(append=True, query_id="ttl", query="q", quote="tried"), "leave --query"),
        (NewLabel(append=True, query_id="tt", quote="tried"), 'did you mean "ttl"?'),
        (NewLabel(append=True, query_id="open", quote="tried"), "make it another one with"),
        (NewLabel(append=True, query_id="ttl", quote="ten minutes"), "has this gold already"),
    ],
)
def test_what_cannot_be_a_label_is_refused_in_one_line_and_nothing_is_written(
    collection: Collection, label: NewLabel, problem: str
) -> None:
    assert problem in refused(collection, label)


def test_a_file_that_is_not_valid_is_not_added_to(collection: Collection) -> None:
    collection.judgments.write_bytes(b"\xef\xbb\xbf" + collection.judgments.read_bytes())
    problem = refused(collection, TRIED)
    assert "byte order mark" in problem
    assert "`groundkit-wh judgments fix` repairs order" in problem
    fix_judgments(collection.judgments)
    added(collection, TRIED)


def test_a_broken_quote_of_another_label_is_no_obstacle(collection: Collection) -> None:
    write_judgments(collection.judgments, [judgment("a", "q", "normal", ("cache.md", "gone"))])
    assert added(collection, TRIED).line_number == 2


def test_categories_of_the_project_may_be_used(collection: Collection) -> None:
    label = NewLabel(query="q", quote="tried five times", category="legal")
    categories = with_custom({"legal": True})
    assert '"legal"' in added(collection, label, categories=categories).line


def test_warnings_see_the_new_label_among_all_and_the_documents(collection: Collection) -> None:
    def warnings_for(new: Judgment, corpus: Corpus, judgments: JudgmentSet) -> tuple[str, ...]:
        assert new in judgments.judgments
        return (f"{new.line} of {len(judgments.judgments)}, {len(corpus.documents)}",)

    assert added(collection, TRIED, warnings_for=warnings_for).warnings == ("5 of 8, 5",)


# More gold for a query


def test_gold_is_appended_to_a_line_of_which_nothing_else_changes(collection: Collection) -> None:
    before = collection.judgments.read_bytes()
    done = added(collection, NewLabel(append=True, query_id="ttl", quote="tried five times"))
    assert (done.line_number, done.place) == (7, "queues.txt:3")
    new = b', {"doc": "queues.txt", "quote": "tried five times"}'
    assert collection.judgments.read_bytes().replace(new, b"") == before


def test_a_query_without_gold_becomes_another_category_with_its_first(
    collection: Collection,
) -> None:
    label = NewLabel(append=True, query_id="open", quote="its own log", category="normal")
    assert json.loads(added(collection, label).line) == {
        "query_id": "open",
        "query": "log of a worker",
        "category": "normal",
        "gold": [{"doc": "workers.markdown", "quote": "its own log"}],
    }


def test_origins_of_all_gold_are_kept(collection: Collection) -> None:
    label = NewLabel(append=True, query_id="ttl", quote="tried five times", origin="x")
    assert json.loads(added(collection, label).line)["origin"] == "not recorded; x"
    label = NewLabel(append=True, query_id="ttl", quote="worker is free", origin="y")
    assert json.loads(added(collection, label).line)["origin"] == "not recorded; x; y"
    label = NewLabel(append=True, query_id="ttl", quote="its own log", origin="x")
    assert json.loads(added(collection, label).line)["origin"] == "not recorded; x; y"


# A hit of the last search


def test_a_hit_of_the_last_search_becomes_a_quote_of_its_best_sentence(
    collection: Collection,
) -> None:
    hit = hit_of(collection, "failed job tried")
    done = added(collection, NewLabel(query="how often"), hit=hit)
    assert json.loads(done.line) == {
        "query_id": "often",
        "query": "how often",
        "category": "normal",
        "gold": [
            {
                "doc": "queues.txt",
                "quote": "A failed job is tried five times, each time after a longer delay.",
            }
        ],
        "origin": 'hit 1 of search "failed job tried"',
    }
    assert done.place == "queues.txt:3"


def test_the_query_of_a_hit_is_that_of_the_search_unless_another_is_given(
    collection: Collection,
) -> None:
    hit = hit_of(collection, "failed job tried")
    assert json.loads(added(collection, NewLabel(), hit=hit).line)["query"] == "failed job tried"


def test_a_part_of_the_hit_can_be_quoted_instead(collection: Collection) -> None:
    hit = hit_of(collection, "failed job tried")
    done = added(collection, NewLabel(quote="dead letters"), hit=hit)
    assert (done.quote, done.place) == ("dead letters", "queues.txt:5")
    assert "does not stand in it" in refused(collection, NewLabel(quote="lease"), hit=hit)
    assert "stands 2 times in it" in refused(collection, NewLabel(quote="time"), hit=hit)


def test_a_hit_whose_sentence_occurs_again_is_told_apart(collection: Collection) -> None:
    collection.write({"a.md": "# One\n\nFive times.\n\n# Two\n\nFive times.\n"}, [])
    hit = hit_of(collection, "two five times")
    # Both lie in one chunk; the first of equal sentences is taken.
    (gold,) = json.loads(added(collection, NewLabel(), hit=hit).line)["gold"]
    assert gold == {"doc": "a.md", "quote": "Five times.", "prefix": "One\n\n"}
    collection.inputs()


def test_a_document_that_changed_since_the_search_is_refused(collection: Collection) -> None:
    hit = hit_of(collection, "failed job tried")
    path = collection.corpus / "queues.txt"
    path.write_text("New first line.\n" + path.read_text())
    assert "queues.txt has changed since" in refused(collection, NewLabel(), hit=hit)
    path.unlink()
    assert "queues.txt of " in refused(collection, NewLabel(), hit=hit)


def test_a_hit_that_is_not_there_is_refused(collection: Collection) -> None:
    remember(collection.folder, find_passages("zebra", collection.corpus).search)
    with pytest.raises(UsageError, match='no hit 1: search "zebra" has no hits'):
        hit_of_search(collection.folder, 1)
    with pytest.raises(UsageError, match="there is no hit 0"):
        hit_of(collection, "worker", 0)


def test_a_place_is_not_given_beside_a_hit(collection: Collection) -> None:
    hit = hit_of(collection, "failed job tried")
    problem = refused(collection, NewLabel(doc="cache.md"), hit=hit)
    assert problem == "--doc does not go with --from-hit, which says the place"


# A hit of a run


def test_a_hit_of_a_run_labels_the_query_of_the_run(evaluated: Collection) -> None:
    with Warehouse.open(evaluated.warehouse, read_only=True) as wh:
        run_id = wh.run().run_id
        hit = hit_of_run(wh, 1, query_id="open")
    label = NewLabel(query_id="open", append=True, category="normal")
    done = added(evaluated, label, hit=hit)
    line = json.loads(done.line)
    assert line["category"] == "normal"
    assert line["gold"][0]["doc"] == hit.doc
    assert line["origin"] == f"not recorded; hit 1 of {run_id} stage bm25"
    evaluated.inputs()


def test_what_a_run_does_not_have_is_named(evaluated: Collection) -> None:
    with Warehouse.open(evaluated.warehouse, read_only=True) as wh:
        for arguments, problem in (
            ({"query_id": "opn"}, 'has no query "opn"; did you mean "open"?'),
            ({"query_id": "open", "stage": "bm26"}, 'did you mean "bm25"?'),
            ({"query_id": "none"}, "stage bm25 for none has no hits"),
            ({"query_id": "open", "run": "nothing"}, 'no run is called "nothing"'),
        ):
            with pytest.raises(UsageError) as caught:
                hit_of_run(wh, 1, **arguments)
            assert problem in str(caught.value)


def test_a_stage_is_named_where_there_are_several_and_a_failed_one_has_no_hits(
    collection: Collection,
) -> None:
    def dense(query: str, depth: int) -> list[tuple[Any, ...]]:
        if query == "log of a worker":
            raise ValueError("no")
        return [("cache.md", 9, 55, 1.0)]

    with collection.open() as wh:
        wh.evaluate(inputs=collection.inputs(), stages={"dense": dense})
        with pytest.raises(UsageError, match="has 2 stages; name one with --stage: bm25, dense"):
            hit_of_run(wh, 1, query_id="ttl")
        with pytest.raises(UsageError, match="the outcome of open is failed"):
            hit_of_run(wh, 1, query_id="open", stage="dense")
        part = hit_of_run(wh, 1, query_id="ttl", stage="dense")
    whole = replace(part, start=None, end=None)
    label = NewLabel(query_id="new", query="entry lives how long")
    made = added(collection, label, hit=whole, dry_run=True)
    assert made.quote == "An entry of the cache lives for ten minutes."
    assert added(collection, label, hit=part).quote == made.quote


# Several writers, and form


ADD = """
import sys, time
from pathlib import Path
from groundkit.api.add_label import NewLabel, add_label
Path(sys.argv[1]).touch()
for _ in range(60_000):
    if Path("one").exists() and Path("two").exists():
        break
    time.sleep(0.001)
for number in range(8):
    add_label(
        NewLabel(query=f"query {sys.argv[1]} {number}", quote="tried five times"),
        Path("labels.jsonl"), Path("docs"),
    )
"""


def test_processes_that_add_at_once_lose_no_label(collection: Collection) -> None:
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", ADD, name], env=environment(), cwd=collection.folder
        )
        for name in ("one", "two")
    ]
    assert [writer.wait(120) for writer in writers] == [0, 0]
    ids = [entry.query_id for entry in read_judgments(collection.judgments).judgments]
    assert {f"query-{name}-{n}" for name in ("one", "two") for n in range(8)} <= set(ids)
    assert len(ids) == 7 + 16


def test_fixing_reports_and_changes_or_only_reports(collection: Collection) -> None:
    good = collection.judgments.read_bytes()
    bad = good.replace(b"\n", b"\r\n")
    collection.judgments.write_bytes(bad)
    checked = fix_judgments(collection.judgments, check=True)
    assert collection.judgments.read_bytes() == bad
    assert fix_judgments(collection.judgments) == checked
    assert collection.judgments.read_bytes() == good
    assert fix_judgments(collection.judgments).changes == ()
    with pytest.raises(InputError, match="no such file"):
        fix_judgments(Path("nowhere.jsonl"))
