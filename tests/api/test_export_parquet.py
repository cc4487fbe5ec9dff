"""The export: every table and report view, readable by others, without a word of the documents."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest
from small_collection import Collection, contents, judgment, rows

from groundkit import Warehouse
from groundkit.errors import InputError

SENTINELS = {
    "title": "Titlesentinel",
    "text": "textsentinel",
    "quote": "quotesentinel",
    "term": "termsentinel",
}
PRIVATE = {
    "title": f"# {SENTINELS['title']}\n\n",
    "text": f"Some {SENTINELS['text']} here.\n\n",
    "quote": f"The {SENTINELS['quote']} stands once.\n\n",
    "term": f"{SENTINELS['term']}\n",
}


@pytest.fixture(scope="module")
def private(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """Return a collection whose text can be told from everything else, evaluated."""
    collection = Collection(tmp_path_factory.mktemp("private")).write(
        {"a.md": "".join(PRIVATE.values()), "b.md": "another document\n"},
        [
            judgment("none", "zebra", "no_answer"),
            judgment("one", "what stands once", "normal", ("a.md", SENTINELS["quote"])),
        ],
    )
    with collection.open() as wh:
        wh.evaluate(inputs=collection.inputs(), name="first", stages={"none": lambda q, d: []})
    return collection


@pytest.fixture(scope="module")
def without_text(private: Collection, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an export without text."""
    return exported(private.warehouse, tmp_path_factory.mktemp("without"))[-1].parent


@pytest.fixture(scope="module")
def with_all_text(private: Collection, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an export with text."""
    return exported(private.warehouse, tmp_path_factory.mktemp("with"), with_text=True)[-1].parent


def exported(path: Path, folder: Path, *, with_text: bool = False, threads: int = 2) -> list[Path]:
    """Export a warehouse and return the files."""
    with Warehouse.open(path, read_only=True, threads=threads) as wh:
        return wh.export(folder, with_text=with_text)


def values(folder: Path) -> str:
    """Return all values and column names of all Parquet files, as one text."""
    return "\n".join(
        repr(pq.read_table(path).to_pydict()) for path in sorted(folder.glob("*.parquet"))
    )


def test_every_table_and_report_view_is_a_file_and_in_the_manifest(
    private: Collection, tmp_path: Path
) -> None:
    written = exported(private.warehouse, tmp_path / "out")
    with Warehouse.open(private.warehouse, read_only=True) as wh:
        objects = {
            name
            for (name,) in rows(
                wh,
                "select schema_name || '.' || table_name from duckdb_tables() "
                "where database_name = 'warehouse' union all "
                "select schema_name || '.' || view_name from duckdb_views() "
                "where database_name = 'warehouse' and schema_name = 'report'",
            )
        }
    names = {path.name.removesuffix(".parquet") for path in written[:-1]}
    assert objects <= names
    assert {"core.run", "core.list_hit", "report.run_summary", "measure.by_query"} <= names
    assert written[-1] == tmp_path / "out" / "manifest.json"
    assert sorted(path.name for path in written) == sorted(
        path.name for path in (tmp_path / "out").iterdir()
    )
    manifest = json.loads(written[-1].read_text())
    assert {entry["object"] for entry in manifest["objects"]} == names
    assert manifest["with_text"] is False


def test_the_manifest_says_what_each_file_holds(private: Collection, without_text: Path) -> None:
    folder = without_text
    with Warehouse.open(private.warehouse, read_only=True) as wh:
        for entry in json.loads((folder / "manifest.json").read_text())["objects"]:
            path = folder / entry["file"]
            table = pq.read_table(path)
            assert entry["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
            assert entry["rows"] == table.num_rows
            assert entry["columns"] == table.column_names
            assert rows(wh, f"select count(*) from {entry['object']}") == [(table.num_rows,)]
            assert entry["kind"] in ("table", "view")
            left = [name for (name, *_) in rows(wh, f"describe {entry['object']}")]
            assert [name for name in left if name not in entry["left_out"]] == entry["columns"]


def test_arrow_and_the_engine_read_the_same_rows_from_zstd_files(
    private: Collection, with_all_text: Path
) -> None:
    folder = with_all_text
    connection = duckdb.connect()
    with Warehouse.open(private.warehouse, read_only=True) as wh:
        for path in sorted(folder.glob("*.parquet")):
            name = path.name.removesuffix(".parquet")
            stored = sorted(rows(wh, f"from {name}"), key=repr)
            read = connection.execute("from read_parquet($path)", {"path": str(path)}).fetchall()
            assert sorted(read, key=repr) == stored
            assert pq.read_table(path).num_rows == len(stored)
            metadata = pq.read_metadata(path)
            assert {
                metadata.row_group(group).column(column).compression
                for group in range(metadata.num_row_groups)
                for column in range(metadata.num_columns)
            } <= {"ZSTD"}
    connection.close()


@pytest.mark.parametrize("kind", SENTINELS)
def test_no_word_of_the_documents_leaves_the_warehouse_unasked(
    without_text: Path, kind: str
) -> None:
    sentinel = SENTINELS[kind].lower()
    assert sentinel not in values(without_text).lower()
    for path in without_text.iterdir():
        assert sentinel.encode() not in path.read_bytes().lower()


@pytest.mark.parametrize("kind", SENTINELS)
def test_with_text_it_does(with_all_text: Path, kind: str) -> None:
    assert SENTINELS[kind] in values(with_all_text)
    manifest = json.loads((with_all_text / "manifest.json").read_text())
    assert manifest["with_text"] is True
    assert all(entry["left_out"] == [] for entry in manifest["objects"])


def test_the_words_of_the_documents_can_still_be_told_apart_by_their_hashes(
    without_text: Path,
) -> None:
    texts = pq.read_table(without_text / "core.document_text.parquet")
    assert texts.column_names == ["text_hash", "num_chars"]


def file_bytes(folder: Path) -> dict[str, bytes]:
    """Return the bytes of all files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_two_exports_are_the_same_bytes_at_any_number_of_threads(
    private: Collection, with_all_text: Path, tmp_path: Path, threads: int
) -> None:
    exported(private.warehouse, tmp_path / "out", with_text=True, threads=threads)
    assert file_bytes(tmp_path / "out") == file_bytes(with_all_text)


def test_an_export_replaces_an_earlier_one(
    private: Collection, with_all_text: Path, without_text: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    shutil.copytree(with_all_text, folder)
    exported(private.warehouse, folder)
    assert file_bytes(folder) == file_bytes(without_text)


def test_an_empty_warehouse_exports_empty_files_with_their_columns(
    tmp_path: Path,
) -> None:
    with Warehouse.open(tmp_path / "w.duckdb") as wh:
        assert wh.runs().rows == ()
        wh.export(tmp_path / "out")
    table = pq.read_table(tmp_path / "out" / "core.run.parquet")
    assert table.num_rows == 0
    assert "results_hash" in table.column_names


def test_an_export_changes_nothing_in_the_warehouse(opened: Warehouse, tmp_path: Path) -> None:
    before = contents(opened)
    opened.export(tmp_path / "out")
    assert contents(opened) == before


@pytest.mark.parametrize("where", ["file", "file/below"])
def test_a_folder_that_cannot_be_made_is_a_one_line_error(
    private: Collection, tmp_path: Path, where: str
) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(InputError) as caught:
        exported(private.warehouse, tmp_path / where)
    assert str(tmp_path / where) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (tmp_path / "file").read_text() == "in the way"


def test_no_temporary_file_stays(without_text: Path) -> None:
    assert [path.name for path in without_text.iterdir() if path.name.startswith(".")] == []
