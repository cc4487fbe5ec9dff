"""Git repositories made commit by commit from plain mappings, the same bytes on every machine."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

FIRST_SECOND = 1_767_225_600
"""2026-01-01T00:00:00Z: when the first commit was made; each later one is a minute younger."""


class Link(NamedTuple):
    """A symbolic link."""

    target: str


class Submodule(NamedTuple):
    """Another repository at one of its commits."""

    commit: str


Content = str | bytes | Link | Submodule | None
"""What a commit puts at a path; None removes it."""


def git(folder: Path, *arguments: str, stdin: bytes = b"") -> str:
    """Run git without any configuration of the machine; return what it wrote."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("GIT_")
    } | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments],
        input=stdin,
        capture_output=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode("utf-8", "surrogateescape")


@dataclass
class History:
    """A repository that is written to without a checkout: its work tree stays empty."""

    folder: Path
    num_commits: int = 0

    def commit(
        self,
        files: Mapping[str, Content],
        subject: str = "",
        *,
        branch: str = "main",
        merge: str | None = None,
    ) -> str:
        """Add one commit and return its id; ``merge`` is a further parent."""
        (commit,) = self._write([(files, subject)], branch, merge)
        return commit

    def commits(self, changes: Iterable[Mapping[str, Content]]) -> list[str]:
        """Add a commit for each change and return their ids."""
        return self._write([(files, "") for files in changes], "main", None)

    def git(self, *arguments: str, stdin: bytes = b"") -> str:
        return git(self.folder, *arguments, stdin=stdin)

    def branch(self, name: str, start: str = "main") -> None:
        self.git("branch", name, start)

    def _write(
        self, changes: Sequence[tuple[Mapping[str, Content], str]], branch: str, merge: str | None
    ) -> list[str]:
        reference = f"refs/heads/{branch}"
        exists = bool(self.git("for-each-ref", reference))
        lines: list[bytes] = []
        for number, (files, subject) in enumerate(changes, start=1):
            self.num_commits += 1
            seconds = FIRST_SECOND + 60 * (self.num_commits - 1)
            message = (subject or f"change {self.num_commits}").encode("utf-8", "surrogateescape")
            lines += [
                f"commit {reference}".encode(),
                f"mark :{number}".encode(),
                f"committer A <a@example.org> {seconds} +0530".encode(),
                b"data %d\n%s" % (len(message), message),
            ]
            if number == 1 and exists:
                lines.append(f"from {reference}^0".encode())
            if merge is not None:
                lines.append(f"merge {merge}".encode())
            for path, content in files.items():
                lines += _file_change(path, content)
        lines += [f"get-mark :{number}".encode() for number in range(1, len(changes) + 1)]
        stream = b"\n".join([*lines, b""])
        return self.git("fast-import", "--quiet", "--force", stdin=stream).split()


def history(folder: Path, *, bare: bool = False, object_format: str = "sha1") -> History:
    """Return a new, empty repository."""
    folder.mkdir(parents=True, exist_ok=True)
    options = ["--bare"] if bare else []
    git(folder, "init", "-q", "-b", "main", f"--object-format={object_format}", *options)
    return History(folder)


def _file_change(path: str, content: Content) -> list[bytes]:
    quoted = b'"%s"' % b"".join(
        b"\\%03o" % byte for byte in path.encode("utf-8", "surrogateescape")
    )
    if content is None:
        return [b"D " + quoted]
    if isinstance(content, Submodule):
        return [b"M 160000 %s %s" % (content.commit.encode(), quoted)]
    if isinstance(content, Link):
        mode, data = b"120000", content.target.encode()
    else:
        mode, data = b"100644", content.encode() if isinstance(content, str) else content
    return [b"M %s inline %s" % (mode, quoted), b"data %d\n%s" % (len(data), data)]
