"""Starting a project: what is made, what is kept, and when it is not clear where documents are."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from small_collection import write_corpus

from groundkit.api.start import start_project
from groundkit.errors import GroundkitError, InputError, UsageError
from groundkit.files.project import find_project

CONFIGURATION = {
    "corpus": "docs",
    "judgments": "evals/judgments.jsonl",
    "warehouse": "runs/warehouse.duckdb",
}


def configured(folder: Path) -> object:
    """Return the table ``tool.groundkit`` of a project."""
    return tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "groundkit"
    ]


def files(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder whose one sub-folder with documents is ``docs``."""
    write_corpus(tmp_path / "docs", {"a.md": "alpha"})
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "main.py").write_text("pass\n")
    return tmp_path


def test_the_one_folder_with_documents_is_the_corpus(project: Path) -> None:
    started = start_project(project)
    assert started.corpus == Path("docs")
    assert [path.relative_to(project).as_posix() for path in started.created] == [
        "pyproject.toml",
        "evals/judgments.jsonl",
        "runs/.gitignore",
    ]
    assert started.kept == ()
    assert configured(project) == CONFIGURATION
    assert (project / "evals" / "judgments.jsonl").read_bytes() == b""
    assert "*.duckdb" in (project / "runs" / ".gitignore").read_text()


def test_what_was_started_can_be_read_back(project: Path) -> None:
    start_project(project)
    found = find_project(project)
    assert found.paths == {key: Path(value) for key, value in CONFIGURATION.items()}


def test_a_second_start_changes_nothing_and_says_what_it_kept(project: Path) -> None:
    start_project(project)
    (project / "evals" / "judgments.jsonl").write_text('{"my": "work"}\n')
    before = files(project)
    started = start_project(project)
    assert files(project) == before
    assert started.created == ()
    assert {"pyproject.toml", "judgments.jsonl"} <= {path.name for path in started.kept}


@pytest.mark.parametrize(
    "existing",
    [
        b"[project]\nname = 'x'\n",
        b"[project]\nname = 'x'",
        b"[project]\r\nname = 'x'\r\n\r\n[tool.other]\r\nkey = 1\r\n",
        "# größe\n[tool.other]\nkey = '\u2028'\n".encode(),
        b"\n\n",
        b"",
    ],
)
def test_an_existing_pyproject_is_extended_at_its_end(project: Path, existing: bytes) -> None:
    (project / "pyproject.toml").write_bytes(existing)
    start_project(project)
    now = (project / "pyproject.toml").read_bytes()
    assert now.startswith(existing)
    assert configured(project) == CONFIGURATION
    before = tomllib.loads(existing.decode())
    after = tomllib.loads(now.decode())
    after["tool"].pop("groundkit")
    assert after == {**before, "tool": before.get("tool", {})}


def test_a_configuration_that_exists_is_kept(project: Path) -> None:
    existing = b'[tool.groundkit]\ncorpus = "elsewhere"\n'
    (project / "pyproject.toml").write_bytes(existing)
    started = start_project(project)
    assert (project / "pyproject.toml").read_bytes() == existing
    assert project / "pyproject.toml" in started.kept


@pytest.mark.parametrize("existing", [b"\xff\xfe", b"[broken\n"])
def test_a_pyproject_that_is_not_toml_is_refused_and_left(project: Path, existing: bytes) -> None:
    (project / "pyproject.toml").write_bytes(existing)
    before = files(project)
    with pytest.raises(GroundkitError, match=r"pyproject\.toml: cannot be read as TOML"):
        start_project(project)
    assert files(project) == before


def test_a_folder_that_is_named_is_the_corpus(project: Path) -> None:
    write_corpus(project / "guide" / "deep", {"b.txt": "beta"})
    assert start_project(project, Path("guide/deep")).corpus == Path("guide/deep")
    assert configured(project) == {**CONFIGURATION, "corpus": "guide/deep"}


def test_a_folder_elsewhere_can_be_the_corpus(project: Path, tmp_path: Path) -> None:
    elsewhere = write_corpus(tmp_path / "other" / "docs", {"b.txt": "beta"})
    inner = project / "src"
    started = start_project(inner, Path("../other/docs"))
    assert (inner / started.corpus).resolve() == elsewhere.resolve()


@pytest.mark.parametrize("name", ['qu"ote', "back\\slash", "blank space", "ünï", "new\nline"])
def test_a_corpus_may_have_any_name(tmp_path: Path, name: str) -> None:
    write_corpus(tmp_path / name, {"a.md": "alpha"})
    start_project(tmp_path)
    assert find_project(tmp_path).paths["corpus"] == Path(name)


def test_several_folders_with_documents_are_named_and_one_is_asked_for(project: Path) -> None:
    write_corpus(project / "guide", {"b.txt": "beta"})
    before = files(project)
    with pytest.raises(UsageError) as caught:
        start_project(project)
    assert str(caught.value) == (
        "several folders hold documents (docs, guide); name one: `groundkit-wh init docs`"
    )
    assert files(project) == before


def test_a_folder_without_documents_says_where_to_put_them(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no folder with .md, .markdown or .txt files here"):
        start_project(tmp_path)
    assert files(tmp_path) == {}


@pytest.mark.parametrize("corpus", [None, Path(), Path("..")])
def test_documents_in_the_projects_own_folder_are_refused(
    tmp_path: Path, corpus: Path | None
) -> None:
    folder = tmp_path / "my notes"
    write_corpus(folder, {"a.md": "alpha"})
    before = files(tmp_path)
    with pytest.raises(UsageError, match=r"`cd \.\. && groundkit-wh init 'my notes'`"):
        start_project(folder, corpus)
    assert files(tmp_path) == before


@pytest.mark.parametrize("corpus", ["nowhere", "src/main.py"])
def test_a_corpus_that_is_no_folder_is_refused(project: Path, corpus: str) -> None:
    before = files(project)
    with pytest.raises(InputError, match=f"^{corpus}: no such folder"):
        start_project(project, Path(corpus))
    assert files(project) == before


@pytest.mark.parametrize("corpus", ["evals", "runs"])
def test_a_corpus_that_would_hold_the_labels_or_the_warehouse_is_refused(
    tmp_path: Path, corpus: str
) -> None:
    # Every file in a corpus folder enters its hash: each new label would make a new corpus.
    write_corpus(tmp_path / corpus, {"a.md": "alpha"})
    before = files(tmp_path)
    with pytest.raises(UsageError):
        start_project(tmp_path, Path(corpus))
    assert files(tmp_path) == before


def test_folders_that_are_never_documents_are_passed_over(project: Path) -> None:
    for name in (".hidden", "evals", "runs", "node_modules", "venv", "build"):
        write_corpus(project / name, {"a.md": "alpha"})
    assert start_project(project).corpus == Path("docs")


def test_a_file_where_a_folder_should_be_is_a_one_line_error(project: Path) -> None:
    (project / "evals").write_text("a file")
    with pytest.raises(GroundkitError, match="evals"):
        start_project(project)
