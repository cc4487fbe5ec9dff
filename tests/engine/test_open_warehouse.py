"""Opening a warehouse: what is refused, in one line each, and what the file may be called."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from small_collection import (
    Collection,
    contents,
    environment,
    groundkit,
    row_counts,
    rows,
    stored_run,
)

from groundkit import Warehouse
from groundkit.engine import migrations
from groundkit.engine.connection import open_session
from groundkit.errors import UsageError, WarehouseError


def foreign(path: Path) -> None:
    """Make a DuckDB file of something else."""
    with duckdb.connect(str(path)) as connection:
        connection.execute("create table sales (amount integer)")


def foreign_without_tables(path: Path) -> None:
    """Make a DuckDB file that holds only a view of somebody else's."""
    with duckdb.connect(str(path)) as connection:
        connection.execute("create view revenue as select 42 as amount")


REFUSED: dict[str, tuple[Callable[[Path], object], str]] = {
    "text": (lambda path: path.write_text("hello " * 1000), "not a DuckDB file"),
    "empty": (lambda path: path.write_bytes(b""), "not a DuckDB file"),
    "one byte": (lambda path: path.write_bytes(b"x"), "not a DuckDB file"),
    "zeros": (lambda path: path.write_bytes(bytes(100_000)), "not a DuckDB file"),
    "sqlite": (lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(9000)), "not a DuckDB"),
    "foreign": (foreign, "a DuckDB file, but not a groundkit warehouse"),
    "foreign view": (foreign_without_tables, "a DuckDB file, but not a groundkit warehouse"),
    "folder": (Path.mkdir, "is a folder; name a file with --warehouse"),
}


@pytest.mark.parametrize("kind", REFUSED)
@pytest.mark.parametrize("read_only", [True, False])
def test_what_is_no_warehouse_is_refused_and_left_as_it_is(
    tmp_path: Path, kind: str, read_only: bool
) -> None:
    make, message = REFUSED[kind]
    path = tmp_path / "w.duckdb"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(WarehouseError) as caught:
        Warehouse.open(path, read_only=read_only)
    assert str(caught.value).startswith(f"{path}: {message}")
    assert "\n" not in str(caught.value)
    assert (path.read_bytes() if path.is_file() else None) == before


@pytest.mark.parametrize("size", [100, 5_000, 12_288, 300_000])
def test_a_warehouse_that_was_cut_off_is_refused_in_one_line(
    evaluated: Collection, size: int
) -> None:
    evaluated.warehouse.write_bytes(evaluated.warehouse.read_bytes()[:size])
    for read_only in (True, False):
        with (
            pytest.raises(WarehouseError) as caught,
            Warehouse.open(evaluated.warehouse, read_only=read_only) as wh,
        ):
            contents(wh)
        assert str(caught.value).startswith(f"{evaluated.warehouse}: ")
        assert "\n" not in str(caught.value)


def test_a_missing_file_is_an_error_for_reading_and_made_for_writing(
    collection: Collection,
) -> None:
    with pytest.raises(WarehouseError) as caught:
        Warehouse.open(collection.warehouse, read_only=True)
    assert str(caught.value) == (
        f"{collection.warehouse}: no warehouse here; run `groundkit-wh eval` to make one, "
        "or name another with --warehouse"
    )
    assert not collection.warehouse.exists()
    with Warehouse.open(collection.warehouse) as wh:
        assert not collection.warehouse.exists()
        wh.evaluate(inputs=collection.inputs())
    assert collection.warehouse.exists()


def test_folders_on_the_way_to_a_new_warehouse_are_made(collection: Collection) -> None:
    path = collection.folder / "a" / "b" / "w.duckdb"
    with Warehouse.open(path) as wh:
        wh.evaluate(inputs=collection.inputs())
    assert path.exists()


def test_a_file_on_the_way_to_a_new_warehouse_is_an_error(collection: Collection) -> None:
    (collection.folder / "a").write_text("in the way")
    path = collection.folder / "a" / "b" / "w.duckdb"
    with pytest.raises(WarehouseError, match="the folder cannot be made"):
        Warehouse.open(path).evaluate(inputs=collection.inputs())


def test_a_folder_that_cannot_be_written_to_is_an_error(collection: Collection) -> None:
    folder = collection.folder / "fixed"
    folder.mkdir()
    folder.chmod(0o500)
    if os.access(folder, os.W_OK):
        pytest.skip("this user may write everywhere")
    try:
        with pytest.raises(WarehouseError, match=f"^{folder}/w.duckdb: "):
            Warehouse.open(folder / "w.duckdb").evaluate(inputs=collection.inputs())
    finally:
        folder.chmod(0o700)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_a_file_system_that_takes_no_file_is_an_error(collection: Collection) -> None:
    with pytest.raises(WarehouseError) as caught:
        Warehouse.open("/proc/self/w.duckdb").evaluate(inputs=collection.inputs())
    assert str(caught.value).startswith("/proc/self/w.duckdb: ")
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_written_to_can_be_read(evaluated: Collection) -> None:
    evaluated.warehouse.chmod(0o400)
    if os.access(evaluated.warehouse, os.W_OK):
        pytest.skip("this user may write everywhere")
    with pytest.raises(WarehouseError, match="w.duckdb: "):
        Warehouse.open(evaluated.warehouse)
    with Warehouse.open(evaluated.warehouse, read_only=True) as wh:
        assert len(wh.runs().rows) == 1


@pytest.mark.parametrize(
    "name",
    [
        'it\'s a "warehouse".duckdb',
        "with blanks and ünïcödé 数据.db",
        "s3:x",
        "http:w.duckdb",
        "sqlite:w.db",
        "md:w",
        "w.csv",
        "%41 $HOME ~ ; --",
        "-w",
        ":memory:",
    ],
)
def test_a_warehouse_may_have_any_name(collection: Collection, name: str) -> None:
    path = collection.folder / "runs" / name
    path.parent.mkdir()
    path.write_bytes(stored_run())
    with Warehouse.open(path) as wh:
        wh.rename_run("first", "renamed")
    assert [entry.name for entry in path.parent.iterdir()] == [name]
    with Warehouse.open(path, read_only=True) as wh:
        assert wh.run().run_id == wh.run("renamed").run_id


@pytest.mark.parametrize("name", ["s3:x", ":memory:", "w'.duckdb"])
def test_a_name_relative_to_the_working_folder_means_a_file_in_it(
    collection: Collection, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(collection.folder)
    with Warehouse.open(name) as wh:
        wh.evaluate("docs", "labels.jsonl")
    assert (collection.folder / name).is_file()


def test_a_name_that_is_not_utf_8_is_a_one_line_error(collection: Collection) -> None:
    path = collection.folder / os.fsdecode(b"\xff.duckdb")
    with pytest.raises(WarehouseError) as caught:
        Warehouse.open(path).evaluate(inputs=collection.inputs())
    assert "UTF-8" in str(caught.value)


@pytest.mark.parametrize("place", ["docs/w.duckdb", "docs/archive/w.duckdb", "docs/new/w.duckdb"])
def test_a_warehouse_inside_of_the_corpus_is_refused(collection: Collection, place: str) -> None:
    path = collection.folder / place
    with pytest.raises(UsageError, match="the warehouse lies inside the corpus folder"):
        Warehouse.open(path).evaluate(collection.corpus, collection.judgments)
    with pytest.raises(UsageError, match="the warehouse lies inside the corpus folder"):
        Warehouse.open(path).evaluate(inputs=collection.inputs())
    assert not path.exists()
    assert not (collection.corpus / "new").exists()


def test_a_warehouse_inside_of_the_corpus_by_a_link_is_refused(collection: Collection) -> None:
    link = collection.folder / "link"
    link.symlink_to(collection.corpus)
    with pytest.raises(UsageError, match="the warehouse lies inside the corpus folder"):
        Warehouse.open(link / "w.duckdb").evaluate(collection.corpus, collection.judgments)


def test_two_warehouse_objects_on_one_file_are_refused_by_name(evaluated: Collection) -> None:
    with (
        Warehouse.open(evaluated.warehouse) as first,
        pytest.raises(WarehouseError, match="this process has the warehouse open already"),
    ):
        assert len(first.runs().rows) == 1
        Warehouse.open(evaluated.warehouse)
    with Warehouse.open(evaluated.warehouse) as second:
        assert len(second.runs().rows) == 1


def test_two_warehouses_can_be_open_at_once(evaluated: Collection) -> None:
    other = evaluated.folder / "other.duckdb"
    other.write_bytes(evaluated.warehouse.read_bytes())
    with Warehouse.open(evaluated.warehouse) as one, Warehouse.open(other) as two:
        one.evaluate(inputs=evaluated.inputs())
        assert (len(one.runs().rows), len(two.runs().rows)) == (2, 1)


def test_a_closed_warehouse_can_be_opened_by_others(evaluated: Collection) -> None:
    wh = Warehouse.open(evaluated.warehouse)
    wh.close()
    wh.close()
    done = groundkit("runs", "-w", "w.duckdb", "-f", "csv", cwd=evaluated.folder)
    assert (done.code, done.out.count("\n")) == (0, 2)


def test_a_closed_warehouse_is_not_opened_behind_ones_back(evaluated: Collection) -> None:
    wh = Warehouse.open(evaluated.warehouse)
    run = wh.run()
    wh.close()
    for use in (wh.runs, wh.run, run.tables, lambda: wh.evaluate(inputs=evaluated.inputs())):
        with pytest.raises(UsageError, match="w.duckdb: the warehouse was closed; open it again"):
            use()


def test_damaged_bytes_are_an_error_in_one_line(evaluated: Collection) -> None:
    data = bytearray(evaluated.warehouse.read_bytes())
    for start in range(16_384, len(data), 40_000):
        data[start : start + 64] = bytes(byte ^ 0xFF for byte in data[start : start + 64])
    evaluated.warehouse.write_bytes(data)
    for command in (("runs",), ("show",), ("db", "verify"), ("demo",)):
        done = groundkit(*command, "-w", "w.duckdb", cwd=evaluated.folder)
        assert done.code in (1, 4), done.err
        assert "bug" not in done.err
        assert evaluated.warehouse.read_bytes() == data or command == ("demo",)


HOLDER = """
    import sys
    from groundkit import Warehouse
    with Warehouse.open("w.duckdb", read_only=sys.argv[1] == "read") as wh:
        wh.runs()
        print("open", flush=True)
        sys.stdin.read()
"""


@pytest.mark.parametrize(
    ("held_for", "command"),
    [
        ("write", ("runs", "-w", "w.duckdb")),
        ("write", ("eval", "--corpus", "docs", "--judgments", "labels.jsonl", "-w", "w.duckdb")),
        ("read", ("runs", "rename", "-w", "w.duckdb", "latest", "other")),
    ],
    ids=" ".join,
)
def test_a_warehouse_in_use_names_the_process_that_holds_it(
    evaluated: Collection, held_for: str, command: tuple[str, ...]
) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(HOLDER), held_for],
        cwd=evaluated.folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"open\n"
        done = groundkit(*command, cwd=evaluated.folder)
        assert holder.stdin is not None
        holder.stdin.close()
    assert done.code == 4
    assert done.out == ""
    (error,) = done.errors
    assert error.startswith(f"w.duckdb: the warehouse is in use by process {holder.pid} (")
    assert error.endswith("; wait until it is done, or stop it")
    with Warehouse.open(evaluated.warehouse) as wh:
        assert row_counts(wh, ["core.run"]) == {"core.run": 1}


def test_readers_do_not_keep_each_other_out(evaluated: Collection) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(HOLDER), "read"],
        cwd=evaluated.folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"open\n"
        with Warehouse.open(evaluated.warehouse, read_only=True) as wh:
            assert len(wh.runs().rows) == 1
        assert holder.stdin is not None
        holder.stdin.close()


def test_nothing_is_evaluated_into_a_warehouse_opened_for_reading(evaluated: Collection) -> None:
    before = evaluated.warehouse.read_bytes()
    with Warehouse.open(evaluated.warehouse, read_only=True) as wh:
        for change in (
            lambda: wh.evaluate(inputs=evaluated.inputs()),
            lambda: wh.rename_run("first", "other"),
        ):
            with pytest.raises((WarehouseError, UsageError)) as caught:
                change()
            assert "read" in str(caught.value)
        assert len(wh.runs().rows) == 1
    assert evaluated.warehouse.read_bytes() == before


def test_a_new_file_is_of_the_format_that_both_engine_lines_read(opened: Warehouse) -> None:
    ((tags,),) = rows(
        opened, "select tags from duckdb_databases() where database_name = 'warehouse'"
    )
    assert "v1.5" in tags["storage_version"]


def test_the_engine_says_nothing_of_its_own_and_loads_nothing(opened: Warehouse) -> None:
    settings = dict(
        rows(
            opened,
            "select name, value from duckdb_settings() where name in ('enable_progress_bar', "
            "'enable_external_access', 'autoinstall_known_extensions', "
            "'autoload_known_extensions', 'lock_configuration')",
        )
    )
    assert settings == {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "enable_external_access": "false",
        # Of a question that takes two seconds it would draw on standard output.
        "enable_progress_bar": "false",
        "lock_configuration": "true",
    }


def test_a_session_of_a_new_file_has_the_schema_of_this_version(tmp_path: Path) -> None:
    session = open_session(tmp_path / "w.duckdb", "write")
    try:
        assert migrations.status(session).kind == "empty"
        migrations.migrate(session)
        assert migrations.status(session).kind == "current"
        assert migrations.migrate(session) == []
    finally:
        session.close()
