"""Imported hits: what is stored, what is said, and what is refused with nothing stored."""

from __future__ import annotations

import gzip
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_collection import (
    JUDGMENTS,
    NUM_QUERIES,
    TEXTS,
    Collection,
    contents,
    environment,
    hits,
    row_counts,
    rows,
    stored_contents,
)

from groundkit import Warehouse
from groundkit.api.import_hits import ImportedHits, import_hits
from groundkit.errors import InputError, UsageError

QUERY_IDS = [str(entry["query_id"]) for entry in JUDGMENTS]
TTL = {"doc": "cache.md", "text": "lives for ten minutes", "score": 2.5}


def line(query_id: str, *found: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return one line of a file of hits."""
    return {"query_id": query_id, "hits": list(found), **more}


def write(collection: Collection, *lines: dict[str, Any], name: str = "log.jsonl") -> Path:
    """Write a file of hits and return its path."""
    path = collection.folder / name
    path.write_text("".join(json.dumps(entry) + "\n" for entry in lines), encoding="utf-8")
    return path


def imported(
    wh: Warehouse, collection: Collection, *lines: dict[str, Any], **options: Any
) -> ImportedHits:
    """Import a file of these lines; the warehouse is sound afterwards, or the test fails here."""
    done = import_hits(wh, write(collection, *lines), collection.inputs(), **options)
    assert wh.verify().rows == ()
    return done


def outcomes(wh: Warehouse, run_id: str) -> dict[str, tuple[Any, ...]]:
    """Return (status, num_hits, latency_ms, error, num_duplicates) by query."""
    return {
        query_id: tuple(outcome)
        for query_id, *outcome in rows(
            wh,
            "select query_id, status, num_hits, latency_ms, error, num_duplicates "
            "from core.query_outcome where run_id = $run_id order by query_id",
            run_id=run_id,
        )
    }


def test_every_kind_of_hit_is_stored_as_it_was_given(collection: Collection) -> None:
    listed = line(
        "ttl",
        TTL,
        {"doc": "cache.md", "start": 0, "end": 7},
        {"doc": "leases.md", "score": 9},
        {"doc": "cache.md", "text": "entry", "score": -1e-300},
        {"doc": "cache.md", "start": 0, "end": 7, "score": 5},
        latency_ms=12.5,
    )
    with collection.open() as wh:
        done = imported(wh, collection, listed)
        start = TEXTS["cache.md"].index("lives")
        assert rows(
            wh,
            "select doc, start_offset, end_offset, located, chunk_index, score from core.hit "
            "where run_id = $run_id order by rank",
            run_id=done.run.run_id,
        ) == [
            ("cache.md", start, start + len("lives for ten minutes"), True, None, 2.5),
            ("cache.md", 0, 7, True, None, None),
            ("leases.md", None, None, True, None, 9.0),
            ("cache.md", None, None, False, None, -1e-300),
        ]
        assert outcomes(wh, done.run.run_id)["ttl"] == ("ok", 4, 12.5, None, 1)
        assert rows(
            wh,
            "select stage, position, is_baseline, retriever, depth, chunking_id, analyzer_id, "
            "elapsed_ms, batch_size from core.stage",
        ) == [("imported", 1, True, "imported", None, None, None, None, None)]
        assert rows(wh, "select doc, rank from quality.unlocated_hit") == [("cache.md", 4)]
    assert done.placed.disagreeing == ("ttl",)
    ((place, passage),) = done.placed.unlocated
    assert (place, passage.index, passage.text, passage.num_places) == (1, 3, "entry", 2)


def test_every_judged_query_has_an_outcome_and_others_are_left_out(collection: Collection) -> None:
    with collection.open() as wh:
        done = imported(
            wh,
            collection,
            line("zz", TTL),
            line("ttl", TTL),
            {"query_id": "none", "hits": []},
            {"query_id": "near", "error": "timed out"},
            {"query_id": "aa", "hits": [{"doc": "in no corpus"}]},
        )
        found = outcomes(wh, done.run.run_id)
        (stage,) = done.run.tables()["stages"].as_dicts()
    assert list(found) == QUERY_IDS
    assert found.pop("ttl")[:2] == ("ok", 1)
    assert found.pop("none")[:2] == ("ok", 0)
    assert found.pop("near") == ("failed", 0, None, "timed out", 0)
    assert set(found.values()) == {("missing", 0, None, None, 0)}
    assert done.placed.missing == tuple(found)
    assert done.placed.unjudged == ("zz", "aa")
    # An empty list for a query without an answer is an abstention; a failure is none.
    assert (stage["no_answer_abstained"], stage["near_miss_abstained"]) == (1, 0)
    assert stage["num_failed"] == NUM_QUERIES - 2


def test_importing_the_same_again_stores_nothing_and_says_so(collection: Collection) -> None:
    inputs = collection.inputs()
    path = write(collection, line("ttl", TTL))
    with collection.open() as wh:
        first = import_hits(wh, path, inputs)
        assert (first.is_new, first.name) == (True, "log")
        before = contents(wh)
        # Neither the order of keys, nor blank lines, nor compression, nor a latency is a result.
        again = collection.folder / "log.jsonl.gz"
        text = json.dumps({"latency_ms": 3, "hits": [TTL], "query_id": "ttl"}) + "\n\n"
        again.write_bytes(gzip.compress(text.encode()))
        second = import_hits(wh, again, inputs)
        assert (second.is_new, second.run.run_id) == (False, first.run.run_id)
        assert contents(wh) == before
        # Under another name it is another run, of which only the run is new.
        third = import_hits(wh, path, inputs, name="tuesday")
        assert third.is_new
        results = "select count(distinct results_hash), count(distinct list_hash) from core.run "
        assert rows(wh, results + "inner join core.query_outcome using (run_id)") == [(1, 1)]
        # Other hits under the same name are another run too.
        write(collection, line("ttl", TTL, {"doc": "cache.md"}))
        assert import_hits(wh, path, inputs).is_new
        assert row_counts(wh, ["core.run"]) == {"core.run": 3}
        assert wh.verify().rows == ()


def test_the_file_is_recorded_with_its_hash(collection: Collection) -> None:
    with collection.open() as wh:
        imported(wh, collection, line("ttl", TTL))
        ((config, params),) = rows(
            wh, "select config, params from core.run inner join core.stage using (run_id)"
        )
    recorded = json.loads(params)
    assert json.loads(config)["import"] == recorded
    assert recorded["format"] == "hits"
    assert recorded["file"].endswith("/log.jsonl")
    assert len(recorded["sha256"]) == 64


def test_a_corpus_that_was_evaluated_is_stored_once(
    opened: Warehouse, evaluated: Collection
) -> None:
    before = row_counts(opened)
    imported(opened, evaluated, line("ttl", TTL))
    added = {table: after - before[table] for table, after in row_counts(opened).items()}
    assert {table for table, number in added.items() if number} == {
        "core.list_hit",
        "core.query_outcome",
        "core.run",
        "core.stage",
        "meta.load",
    }


REFUSED = {
    "unknown document": (line("ttl", {"doc": "cash.md"}), 'hits[0]: document "cash.md" is not in'),
    "outside": (line("ttl", {"doc": "cache.md", "start": 0, "end": 10_000}), "hits[0]: [0, 10000)"),
    "backwards": (line("ttl", {"doc": "cache.md", "start": 9, "end": 3}), "hits[0]: [9, 3) is not"),
    "bytes": (
        line("ttl", TTL, {"doc": "cache.md", "start": 5, "end": 9, "text": "entry"}),
        'hits[1]: at [5, 9) of "cache.md" stands',
    ),
    "no hits": ({"query_id": "ttl"}, "hits is missing"),
    "unknown key": (line("ttl", {"doc": "cache.md", "passage": "x"}), "hits[0]: unknown key"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_file_with_a_mistake_is_refused_and_nothing_is_stored(
    evaluated: Collection, case: str
) -> None:
    wrong, said = REFUSED[case]
    path = write(evaluated, line("none"), wrong)
    before = stored_contents(evaluated.warehouse)
    with Warehouse.open(evaluated.warehouse) as wh, pytest.raises(InputError) as caught:
        import_hits(wh, path, evaluated.inputs())
    assert caught.value.problems[0].startswith(f"{path}:2: {said}")
    assert stored_contents(evaluated.warehouse) == before


def test_mistakes_of_form_and_of_place_are_reported_together(collection: Collection) -> None:
    path = write(
        collection,
        line("ttl", {"doc": "cash.md"}, {"doc": "cache.md", "start": 0, "end": 0}),
        {"query_id": "none", "hits": None},
        line("open", {"doc": "nowhere.md"}),
    )
    with collection.open() as wh, pytest.raises(InputError) as caught:
        import_hits(wh, path, collection.inputs())
    assert [problem.removeprefix(f"{path}:")[:12] for problem in caught.value.problems] == [
        "2: hits must",
        "1: hits[0]: ",
        "1: hits[1]: ",
        "3: hits[0]: ",
    ]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", ": holds no query; expected JSON Lines, one query a line"),
        (b"\n\n \n", ": holds no query; expected JSON Lines, one query a line"),
        (b"q1 Q0 d1 1 0.5 tag\n", ":1: not valid JSON"),
        (b"\x00\x01\x02\x03\nab\n" * 50, ":1: not valid JSON"),
        (b'[{"query_id": "ttl", "hits": []}]', ":1: expected a JSON object, not a list"),
        (
            b'{"query_id": "one", "hits": []}\n{"query_id": "two", "hits": []}\n',
            ": none of its queries is judged; it has one, two, the judgments have attack, both, ",
        ),
        (gzip.compress(b'{"query_id": "ttl", "hits": []}\n' * 9)[:-9], ":10: the compressed data"),
    ],
    ids=["empty", "blank", "trec", "binary", "one list", "other ids", "truncated"],
)
def test_a_file_of_another_kind_is_refused_in_one_line(
    collection: Collection, data: bytes, said: str
) -> None:
    path = collection.folder / "log.jsonl"
    path.write_bytes(data)
    with collection.open() as wh, pytest.raises(InputError) as caught:
        import_hits(wh, path, collection.inputs())
    (problem,) = caught.value.problems
    assert problem.startswith(f"{path}{said}")


def test_a_name_that_no_run_can_have_is_refused(collection: Collection) -> None:
    path = write(collection, line("ttl", TTL))
    with collection.open() as wh:
        for name in ("", " ", "latest"):
            with pytest.raises(UsageError, match="a run cannot be called"):
                import_hits(wh, path, collection.inputs(), name=name)


KILLED = """
import os, signal, sys
from groundkit import Warehouse
from groundkit.api import import_hits
from groundkit.api.inputs import read_inputs
from pathlib import Path

store, moment = import_hits.{patched}, {moment!r}

def killed(*arguments):
    if moment == "after":
        store(*arguments)
    os.kill(os.getpid(), signal.SIGKILL)

import_hits.{patched} = killed
with Warehouse.open("w.duckdb") as wh:
    import_hits.import_hits(wh, "log.jsonl", read_inputs(Path("docs"), Path("labels.jsonl")))
"""


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("patched", ["append_run", "content.store_gold_spans"])
def test_an_import_that_is_killed_leaves_the_warehouse_as_it_was(
    evaluated: Collection, patched: str, moment: str
) -> None:
    (evaluated.corpus / "more.md").write_text("A text that is new.")
    write(evaluated, line("ttl", TTL))
    before = stored_contents(evaluated.warehouse)
    code = KILLED.format(patched=patched, moment=moment)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=evaluated.folder, env=environment(), check=False
    )
    assert done.returncode == -signal.SIGKILL
    assert stored_contents(evaluated.warehouse) == before
    with Warehouse.open(evaluated.warehouse) as wh:
        again = import_hits(wh, evaluated.folder / "log.jsonl", evaluated.inputs())
        assert again.is_new
        assert wh.verify().rows == ()


LISTS = st.dictionaries(
    st.sampled_from([*QUERY_IDS, "other"]),
    st.lists(
        st.tuples(
            st.sampled_from(["cache.md", "leases.md"]),
            st.none() | st.integers(0, 20),
            st.none() | st.floats(allow_nan=False, allow_infinity=False),
        ),
        max_size=6,
    ),
    min_size=1,
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lists=LISTS, seed=st.randoms())
def test_the_order_of_lines_changes_nothing_and_lists_come_back_as_they_were(
    tmp_path_factory: pytest.TempPathFactory, lists: dict[str, Any], seed: Any
) -> None:
    collection = Collection(tmp_path_factory.mktemp("lists")).write()
    lines = [
        line(
            query_id,
            *(
                {
                    "doc": doc,
                    **({} if start is None else {"start": start, "end": start + 4}),
                    **({} if score is None else {"score": score}),
                }
                for doc, start, score in found
            ),
        )
        for query_id, found in lists.items()
    ]
    if set(lists) <= {"other"}:
        return
    with collection.open() as wh:
        first = imported(wh, collection, *lines)
        seed.shuffle(lines)
        assert not imported(wh, collection, *lines).is_new
        stored = hits(wh, first.run.run_id)
    for query_id in QUERY_IDS:
        kept: dict[Any, Any] = {}
        for doc, start, score in lists.get(query_id, []):
            kept.setdefault((doc, start, None if start is None else start + 4), score)
        expected = [(*place, score) for place, score in kept.items()]
        assert stored.get(("imported", query_id), []) == expected
