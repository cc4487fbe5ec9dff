"""A run's summary is the report views' rows, as Arrow tables and as plain ones."""

from __future__ import annotations

import datetime
from typing import Any

import pyarrow as pa
from small_collection import NUM_ANSWERABLE, NUM_DOCUMENTS, NUM_QUERIES, Collection, rows

from groundkit import Warehouse

CATEGORIES = ["adversarial", "ambiguous", "normal", "near_miss", "no_answer", "unlabelled"]


def test_the_summary_is_four_arrow_tables(opened: Warehouse, evaluated: Collection) -> None:
    opened.evaluate(inputs=evaluated.inputs(), stages={"none": lambda q, d: []})
    summary = opened.run().summary()
    assert all(isinstance(table, pa.Table) for table in summary)
    assert summary.run.num_rows == 1
    assert summary.stages.column("stage").to_pylist() == ["bm25", "none"]
    assert summary.categories.column("category").to_pylist() == CATEGORIES * 2
    assert set(summary.deltas.column("stage").to_pylist()) == {"none"}


def test_both_forms_of_the_summary_hold_the_same_values(
    opened: Warehouse, evaluated: Collection
) -> None:
    opened.evaluate(inputs=evaluated.inputs(), stages={"none": lambda q, d: []})
    arrow, plain = opened.run().summary(), opened.run().tables()
    for part in ("run", "stages", "categories", "deltas"):
        assert getattr(arrow, part).to_pylist() == plain[part].as_dicts()


def test_the_parts_of_a_summary_are_the_rows_of_the_report_views(
    opened: Warehouse, evaluated: Collection
) -> None:
    def fails(query: str, depth: int) -> list[Any]:
        raise ValueError(query)

    stages = {"none": lambda q, d: [], "fails": fails}
    opened.evaluate(inputs=evaluated.inputs(), stages=stages, top_k=5)
    opened.evaluate(inputs=evaluated.inputs(), name="other", chunk_size=64, chunk_overlap=0)
    for (run_id,) in rows(opened, "select run_id from core.run"):
        run = opened.run(run_id)
        for part, view in (("stages", "run_summary"), ("categories", "category_summary")):
            shown = run.tables()[part]
            expected = opened.query(
                f"from report.{view} where run_id = $run_id", {"run_id": run.run_id}
            )
            assert shown.columns == expected.columns
            assert sorted(shown.rows, key=repr) == sorted(expected.rows, key=repr)


def test_the_summary_counts_what_was_evaluated(opened: Warehouse) -> None:
    (stage,) = opened.run().summary().stages.to_pylist()
    assert stage["num_documents"] == stage["num_chunks"] == NUM_DOCUMENTS
    assert stage["num_queries"] == NUM_QUERIES
    assert stage["num_answerable"] == NUM_ANSWERABLE
    assert stage["is_baseline"] is True
    assert stage["is_latest"] is True
    # Of one document a query, found at rank 1 (the twin documents share their text).
    for measure in ("recall_at_1", "recall_at_5", "recall_at_10", "mrr", "ndcg_at_10"):
        assert 0 < stage[measure] <= 1


def test_the_deltas_are_the_rows_of_the_view_at_level_chunk(collection: Collection) -> None:
    with Warehouse.open(collection.warehouse) as wh:
        run = wh.evaluate(inputs=collection.inputs(), stages={"none": lambda *_: []})
        wh.evaluate(inputs=collection.inputs(), stages={"none": lambda *_: []})
        found = run.tables()["deltas"]
        expected = wh.query(
            "from report.stage_delta where run_id = $run_id and level = 'chunk' "
            "order by stage, measure",
            {"run_id": run.run_id},
        )
    assert found.rows
    assert found == expected


def test_the_founding_names_are_the_means_of_the_measures(opened: Warehouse) -> None:
    (stage,) = opened.run().summary().stages.to_pylist()
    means = dict(
        rows(opened, "select measure, value from report.stage_measure where level = 'chunk'")
    )
    assert {
        "recall_at_1": means["Success@1"],
        "recall_at_5": means["Success@5"],
        "recall_at_10": means["Success@10"],
        "mrr": means["RR"],
        "ndcg_at_10": means["nDCG@10"],
    }.items() <= stage.items()


def test_only_the_newest_run_of_a_collection_is_its_latest(
    opened: Warehouse, evaluated: Collection
) -> None:
    opened.evaluate(inputs=evaluated.inputs(), name="second")
    opened.evaluate(inputs=evaluated.inputs(corpus_name="manual"), name="other")
    assert rows(
        opened, "select run_name, is_latest from report.run_summary order by created_at"
    ) == [
        ("first", False),
        ("second", True),
        ("other", True),
    ]


def test_a_question_in_sql_is_answered_in_arrow_and_in_plain_rows(opened: Warehouse) -> None:
    question = "select query_id, file_position from core.query where category = $category"
    table = opened.sql(question, {"category": "normal"})
    assert isinstance(table, pa.Table)
    assert table.to_pydict() == {"query_id": ["retries", "ttl"], "file_position": [6, 7]}
    plain = opened.query(question, {"category": "normal"})
    assert plain.columns == ("query_id", "file_position")
    assert plain.rows == (("retries", 6), ("ttl", 7))


def test_the_provenance_of_a_run_is_stored(opened: Warehouse) -> None:
    import platform
    import unicodedata

    import duckdb

    from groundkit import __version__

    (run,) = opened.run().summary().run.to_pylist()
    wanted: dict[str, Any] = {
        "name": "first",
        "corpus_name": "docs",
        "judgments_name": "labels",
        "groundkit_version": __version__,
        "duckdb_version": duckdb.__version__,
        "python_version": platform.python_version(),
        "unicode_version": unicodedata.unidata_version,
    }
    assert wanted.items() <= run.items()
    assert run["platform"]
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    assert datetime.timedelta() <= now - run["created_at"] < datetime.timedelta(hours=1)


def test_the_dictionary_describes_every_object_and_column(opened: Warehouse) -> None:
    described = opened.schema().as_dicts()
    assert [row for row in described if not row["comment"]] == []
    columns = {(row["schema"], row["object"], row["column"]) for row in described}
    assert ("core", "run", "results_hash") in columns
    assert ("report", "run_summary", "recall_at_1") in columns
    assert ("bm25", "search", None) in columns


def test_info_says_where_how_large_and_how_much(opened: Warehouse, evaluated: Collection) -> None:
    info = dict(opened.info().rows)
    assert info["path"] == str(evaluated.warehouse)
    assert info["bytes"] == evaluated.warehouse.stat().st_size
    assert info["views"] == "current"
    assert info["core.run"] == 1
    assert info["core.query_outcome"] == NUM_QUERIES
