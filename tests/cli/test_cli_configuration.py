"""Where settings come from: option, then environment, then the project, then the default."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from small_collection import Collection, Finished, stored_contents

Cli = Callable[..., Finished]

PROJECT = """
[tool.groundkit]
corpus = "docs"
judgments = "labels.jsonl"
warehouse = "stored/w.duckdb"
"""


def configure(collection: Collection, text: str = PROJECT) -> None:
    """Write the project's configuration."""
    (collection.folder / "pyproject.toml").write_text(text, encoding="utf-8")


def config_of_latest(cli: Cli, *options: str) -> dict[str, object]:
    """Return the stored configuration of the latest run."""
    (row,) = json.loads(
        cli(
            "sql",
            *options,
            "-f",
            "json",
            "select config from core.run order by created_at desc limit 1",
        ).out
    )
    config = json.loads(row["config"]) if isinstance(row["config"], str) else row["config"]
    assert isinstance(config, dict)
    return config


def warehouses(collection: Collection) -> list[str]:
    """Return the warehouse files of a folder."""
    return sorted(
        path.relative_to(collection.folder).as_posix()
        for path in collection.folder.rglob("*.duckdb")
    )


def test_a_project_needs_no_options(cli: Cli, collection: Collection) -> None:
    configure(collection)
    assert cli("eval").code == 0
    assert warehouses(collection) == ["stored/w.duckdb"]
    assert len(json.loads(cli("runs", "-f", "json").out)) == 1
    assert cli("search", "worker").code == 0


def test_a_project_holds_in_its_sub_folders_too(
    cli: Cli, collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(collection)
    deep = collection.folder / "src" / "deep"
    deep.mkdir(parents=True)
    (deep / "pyproject.toml").write_text("[tool.other]\n")  # Not a project of groundkit's.
    monkeypatch.chdir(deep)
    assert cli("eval").code == 0
    assert warehouses(collection) == ["stored/w.duckdb"]
    assert cli("show").code == 0


def test_a_corpus_has_the_same_name_wherever_the_command_is_run(
    cli: Cli, collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(collection)
    cli("eval")
    deep = collection.folder / "src"
    deep.mkdir()
    monkeypatch.chdir(deep)
    cli("eval")
    listed = json.loads(cli("runs", "-f", "json").out)
    assert {(row["corpus_name"], row["judgments_name"]) for row in listed} == {
        ("docs", "labels.jsonl")
    }
    assert len(listed) == 2


def test_the_nearest_project_holds(
    cli: Cli, collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(collection)
    inner = collection.folder / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").write_text(
        PROJECT.replace('"docs"', '"../docs"')
        .replace('"labels', '"../labels')
        .replace("stored", "own")
    )
    monkeypatch.chdir(inner)
    assert cli("eval").code == 0
    assert warehouses(collection) == ["inner/own/w.duckdb"]


def test_the_default_warehouse_is_in_the_folder_runs(cli: Cli, collection: Collection) -> None:
    assert cli("eval", "--corpus", "docs", "--judgments", "labels.jsonl").code == 0
    assert warehouses(collection) == ["runs/warehouse.duckdb"]
    assert cli("runs").code == 0


def test_the_environment_goes_before_the_project_and_an_option_before_both(
    cli: Cli, collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(collection)
    monkeypatch.setenv("GROUNDKIT_WAREHOUSE", "environment.duckdb")
    cli("eval")
    assert warehouses(collection) == ["environment.duckdb"]
    cli("eval", "-w", "option.duckdb")
    assert warehouses(collection) == ["environment.duckdb", "option.duckdb"]
    cli("eval", "--warehouse", "option.duckdb")
    assert len(json.loads(cli("runs", "-w", "option.duckdb", "-f", "json").out)) == 2
    assert len(json.loads(cli("runs", "-f", "json").out)) == 1


def test_an_empty_environment_variable_is_as_good_as_none(
    cli: Cli, collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(collection)
    monkeypatch.setenv("GROUNDKIT_WAREHOUSE", "")
    cli("eval")
    assert warehouses(collection) == ["stored/w.duckdb"]


def test_options_go_before_the_projects_settings_and_these_before_the_defaults(
    cli: Cli, collection: Collection
) -> None:
    configure(
        collection,
        PROJECT
        + '[tool.groundkit.eval]\nchunk_size = 100\nchunk_overlap = 10\nk1 = 2\nname = "n"\n',
    )
    assert cli("eval", "--chunk-size", "64").code == 0
    config = config_of_latest(cli)
    assert (config["chunk_size"], config["chunk_overlap"], config["k1"]) == (64, 10, 2)
    assert (config["b"], config["top_k"]) == (0.75, 10)
    assert json.loads(cli("runs", "-f", "json").out)[0]["run_name"] == "n"
    cli("eval", "--name", "other", "--k1", "0")
    assert json.loads(cli("runs", "-f", "json").out)[0]["run_name"] == "other"
    assert config_of_latest(cli)["k1"] == 0


def test_every_option_is_stored_as_it_was_given(cli: Cli, collection: Collection) -> None:
    done = cli(
        *("eval", "--corpus", "docs", "--judgments", "labels.jsonl", "-w", "w.duckdb"),
        *("--chunker", "fixed", "--chunk-size", "80", "--chunk-overlap", "8"),
        *("--top-k", "7", "--k1", "0.9", "--b", "0.4", "--timed", "--stage", "bm25"),
    )
    assert done.code == 0
    assert "latency: p50 " in done.out
    wanted = {
        "chunker": "fixed",
        "chunk_size": 80,
        "chunk_overlap": 8,
        "top_k": 7,
        "k1": 0.9,
        "b": 0.4,
        "timed": True,
    }
    config = config_of_latest(cli, "-w", "w.duckdb")
    assert wanted.items() <= config.items()


def test_a_projects_own_categories_are_known(cli: Cli, collection: Collection) -> None:
    configure(collection, PROJECT + "[tool.groundkit.categories]\ntypo = true\nidle = false\n")
    collection.judgments.write_text(
        '{"query_id": "a", "query": "chache", "category": "typo", '
        '"gold": [{"doc": "cache.md", "quote": "ten minutes"}]}\n'
        '{"query_id": "b", "query": "cache", "category": "idle"}\n'
    )
    done = cli("eval", "-f", "json")
    assert done.code == 0
    categories = {row["category"]: row for row in json.loads(done.out)["categories"]}
    assert categories["typo"]["mrr"] == 0.0
    assert categories["idle"]["mrr"] is None


def test_the_limit_of_a_documents_size_is_the_projects(cli: Cli, collection: Collection) -> None:
    configure(
        collection, PROJECT.replace("[tool.groundkit]", "[tool.groundkit]\nmax_document_bytes = 50")
    )
    done = cli("eval")
    assert done.code == 3
    assert "more than the limit of 50 for a document" in done.errors[0]
    assert cli("search", "worker").code == 3
    assert warehouses(collection) == []


BROKEN = {
    "unknown key": (
        '[tool.groundkit]\ncorpsu = "docs"\n',
        '[tool.groundkit] unknown key "corpsu"; did you mean "corpus"?',
    ),
    "unknown setting": (
        "[tool.groundkit.eval]\nchunksize = 3\n",
        '[tool.groundkit.eval] unknown key "chunksize"; did you mean "chunk_size"?',
    ),
    "text for a number": (
        '[tool.groundkit.eval]\ntop_k = "ten"\n',
        "[tool.groundkit.eval] top_k must be of type int, not 'ten'",
    ),
    "yes for a number": (
        "[tool.groundkit.eval]\ntop_k = true\n",
        "[tool.groundkit.eval] top_k must be of type int, not True",
    ),
    "a number for a path": (
        "[tool.groundkit]\ncorpus = 3\n",
        "[tool.groundkit] corpus must be of type str, not 3",
    ),
    "no table": ("tool.groundkit = 3\n", "[tool.groundkit] must be a table"),
    "no table at all": ("tool = 3\n", "[tool"),
    "eval is no table": (
        "[tool.groundkit]\neval = 3\n",
        "[tool.groundkit] eval must be of type dict, not 3",
    ),
    "category that is no boolean": (
        '[tool.groundkit.categories]\ntypo = "yes"\n',
        "[tool.groundkit.categories] typo must be true (answerable) or false",
    ),
    "not TOML": ("[tool.groundkit\n", "cannot be read as TOML: "),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_configuration_is_refused_with_its_file(
    cli: Cli, collection: Collection, kind: str
) -> None:
    text, error = BROKEN[kind]
    configure(collection, text)
    for command in (("eval",), ("runs",), ("search", "word")):
        done = cli(*command)
        assert (done.code, done.out) == (2, "")
        (said,) = done.errors
        assert said.startswith(f"{collection.folder / 'pyproject.toml'}: {error}")


def test_a_configuration_that_is_not_utf_8_is_refused(cli: Cli, collection: Collection) -> None:
    (collection.folder / "pyproject.toml").write_bytes(b'[tool.groundkit]\ncorpus = "\xff"\n')
    done = cli("eval")
    assert done.code == 2
    assert "pyproject.toml: cannot be read as TOML" in done.errors[0]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("[tool.groundkit.eval]\ntop_k = 0\n", "top-k must be a whole number of at least 1"),
        ("[tool.groundkit.eval]\nk1 = nan\n", "k1 must be a number from 0 to"),
        ('[tool.groundkit.eval]\nchunker = "recursiv"\n', 'did you mean "recursive"?'),
        ("[tool.groundkit.categories]\nnormal = false\n", 'category "normal" is built in'),
    ],
)
def test_a_setting_that_cannot_be_used_is_refused_before_anything_is_stored(
    cli: Cli, collection: Collection, text: str, error: str
) -> None:
    configure(collection, PROJECT + text)
    done = cli("eval")
    assert done.code == 2
    assert error in done.errors[0]
    assert warehouses(collection) == []


def test_the_bundled_collection_ignores_the_projects_settings_but_uses_its_warehouse(
    cli: Cli, collection: Collection
) -> None:
    configure(collection, PROJECT + "[tool.groundkit.eval]\ntop_k = 1\n")
    assert cli("demo", "-q").code == 0
    assert warehouses(collection) == ["stored/w.duckdb"]
    config = config_of_latest(cli)
    assert (config["corpus"], config["top_k"]) == ("groundkit-example", 10)


def test_a_warehouse_of_a_sub_folder_is_found_by_its_own_path(
    cli: Cli, evaluated: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    sub = evaluated.folder / "sub"
    sub.mkdir()
    monkeypatch.chdir(sub)
    assert cli("runs", "-w", "../w.duckdb").code == 0
    stored = stored_contents(Path("../w.duckdb"))
    assert stored is not None
    assert len(stored["core.run"]) == 1
