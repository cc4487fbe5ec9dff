"""Files of past revisions, read from git's objects: no checkout, no writes, no network.

History is that of the first parents: a merge counts as one change of the branch that it was
merged into. Only the ``git`` program reads the repository, so every kind of it works: bare ones,
linked work trees, packed objects, SHA-256. Trees are walked here rather than listed by git, so
that a folder which two revisions share is read once. What reaches git on its command line or
standard input is a full object id, a literal path or a revision that begins with no dash, so a
name can neither become an option nor a pattern.

A blob is what git stores. Filters of a checkout (``eol``, ``working-tree-encoding``, ``ident``,
large-file pointers) are not applied: a work tree can differ from it. The folding of line ends in
``corpus_folder.decoded`` makes ``eol`` harmless. Symbolic links and submodules are not followed.

Paths are relative to the repository's root, with forward slashes; bytes that are not UTF-8 are
lone surrogates in them, as in ``os.fsdecode``.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from groundkit.errors import InputError, UsageError
from groundkit.files.git_program import OBJECT_ID, ObjectReader, run_git, said
from groundkit.text.quotes import shown

MAX_CACHED_ENTRIES = 200_000
"""Entries of trees that are remembered; beyond it the memory is emptied."""

_UNDECODED = re.compile("[\ud800-\udfff]")
_KINDS = {
    stat.S_IFREG: "file",
    stat.S_IFDIR: "folder",
    stat.S_IFLNK: "symbolic link",
    0o160000: "submodule",
}


@dataclass(frozen=True, slots=True)
class Revision:
    """One commit."""

    commit: str
    """Full id, hex."""
    time: str
    """When it was committed, UTC, as ``2026-01-31T12:00:00Z``; empty where git knows no time."""
    subject: str
    """First paragraph of its message on one line, as its author wrote it."""


class Entry(NamedTuple):
    """What a commit holds at one path."""

    kind: str
    """``file``, ``folder``, ``symbolic link`` or ``submodule``."""
    object_id: str
    """Of the blob, of the tree, of the blob with the link's target, or of the other commit."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something in a folder that is not read."""

    path: str
    """Relative to the folder, made fit to be shown."""
    problem: str
    """Why, on one line."""


@dataclass(frozen=True, slots=True)
class Tree:
    """All that one commit holds in a folder."""

    files: Mapping[str, str]
    """Blob id of each regular file by its path relative to the folder, ascending by path."""
    skipped: tuple[Skipped, ...]
    """Symbolic links, submodules, and names that are not UTF-8; ascending by path."""


def open_repository(path: Path) -> Repository:
    """Return the git repository that the folder ``path`` is in, or that it is.

    It is to be closed, or used in a ``with`` statement. Raises InputError when there is no such
    folder, UsageError when git is not installed, ``path`` is in no repository, or git refuses it.
    """
    place = shown(path.as_posix(), None)
    if not path.is_dir():
        raise InputError(f"{place}: no such folder; give a folder that is in a git repository")
    about = run_git(path, "rev-parse", "--is-shallow-repository", "--is-inside-work-tree")
    if about.returncode != 0:
        reason = said(about)
        if "not a git repository" in reason:
            raise UsageError(
                f"{place}: is in no git repository; history is that of a folder committed to git"
            )
        raise UsageError(f"{place}: git refuses to read the repository: {reason}")
    shallow, in_work_tree = (answer == b"true" for answer in about.stdout.split())
    root = None
    if in_work_tree:
        top = run_git(path, "rev-parse", "--show-toplevel")
        if top.returncode != 0:
            raise UsageError(f"{place}: git cannot tell the root of the work tree: {said(top)}")
        root = Path(os.fsdecode(top.stdout.removesuffix(b"\n")))
    return Repository(path, root, shallow)


class Repository:
    """Reads the commits, trees and blobs of one git repository."""

    def __init__(self, path: Path, root: Path | None, shallow: bool) -> None:
        self.place = shown(path.as_posix(), None)
        """The folder that was opened, for messages."""
        self.root = root
        """Root of the work tree; None in a bare repository."""
        self.shallow = shallow
        """Whether the repository holds only its newest commits."""
        self.folder = self.path_in(path) if root is not None else ""
        """Path of the folder that was opened; empty for the root."""
        self._directory = path if root is None else root
        self._objects = ObjectReader(self._directory, self.place)
        self._trees: dict[str, dict[str, Entry]] = {}
        self._num_entries = 0
        self._roots: dict[str, str] = {}

    def __enter__(self) -> Self:
        """Return the repository itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """End the process that reads objects; reading again starts another."""
        self._objects.close()

    def path_in(self, path: Path) -> str:
        """Return the path in the repository of a file or folder of the work tree.

        Links are resolved; it need not exist. Raises UsageError when it is outside.
        """
        place = shown(path.as_posix(), None)
        if self.root is None:
            raise UsageError(
                f"{place}: the repository {self.place} has no work tree; "
                "give the path inside of the repository"
            )
        root = os.path.realpath(self.root)
        try:
            relative = Path(os.path.realpath(path)).relative_to(root)
        except ValueError:
            raise UsageError(
                f"{place}: is outside of the git repository {shown(root, None)}; "
                "give a path inside of it"
            ) from None
        return "" if relative == Path() else relative.as_posix()

    # Commits

    def resolve(self, rev: str) -> str:
        """Return the full id of the commit that a revision names, such as ``v1`` or ``main~3``.

        Raises UsageError when it names none.
        """
        if rev and not rev.startswith("-") and "\0" not in rev:
            answer = run_git(
                self._directory, "rev-parse", "--verify", "--quiet", f"{rev}^{{commit}}"
            )
            commit = answer.stdout.decode("ascii", "replace").strip()
            if answer.returncode == 0 and OBJECT_ID.fullmatch(commit):
                return commit
        if rev == "HEAD":
            raise UsageError(f"{self.place}: the branch has no commit yet; commit the folder first")
        why = (
            "this is a shallow clone, which holds only the newest commits; "
            "`git fetch --unshallow --tags` brings the others"
            if self.shallow
            else "expected one commit, as `git rev-parse` names it: a branch, a tag, an id"
        )
        raise UsageError(f'{self.place}: unknown revision "{shown(rev)}"; {why}')

    def revisions(self, folder: str, revision_range: str | None = None) -> tuple[Revision, ...]:
        """Return the commits of a range that changed ``folder``, along first parents, oldest first.

        ``A..B`` is what came after A up to B, each HEAD where left out; it is preceded by the
        commit in force when it begins, so that the first change in the range has a before.
        ``B`` is everything up to B; None is everything up to HEAD. In a shallow clone the oldest
        commit at hand seems to have made all files. Raises UsageError for an unknown revision,
        and when no commit ever held the folder.
        """
        start, dots, end = (revision_range or "").partition("..")
        if end.startswith("."):
            raise UsageError(
                f'range "{shown(revision_range or "")}" has three dots; write two, as in A..B'
            )
        newest = self.resolve((end if dots else start) or "HEAD")
        if not dots:
            found = self._changes(folder, newest)
        elif found := self._changes(folder, newest, f"^{self.resolve(start or 'HEAD')}"):
            found = self._changes(folder, found[0].commit, "--max-count=2")[:-1] + found
        else:
            found = self._changes(folder, newest, "--max-count=1")
        if not found:
            raise UsageError(
                f"{self.place}: no commit up to {newest[:12]} holds the folder "
                f'"{shown(folder, None)}"; commit it first, or name another revision'
            )
        return tuple(found)

    def _changes(self, folder: str, newest: str, *options: str) -> list[Revision]:
        """Return the commits, oldest first, whose folder is not that of their first parent."""
        listed = self._run(
            "rev-list",
            "--first-parent",
            "--reverse",
            "--encoding=UTF-8",
            "--format=%ct %s",
            *options,
            newest,
            "--",
            _clean(folder) or ".",
        )
        lines = listed.split(b"\n")
        return [
            _revision(first, second)
            for first, second in zip(lines[0::2], lines[1::2], strict=False)
        ]

    def renamed(self, before: str, after: str, folder: str) -> Mapping[str, str]:
        """Return the new path of each file that git takes for renamed between two commits.

        Both are relative to ``folder``, and only renames inside of it count.
        """
        fields = self._run(
            "diff-tree",
            "-r",
            "-z",
            "-M",
            "--diff-filter=R",
            "--name-status",
            before,
            after,
            "--",
            _clean(folder) or ".",
        ).split(b"\0")
        prefix = f"{_clean(folder)}/" if _clean(folder) else ""
        paths = [_name(field).removeprefix(prefix) for field in fields]
        return dict(zip(paths[1::3], paths[2::3], strict=False))

    # Files

    def files(self, commit: str, folder: str) -> Mapping[str, str]:
        """Return the blob id of each file of a folder by its path, as ``tree`` does."""
        return self.tree(commit, folder).files

    def tree(self, commit: str, folder: str) -> Tree:
        """Return all files below a folder; none when the commit does not hold such a folder."""
        files: dict[str, str] = {}
        skipped: list[Skipped] = []
        top = self.entry(commit, folder)
        pending = [("", top.object_id)] if top is not None and top.kind == "folder" else []
        while pending:
            prefix, tree_id = pending.pop()
            for name, entry in self._tree(tree_id).items():
                path = f"{prefix}{name}"
                if name in ("", ".", "..") or "/" in name:
                    skipped.append(Skipped(shown(path, None), "its name is not that of a file"))
                elif _UNDECODED.search(name):
                    skipped.append(Skipped(shown(path, None), "its name is not UTF-8"))
                elif entry.kind == "folder":
                    pending.append((f"{path}/", entry.object_id))
                elif entry.kind == "file":
                    files[path] = entry.object_id
                else:
                    problem = f"is a {entry.kind}, which is not followed"
                    skipped.append(Skipped(shown(path, None), problem))
        skipped.sort(key=lambda one: one.path)
        return Tree(dict(sorted(files.items())), tuple(skipped))

    def entry(self, commit: str, path: str) -> Entry | None:
        """Return what a commit holds at a path; None when there is nothing."""
        if commit not in self._roots:
            header = self._objects.read(commit, "commit").split(b"\n", 1)[0]
            self._roots[commit] = header.removeprefix(b"tree ").decode("ascii", "replace")
        entry = Entry("folder", self._roots[commit])
        for name in _parts(path):
            found = self._tree(entry.object_id).get(name) if entry.kind == "folder" else None
            if found is None:
                return None
            entry = found
        return entry

    def read_file(self, commit: str, path: str) -> bytes | None:
        """Return the bytes of a file; None when the commit holds no regular file there."""
        entry = self.entry(commit, path)
        return self.blob(entry.object_id) if entry is not None and entry.kind == "file" else None

    def blob(self, blob_id: str, *, max_bytes: int | None = None) -> bytes:
        """Return the bytes of a blob; raises ObjectTooLarge when there are more than ``max_bytes``.

        InputError when the repository does not hold it, as a partial clone may not.
        """
        return self._objects.read(blob_id, "blob", max_bytes)

    def _tree(self, tree_id: str) -> dict[str, Entry]:
        """Return the entries of one tree, by name."""
        if tree_id not in self._trees:
            data = self._objects.read(tree_id, "tree")
            entries = dict(_entries(data, len(tree_id) // 2))
            self._num_entries += len(entries)
            if self._num_entries > MAX_CACHED_ENTRIES:
                self._trees.clear()
                self._num_entries = len(entries)
            self._trees[tree_id] = entries
        return self._trees[tree_id]

    def _run(self, *arguments: str) -> bytes:
        """Return what a git command wrote; raises InputError when it failed."""
        result = run_git(self._directory, *arguments)
        if result.returncode != 0:
            raise InputError(f"{self.place}: git {arguments[0]} failed: {said(result)}")
        return result.stdout


def _entries(data: bytes, id_bytes: int) -> Iterator[tuple[str, Entry]]:
    """Yield name and entry for each line of a tree object: mode, space, name, NUL, binary id."""
    at = 0
    while at < len(data):
        space = data.index(b" ", at)
        end = data.index(b"\0", space)
        kind = _KINDS.get(stat.S_IFMT(int(data[at:space], 8)), "special file")
        at = end + 1 + id_bytes
        yield _name(data[space + 1 : end]), Entry(kind, data[end + 1 : at].hex())


def _revision(header: bytes, line: bytes) -> Revision:
    """Return the commit of two lines: ``commit ID``, and seconds, space, subject."""
    seconds, _, subject = line.partition(b" ")
    try:
        moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=int(seconds))
        time = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError):
        time = ""
    commit = header.removeprefix(b"commit ").decode("ascii")
    return Revision(commit, time, subject.decode("utf-8", "replace"))


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part not in ("", ".")]


def _clean(path: str) -> str:
    return "/".join(_parts(path))


def _name(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
