"""Past revisions are read from git's objects, whatever names, links and variables stand there."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from git_history import History, Link, Submodule, git, history
from hypothesis import given, settings
from hypothesis import strategies as st

from groundkit.errors import GroundkitError, InputError, UsageError
from groundkit.files import git_objects, git_program
from groundkit.files.git_objects import Repository, Skipped, open_repository
from groundkit.files.git_program import ObjectReader, ObjectTooLarge

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture(autouse=True)
def no_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("GIT_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def repo(tmp_path: Path) -> History:
    return history(tmp_path / "repo")


def opened(repo: History) -> Repository:
    return open_repository(repo.folder)


def commits(repository: Repository, folder: str, revision_range: str | None = None) -> list[str]:
    return [revision.commit for revision in repository.revisions(folder, revision_range)]


def message(error: pytest.ExceptionInfo[GroundkitError]) -> str:
    text = str(error.value)
    assert "\n" not in text
    return text


def all_files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# Reading


def test_each_revision_has_its_own_files_and_nothing_is_written(repo: History) -> None:
    first = repo.commit({"docs/a.md": "one", "docs/deep/b.md": "two", "c.md": "three"})
    second = repo.commit({"docs/a.md": b"\xff\r\n\0", "docs/deep/b.md": None})
    before = all_files(repo.folder)
    with opened(repo) as repository:
        files = repository.files(first, "docs")
        assert list(files) == ["a.md", "deep/b.md"]
        assert repository.blob(files["deep/b.md"]) == b"two"
        assert repository.read_file(first, "docs/a.md") == b"one"
        assert repository.read_file(second, "docs/a.md") == b"\xff\r\n\0"
        assert list(repository.files(second, "docs")) == ["a.md"]
        assert list(repository.files(second, "")) == ["c.md", "docs/a.md"]
    assert all_files(repo.folder) == before


def test_what_is_no_file_at_a_revision_is_none(repo: History) -> None:
    commit = repo.commit({"docs/a.md": "one", "docs/link.md": Link("a.md")})
    with opened(repo) as repository:
        for path in (
            "docs",
            "docs/none.md",
            "docs/a.md/b",
            "docs/link.md",
            "",
            "..",
            "/etc/passwd",
        ):
            assert repository.read_file(commit, path) is None
        assert repository.files(commit, "none") == {}
        assert repository.files(commit, "docs/a.md") == {}


NAMES = st.text(
    st.one_of(st.sampled_from('a. -:*?[]"\\\n\t$;é'), st.characters(exclude_categories=["Cs"])),
    min_size=1,
    max_size=4,
).filter(lambda name: name.lower() not in (".", "..", ".git") and not set("/\0") & set(name))
STATES = st.dictionaries(
    st.lists(NAMES, min_size=1, max_size=3).map("/".join), st.binary(max_size=4), min_size=1
)


@given(state=STATES)
@settings(max_examples=25)
def test_a_tree_is_listed_as_git_lists_it(state: dict[str, bytes]) -> None:
    # Where one path is a folder of another, the later one replaces it.
    with TemporaryDirectory() as folder:
        repo = history(Path(folder))
        commit = repo.commit({f"docs/{path}": data for path, data in state.items()})
        listed = repo.git("ls-tree", "-r", "-z", "--full-tree", f"{commit}:docs").split("\0")[:-1]
        expected = {line.split("\t", 1)[1]: line.split("\t", 1)[0].split()[2] for line in listed}
        with opened(repo) as repository:
            assert repository.tree(commit, "docs") == git_objects.Tree(expected, ())
            assert list(repository.files(commit, "docs")) == sorted(expected)
            for path, blob_id in expected.items():
                assert repository.read_file(commit, f"docs/{path}") == state[path]
                assert repository.blob(blob_id) == state[path]


def test_links_submodules_and_names_that_are_no_text_are_reported_and_skipped(
    repo: History,
) -> None:
    first = repo.commit({"docs/a.md": "one"})
    commit = repo.commit(
        {
            "docs/bad\udcff.md": "x",
            "docs/link.md": Link("a.md"),
            "docs/sub": Submodule(first),
            "docs/folder\udcc3/b.md": "x",
            "outside": Link("docs"),
        }
    )
    with opened(repo) as repository:
        tree = repository.tree(commit, "docs")
        assert list(tree.files) == ["a.md"]
        assert tree.skipped == (
            Skipped("bad\\udcff.md", "its name is not UTF-8"),
            Skipped("folder\\udcc3", "its name is not UTF-8"),
            Skipped("link.md", "is a symbolic link, which is not followed"),
            Skipped("sub", "is a submodule, which is not followed"),
        )
        assert repository.files(commit, "outside") == {}
        assert repository.read_file(commit, "outside/a.md") is None


def test_names_that_no_file_can_have_are_skipped(repo: History) -> None:
    blob = bytes.fromhex(repo.git("hash-object", "-w", "--stdin", stdin=b"x").strip())
    names = (b"..", b"a.md", b"up/../b.md")
    data = b"".join(b"100644 " + name + b"\0" + blob for name in names)
    tree = repo.git("hash-object", "-t", "tree", "-w", "--literally", "--stdin", stdin=data).strip()
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    commit = repo.git(*identity, "commit-tree", "-m", "hostile", tree).strip()
    with opened(repo) as repository:
        found = repository.tree(commit, "")
        assert list(found.files) == ["a.md"]
        assert [one.path for one in found.skipped] == ["..", "up/../b.md"]


def test_a_large_blob_is_not_read_and_the_next_is_in_step(
    repo: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(git_program, "PIECE", 7)
    commit = repo.commit({"large": b"x" * 100, "small": b"1234567890"})
    with opened(repo) as repository:
        files = repository.files(commit, "")
        with pytest.raises(ObjectTooLarge) as error:
            repository.blob(files["large"], max_bytes=99)
        assert error.value.num_bytes == 100
        assert repository.blob(files["small"], max_bytes=10) == b"1234567890"
        with pytest.raises(InputError, match=f"{commit} is a commit, not a blob"):
            repository.blob(commit)
        assert repository.blob(files["large"], max_bytes=100) == b"x" * 100


def test_only_full_ids_of_objects_are_asked_for(repo: History) -> None:
    commit = repo.commit({"a.md": "x"})
    with opened(repo) as repository:
        for wrong in ("HEAD", commit[:39], f"{commit}\nHEAD", f"{commit}\n", "", commit.upper()):
            with pytest.raises(InputError, match="is not the full id of a git object"):
                repository.entry(wrong, "a.md")


def test_a_missing_object_is_an_error_and_the_next_is_read(repo: History) -> None:
    commit = repo.commit({"a.md": "x"})
    with opened(repo) as repository:
        with pytest.raises(InputError) as error:
            repository.blob("0123456789" * 4)
        assert "object 0123456789" in message(error)
        assert "is missing or damaged; `git fsck`" in message(error)
        assert repository.read_file(commit, "a.md") == b"x"


def test_a_damaged_object_is_an_error(repo: History) -> None:
    commit = repo.commit({"a.md": "x"})
    with opened(repo) as repository:
        blob_id = repository.files(commit, "")["a.md"]
    loose = repo.folder / ".git" / "objects" / blob_id[:2] / blob_id[2:]
    loose.chmod(0o644)
    loose.write_bytes(b"not an object")
    with opened(repo) as repository, pytest.raises(InputError, match="is missing or damaged"):
        repository.blob(blob_id)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_killed_reader_is_an_error_and_the_next_read_starts_another(
    repo: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def remembered(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        started.append(popen(*arguments, **options))
        return started[-1]

    commit = repo.commit({"a.md": "x", "b.md": "y"})
    with opened(repo) as repository:
        files = repository.files(commit, "")
        monkeypatch.setattr(git_program.subprocess, "Popen", remembered)
        repository.close()
        assert repository.blob(files["a.md"]) == b"x"
        started[0].send_signal(signal.SIGKILL)
        started[0].wait()
        with pytest.raises(InputError, match="is missing or damaged"):
            repository.blob(files["b.md"])
        assert repository.blob(files["b.md"]) == b"y"
        assert len(started) == 2


def test_folders_that_revisions_share_are_read_once(
    repo: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = repo.commits(
        [{"docs/still/a.md": "x", "docs/b.md": "0"}]
        + [{"docs/b.md": str(number)} for number in range(1, 20)]
    )
    read, kinds = ObjectReader.read, []

    def counted(self: ObjectReader, object_id: str, kind: str, *more: Any) -> bytes:
        kinds.append(kind)
        return read(self, object_id, kind, *more)

    monkeypatch.setattr(ObjectReader, "read", counted)
    with opened(repo) as repository:
        for commit in ids:
            assert list(repository.files(commit, "docs")) == ["b.md", "still/a.md"]
    # Each commit, its root and its docs; still/ once.
    assert (kinds.count("commit"), kinds.count("tree")) == (20, 41)

    kinds.clear()
    monkeypatch.setattr(git_objects, "MAX_CACHED_ENTRIES", 1)
    with opened(repo) as repository:
        assert list(repository.files(ids[-1], "docs")) == ["b.md", "still/a.md"]
        assert len(repository._trees) == 1


# Revisions


def test_revisions_are_the_commits_that_changed_the_folder_oldest_first(repo: History) -> None:
    first = repo.commit({"docs/a.md": "one"}, "Start\nof it\n\nand more")
    repo.commit({"other.md": "x"})
    repo.commit({"docs-2/a.md": "x"})
    third = repo.commit({"docs/pic.png": "x"}, "caf\udce9 \x1b[31m")
    gone = repo.commit({"docs": None})
    repo.commit({"other.md": "y"})
    with opened(repo) as repository:
        found = repository.revisions("docs")
        assert [revision.commit for revision in found] == [first, third, gone]
        assert (found[0].time, found[0].subject) == ("2026-01-01T00:00:00Z", "Start of it")
        assert (found[1].time, found[1].subject) == ("2026-01-01T00:03:00Z", "caf\ufffd \x1b[31m")
        assert commits(repository, "docs/") == [first, third, gone]


def test_a_range_is_preceded_by_the_commit_in_force_when_it_begins(repo: History) -> None:
    one = repo.commit({"docs/a.md": "1"})
    two = repo.commit({"docs/a.md": "2"})
    repo.commit({"other": "1"})
    repo.git("tag", "v1")
    repo.commit({"other": "2"})
    three = repo.commit({"docs/a.md": "3"})
    repo.git("tag", "v2")
    four = repo.commit({"docs/a.md": "4"})
    with opened(repo) as repository:
        assert commits(repository, "docs", "v1..v2") == [two, three]
        assert commits(repository, "docs", "v1..") == [two, three, four]
        assert commits(repository, "docs", "v1") == [one, two]
        assert commits(repository, "docs", f"{one[:8]}..{two}") == [one, two]
        assert commits(repository, "docs", "v1..v1~1") == [two]
        assert commits(repository, "docs", "..v2") == [three]
        assert commits(repository, "docs", "") == [one, two, three, four]
        assert commits(repository, "docs") == [one, two, three, four]


def test_a_range_in_which_the_folder_was_made_begins_with_that(repo: History) -> None:
    repo.commit({"other": "1"})
    made = repo.commit({"docs/a.md": "1"})
    with opened(repo) as repository:
        assert commits(repository, "docs", "HEAD~1..") == [made]


def test_three_dots_are_refused(repo: History) -> None:
    repo.commit({"a.md": "1"})
    with opened(repo) as repository, pytest.raises(UsageError, match="write two, as in A..B"):
        repository.revisions("", "HEAD...HEAD")


def test_a_merge_is_one_change_of_the_branch_that_it_was_merged_into(repo: History) -> None:
    first = repo.commit({"docs/a.md": "1"})
    repo.branch("side")
    repo.commit({"docs/b.md": "1"}, branch="side")
    side = repo.commit({"docs/b.md": "2"}, branch="side")
    own = repo.commit({"docs/c.md": "1"})
    merge = repo.commit({"docs/b.md": "2"}, merge=side)
    idle = repo.commit({}, merge=side)
    with opened(repo) as repository:
        assert commits(repository, "docs") == [first, own, merge]
        assert commits(repository, "docs", f"{own}..{idle}") == [own, merge]
        assert repository.read_file(merge, "docs/b.md") == b"2"


def test_the_root_is_a_folder_too(repo: History) -> None:
    first = repo.commit({"a.md": "1"})
    repo.commit({})
    second = repo.commit({"docs/b.md": "1"})
    with opened(repo) as repository:
        assert repository.folder == ""
        assert commits(repository, "") == [first, second]
        assert commits(repository, ".") == [first, second]


def test_a_commit_without_a_readable_time_has_none(repo: History) -> None:
    tree = repo.git("rev-parse", f"{repo.commit({'a.md': '1'})}^{{tree}}").strip()
    data = f"tree {tree}\nauthor A <a> 1 +0000\ncommitter A <a> soon\n\nno time\n".encode()
    options = ("-t", "commit", "-w", "--literally", "--stdin")
    commit = repo.git("hash-object", *options, stdin=data).strip()
    with opened(repo) as repository:
        (revision,) = repository.revisions("", commit)
    assert (revision.commit, revision.subject) == (commit, "no time")
    assert revision.time in ("", "1970-01-01T00:00:00Z")  # Versions of git differ.


def test_renames_inside_the_folder_are_known_with_their_edits(repo: History) -> None:
    text = "".join(f"line {number}\n" for number in range(30))
    before = repo.commit({"docs/a.md": text, "docs/b.md": "x" * 99, "docs/c.md": "to go\n" * 9})
    after = repo.commit(
        {
            "docs/a.md": None,
            'docs/new/"a\n.md': text.replace("line 7", "line seven"),
            "docs/b.md": None,
            "elsewhere.md": "x" * 99,
            "docs/c.md": None,
        }
    )
    with opened(repo) as repository:
        assert repository.renamed(before, after, "docs") == {"a.md": 'new/"a\n.md'}
        assert repository.renamed(before, after, "") == {
            "docs/a.md": 'docs/new/"a\n.md',
            "docs/b.md": "elsewhere.md",
        }
        assert repository.renamed(before, before, "docs") == {}


@pytest.mark.parametrize(
    "folder",
    [
        "-n",
        "--output=x",
        ":(top)docs",
        ":!docs",
        "*",
        "[d]ocs",
        "a\nb",
        'say "x"',
        "$(touch x)",
        "; touch x",
        "back\\slash",
        "ünï",
        " spaces ",
        "deep/er",
        "bad\udcff",
    ],
)
def test_the_name_of_a_folder_is_taken_literally(repo: History, folder: str) -> None:
    if sys.platform != "linux" and "\udcff" in folder:
        pytest.skip("arguments are bytes only here")
    first = repo.commit({f"{folder}/a.md": "1"})
    repo.commit({"docs/a.md": "1", "x": "1"})
    last = repo.commit({f"{folder}/a.md": None, f"{folder}/b.md": "1"})
    with opened(repo) as repository:
        assert commits(repository, folder) == [first, last]
        assert list(repository.files(first, folder)) == ["a.md"]
        assert repository.read_file(last, f"{folder}/b.md") == b"1"
        assert repository.renamed(first, last, folder) == {"a.md": "b.md"}
    assert [path.name for path in repo.folder.iterdir()] == [".git"]


# Repositories


@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
@pytest.mark.parametrize("bare", [False, True])
def test_bare_repositories_and_both_kinds_of_ids_are_read(
    tmp_path: Path, bare: bool, object_format: str
) -> None:
    repo = history(tmp_path / "repo", bare=bare, object_format=object_format)
    first = repo.commit({"docs/a.md": "1"})
    second = repo.commit({"docs/a.md": "2"})
    repo.git("gc", "-q")
    with opened(repo) as repository:
        assert (repository.root is None) == bare
        assert repository.folder == ""
        assert commits(repository, "docs") == [first, second]
        assert repository.read_file(first, "docs/a.md") == b"1"


def test_a_folder_below_the_root_knows_its_path(repo: History, tmp_path: Path) -> None:
    commit = repo.commit({"some/docs/a.md": "1", "labels.jsonl": "2"})
    (repo.folder / "some" / "docs").mkdir(parents=True)
    (tmp_path / "link").symlink_to(repo.folder / "some" / "docs")
    for path in (repo.folder / "some" / "docs", tmp_path / "link"):
        with open_repository(path) as repository:
            assert repository.folder == "some/docs"
            assert list(repository.files(commit, repository.folder)) == ["a.md"]
            assert commits(repository, repository.folder) == [commit]
            assert repository.path_in(repo.folder / "labels.jsonl") == "labels.jsonl"
            assert repository.path_in(repo.folder / "some" / "gone" / "x") == "some/gone/x"
            assert repository.path_in(repo.folder) == ""
            with pytest.raises(UsageError, match="other: is outside of the git repository"):
                repository.path_in(tmp_path / "other")


def test_a_path_of_a_bare_repository_has_to_be_given_inside_of_it(tmp_path: Path) -> None:
    repo = history(tmp_path / "bare", bare=True)
    with opened(repo) as repository, pytest.raises(UsageError, match="has no work tree"):
        repository.path_in(tmp_path / "bare" / "docs")


def test_a_linked_work_tree_and_the_git_folder_itself_are_read(
    repo: History, tmp_path: Path
) -> None:
    first = repo.commit({"docs/a.md": "1"})
    second = repo.commit({"docs/a.md": "2"}, branch="other")
    repo.git("worktree", "add", "-q", str(tmp_path / "linked"), "other")
    with open_repository(tmp_path / "linked" / "docs") as repository:
        assert repository.folder == "docs"
        assert commits(repository, "docs", "HEAD") == [second]
    with open_repository(repo.folder / ".git") as repository:
        assert repository.root is None
        assert commits(repository, "docs", "HEAD") == [first]


def test_variables_that_point_git_elsewhere_play_no_part(
    repo: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = repo.commit({"docs/a.md": "mine"})
    other = history(tmp_path / "other")
    other.commit({"docs/a.md": "theirs"})
    for name, value in {
        "GIT_DIR": str(other.folder / ".git"),
        "GIT_WORK_TREE": str(other.folder),
        "GIT_COMMON_DIR": str(other.folder / ".git"),
        "GIT_INDEX_FILE": "none",
        "GIT_OBJECT_DIRECTORY": str(other.folder / ".git" / "objects"),
        "GIT_NAMESPACE": "none",
        "GIT_SHALLOW_FILE": "none",
        "GIT_GLOB_PATHSPECS": "1",
        "GIT_TRACE": str(tmp_path / "trace"),
        "GIT_PREFIX": "docs/",
    }.items():
        monkeypatch.setenv(name, value)
    with opened(repo) as repository:
        assert commits(repository, "docs") == [commit]
        assert repository.read_file(commit, "docs/a.md") == b"mine"
    assert not (tmp_path / "trace").exists()


def test_an_object_is_what_its_id_says_even_when_it_was_replaced(repo: History) -> None:
    commit = repo.commit({"a.md": "old"})
    new = repo.git("hash-object", "-w", "--stdin", stdin=b"new").strip()
    repo.git("replace", repo.git("rev-parse", f"{commit}:a.md").strip(), new)
    assert repo.git("cat-file", "blob", f"{commit}:a.md") == "new"
    with opened(repo) as repository:
        assert repository.read_file(commit, "a.md") == b"old"


def test_a_partial_clone_fetches_nothing(tmp_path: Path) -> None:
    origin = history(tmp_path / "origin")
    commit = origin.commit({"docs/a.md": "1"})
    origin.git("config", "uploadpack.allowFilter", "true")
    source, clone = origin.folder.resolve().as_uri(), tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--no-checkout", "--filter=blob:none", source, str(clone))
    before = all_files(clone)
    with open_repository(clone) as repository:
        assert list(repository.files(commit, "docs")) == ["a.md"]
        with pytest.raises(InputError, match="brings what a partial clone left out"):
            repository.read_file(commit, "docs/a.md")
    assert all_files(clone) == before
    assert git(clone, "cat-file", "blob", f"{commit}:docs/a.md") == "1"  # git would fetch it.


def test_a_shallow_clone_begins_where_it_was_cut(tmp_path: Path) -> None:
    origin = history(tmp_path / "origin")
    first, *_, third, fourth = origin.commits({"docs/a.md": str(number)} for number in range(4))
    source, clone = origin.folder.resolve().as_uri(), tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth=2", source, str(clone))
    with open_repository(clone) as repository:
        assert repository.shallow
        assert commits(repository, "docs") == [third, fourth]
        assert commits(repository, "docs", f"{third}..") == [third, fourth]
        with pytest.raises(UsageError) as error:
            repository.revisions("docs", f"{first}..")
        assert "this is a shallow clone" in message(error)
        assert "`git fetch --unshallow --tags`" in message(error)
    with opened(origin) as repository:
        assert not repository.shallow


# Refusals


@pytest.mark.parametrize(
    "rev",
    [
        "none",
        "",
        "-h",
        "--all",
        "--output=x",
        "^main",
        "main main",
        "main\nmain",
        "main\0",
        "HEAD~9",
        "HEAD:docs",
        "HEAD^{tree}",
        "main@{99}",
        "0" * 40,
        "caf\udce9",
    ],
)
def test_what_names_no_commit_is_refused(repo: History, rev: str) -> None:
    repo.commit({"docs/a.md": "1"})
    with opened(repo) as repository, pytest.raises(UsageError) as error:
        repository.resolve(rev)
    assert ": unknown revision " in message(error)
    assert "expected one commit, as `git rev-parse` names it" in message(error)
    assert [path.name for path in repo.folder.iterdir()] == [".git"]


def test_every_name_of_a_commit_gives_its_id(repo: History) -> None:
    first = repo.commit({"a.md": "1"})
    second = repo.commit({"a.md": "2"})
    repo.git("-c", "user.name=A", "-c", "user.email=a@b", "tag", "-a", "-m", "x", "noted", first)
    with opened(repo) as repository:
        for rev in ("noted", "main~1", "HEAD^", first[:9], "refs/tags/noted"):
            assert repository.resolve(rev) == first
        assert repository.resolve("HEAD") == second


def test_a_folder_outside_of_git_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    (tmp_path / "docs").mkdir()
    with pytest.raises(UsageError) as error:
        open_repository(tmp_path / "docs")
    assert message(error) == (
        f"{tmp_path}/docs: is in no git repository; history is that of a folder committed to git"
    )


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "none", tmp_path / "file"):
        with pytest.raises(InputError, match="no such folder; give a folder"):
            open_repository(path)


def test_a_repository_that_git_does_not_read_is_refused_in_its_words(repo: History) -> None:
    repo.git("config", "core.repositoryFormatVersion", "99")
    with pytest.raises(UsageError) as error:
        open_repository(repo.folder)
    assert "git refuses to read the repository: " in message(error)
    assert "99" in message(error)


def test_without_git_there_is_no_history(repo: History, monkeypatch: pytest.MonkeyPatch) -> None:
    commit = repo.commit({"a.md": "1"})
    with opened(repo) as repository:
        monkeypatch.setenv("PATH", os.devnull)
        for call in (lambda: open_repository(repo.folder), lambda: repository.files(commit, "")):
            with pytest.raises(UsageError) as error:
                call()
            assert message(error).startswith("git: cannot be started: ")
            assert "history needs the git program on the PATH" in message(error)


def test_a_repository_without_a_commit_and_a_folder_in_none_are_refused(repo: History) -> None:
    with opened(repo) as repository:
        with pytest.raises(UsageError, match="the branch has no commit yet; commit the folder"):
            repository.revisions("docs")
        commit = repo.commit({"a.md": "1"})
        with pytest.raises(UsageError) as error:
            repository.revisions("docs")
        assert f'no commit up to {commit[:12]} holds the folder "docs"' in message(error)
        with pytest.raises(InputError, match="git rev-list failed: .*outside repository"):
            repository.revisions("../up")
