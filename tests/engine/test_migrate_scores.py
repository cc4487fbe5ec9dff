"""Migration ``hits_without_score``: an earlier warehouse keeps its lists and takes such hits."""

from __future__ import annotations

import datetime
import itertools

import pytest
from small_collection import CONTENT, RUNS, Collection, contents, rows

from groundkit import Warehouse
from groundkit.engine import migrations
from groundkit.load.run import append_run
from groundkit.records import Answer, Hit

BEFORE = tuple(
    itertools.takewhile(
        lambda migration: migration.name != "hits_without_score", migrations.migrations()
    )
)
CHUNK = ("cache.md", 0, 5)


@pytest.fixture
def earlier(collection: Collection, monkeypatch: pytest.MonkeyPatch) -> Collection:
    """Return the collection with a run in a warehouse of the version before."""
    with monkeypatch.context() as patched:
        patched.setattr(migrations, "migrations", lambda: BEFORE)
        patched.setattr(migrations, "view_fingerprint", lambda: "earlier")
        with Warehouse.open(collection.warehouse) as wh:
            wh.evaluate(inputs=collection.inputs(), name="first")
    return collection


def test_the_lists_stay_and_hits_without_a_score_can_be_stored(earlier: Collection) -> None:
    done = Warehouse.migrate(earlier.warehouse)
    assert any(line.endswith("(hits_without_score)") for line in done)
    with Warehouse.open(earlier.warehouse) as wh:
        before = contents(wh, (*CONTENT, *RUNS))
        assert before["core.list_hit"]

        def scoreless(query: str, depth: int) -> list[tuple[str, int, int, float]]:
            return [(*CHUNK, 1.0)]

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("groundkit.api.evaluate.append_run", without_scores)
            run = wh.evaluate(inputs=earlier.inputs(), stages={"mine": scoreless})
        stored = "select distinct doc, score from core.hit where run_id = $run and stage = 'mine'"
        assert rows(wh, stored, run=run.run_id) == [("cache.md", None)]
        assert wh.verify().rows == ()
        assert set(before["core.list_hit"]) < set(contents(wh, ["core.list_hit"])["core.list_hit"])


def without_scores(session, header, stages, now: datetime.datetime):  # type: ignore[no-untyped-def]
    """Append a run whose stages beside the baseline gave no scores."""
    import dataclasses

    def scoreless(answer: Answer) -> Answer:
        hits = tuple(dataclasses.replace(hit, score=None) for hit in answer.hits)
        assert all(isinstance(hit, Hit) for hit in hits)
        return dataclasses.replace(answer, hits=hits)

    changed = [
        stage
        if stage.is_baseline
        else dataclasses.replace(stage, answers=tuple(map(scoreless, stage.answers)))
        for stage in stages
    ]
    return append_run(session, header, changed, now)
