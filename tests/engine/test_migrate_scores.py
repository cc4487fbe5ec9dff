"""Migration ``imported_lists``: an earlier warehouse keeps its lists and takes such hits."""

from __future__ import annotations

import itertools

import pytest
from small_collection import CONTENT, RUNS, Collection, contents, rows

from groundkit import Warehouse
from groundkit.api.import_hits import import_hits
from groundkit.engine import migrations

BEFORE = tuple(
    itertools.takewhile(
        lambda migration: migration.name != "imported_lists", migrations.migrations()
    )
)
VIEWS = tuple(file for file in migrations.view_files() if file.name != "core.hit")
"""Views that the version before could have had."""


@pytest.fixture
def earlier(collection: Collection, monkeypatch: pytest.MonkeyPatch) -> Collection:
    """Return the collection with a run in a warehouse of the version before."""
    with monkeypatch.context() as patched:
        patched.setattr(migrations, "migrations", lambda: BEFORE)
        patched.setattr(migrations, "view_files", lambda: VIEWS)
        patched.setattr(migrations, "view_fingerprint", lambda: "earlier")
        with Warehouse.open(collection.warehouse) as wh:
            wh.evaluate(inputs=collection.inputs(), name="first")
    return collection


def test_the_lists_stay_and_hits_without_a_score_can_be_stored(earlier: Collection) -> None:
    done = Warehouse.migrate(earlier.warehouse)
    assert any(line.endswith("(imported_lists)") for line in done)
    log = earlier.folder / "log.jsonl"
    log.write_text('{"query_id": "ttl", "hits": [{"doc": "cache.md"}]}')
    with Warehouse.open(earlier.warehouse) as wh:
        before = contents(wh, (*CONTENT, *RUNS))
        assert before["core.list_hit"]
        run = import_hits(wh, log, earlier.inputs()).run
        stored = "select doc, score from core.hit where run_id = $run"
        assert rows(wh, stored, run=run.run_id) == [("cache.md", None)]
        assert set(before["core.list_hit"]) < set(contents(wh, ["core.list_hit"])["core.list_hit"])
        assert wh.verify().rows == ()
