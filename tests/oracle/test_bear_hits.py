"""Lists of the second founding system, imported as hits, have the recall it committed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from small_collection import rows

from groundkit import Warehouse
from groundkit.api.import_hits import import_hits
from groundkit.api.import_notes import import_notes

BEAR = Path(__file__).resolve().parents[3] / "shared" / "data" / "bear"
VALUES = """
with gold_count as (
    select judgments_hash, query_id, count(*) as num_gold from core.gold group by all
)
select
    query.query_id,
    count(gold.doc) / num_gold::double as recall,
    coalesce(1.0e0 / min(hit.rank) filter (where gold.doc is not null), 0.0e0) as reciprocal_rank
from core.query as query
inner join gold_count using (judgments_hash, query_id)
left join core.hit as hit on query.query_id = hit.query_id and hit.run_id = $run_id
left join core.gold as gold
    on query.query_id = gold.query_id and hit.doc = gold.doc and hit.located
group by query.query_id, num_gold
"""


@pytest.mark.parametrize("system", ["like", "semantic"])
def test_recall_and_reciprocal_rank_of_committed_lists(system: str, tmp_path: Path) -> None:
    if not BEAR.exists():
        pytest.skip("../shared/data is absent")
    committed = {
        result["id"]: result
        for result in json.loads((BEAR / "results.json").read_text())["queries"]
    }
    log = tmp_path / "log.jsonl"
    log.write_text(
        "".join(
            json.dumps(
                {"query_id": query_id, "hits": [{"doc": str(pk)} for pk in result[f"{system}_pks"]]}
            )
            + "\n"
            for query_id, result in committed.items()
        )
    )
    with Warehouse.open(tmp_path / "w.duckdb") as wh:
        notes = import_notes(wh, [BEAR / "notes.json", BEAR / "queries.json"])
        done = import_hits(wh, log, notes.inputs)
        assert wh.verify().rows == ()
        found = {
            query_id: values
            for query_id, *values in rows(wh, VALUES, run_id=done.run.run_id)
            if query_id in committed
        }
    assert found == {
        query_id: [result[f"recall_{system}"], result[f"mrr_{system}"]]
        for query_id, result in committed.items()
        if result["expected_note_pks"]
    }
    assert len(found) >= 20
