"""The ``git`` program, run so that it reads one repository and does nothing else.

No shell, no pager, no prompt, no transport, no locks, no replaced objects. Variables that point
git at another repository, such as ``GIT_DIR`` in a hook, are taken from its environment; those
that name its configuration stay, for they say which folders are safe.
"""

from __future__ import annotations

import os
import re
import subprocess
from contextlib import suppress
from pathlib import Path

from groundkit.errors import InputError, UsageError
from groundkit.text.quotes import shown

OBJECT_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
"""The full id of an object, SHA-1 or SHA-256."""

PIECE = 1 << 20
"""Bytes that are skipped at once."""

_KEPT_VARIABLES = ("GIT_CONFIG_", "GIT_EXEC_PATH", "GIT_CEILING_DIRECTORIES")
_SET_VARIABLES = {
    "LC_ALL": "C",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}


class ObjectTooLarge(InputError):
    """An object has more bytes than the caller wants to read."""

    def __init__(self, problem: str, num_bytes: int) -> None:
        super().__init__(problem)
        self.num_bytes = num_bytes


def run_git(directory: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Return what a git command did in a folder; raises UsageError when git cannot be started."""
    try:
        return subprocess.run(
            _command(directory, *arguments),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=_environment(),
            check=False,
        )
    except OSError as error:
        raise _not_started(error) from error


def said(result: subprocess.CompletedProcess[bytes]) -> str:
    """Return the first line of what git said about a failure, fit to be shown."""
    lines = result.stderr.decode("utf-8", "replace").strip().split("\n")
    return shown(lines[0].removeprefix("fatal: "), 300) or f"exit code {result.returncode}"


class ObjectReader:
    """Reads objects by their ids from one ``git cat-file --batch``, started when first needed."""

    def __init__(self, directory: Path, place: str) -> None:
        self._directory = directory
        self._place = place
        self._process: subprocess.Popen[bytes] | None = None

    def read(self, object_id: str, kind: str, max_bytes: int | None = None) -> bytes:
        """Return the bytes of an object of a kind: ``commit``, ``tree`` or ``blob``.

        Raises InputError when the repository does not hold it, or holds another kind, and
        ObjectTooLarge when it has more than ``max_bytes``.
        """
        if not OBJECT_ID.fullmatch(object_id):
            raise InputError(
                f'{self._place}: "{shown(object_id)}" is not the full id of a git object; '
                "resolve it first"
            )
        header = self._header(object_id)
        if len(header) != 3:
            raise self._damaged(object_id)
        actual, num_bytes = header[1].decode("ascii"), int(header[2])
        if actual != kind:
            self._skip(num_bytes + 1)
            raise InputError(f"{self._place}: git object {object_id} is a {actual}, not a {kind}")
        if max_bytes is not None and num_bytes > max_bytes:
            self._skip(num_bytes + 1)
            problem = f"{num_bytes} bytes, more than the limit of {max_bytes}"
            raise ObjectTooLarge(f"{self._place}: git object {object_id} has {problem}", num_bytes)
        data = self._take(num_bytes + 1)
        if len(data) != num_bytes + 1:
            raise self._damaged(object_id)
        return data[:-1]

    def close(self) -> None:
        """End the process; reading again starts another."""
        process, self._process = self._process, None
        if process is not None:
            # Leaving the block closes its streams, and waits for the end that this brings.
            with suppress(BrokenPipeError), process:
                pass

    def _header(self, object_id: str) -> list[bytes]:
        """Ask for an object; return its id, kind and size, or something shorter."""
        if self._process is None:
            try:
                self._process = subprocess.Popen(
                    _command(self._directory, "cat-file", "--batch"),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    env=_environment(),
                )
            except OSError as error:
                raise _not_started(error) from error
        try:
            if self._process.stdin is not None:
                self._process.stdin.write(f"{object_id}\n".encode())
                self._process.stdin.flush()
        except BrokenPipeError:
            return []
        if self._process.stdout is None:
            return []
        return self._process.stdout.readline().split()

    def _take(self, num_bytes: int) -> bytes:
        if self._process is None or self._process.stdout is None:
            return b""
        return self._process.stdout.read(num_bytes)

    def _skip(self, num_bytes: int) -> None:
        while num_bytes > 0:
            num_bytes -= PIECE
            self._take(min(PIECE, num_bytes + PIECE))

    def _damaged(self, object_id: str) -> InputError:
        self.close()
        return InputError(
            f"{self._place}: git object {object_id} is missing or damaged; `git fsck` says which, "
            "and `git fetch` brings what a partial clone left out"
        )


def _command(directory: Path, *arguments: str) -> list[str]:
    return [
        "git",
        "-C",
        str(directory),
        "--no-pager",
        "--literal-pathspecs",
        "-c",
        "core.fsmonitor=false",
        *arguments,
    ]


def _environment() -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name.startswith(_KEPT_VARIABLES)
    }
    return kept | _SET_VARIABLES


def _not_started(error: OSError) -> UsageError:
    return UsageError(
        f"git: cannot be started: {error.strerror}; history needs the git program on the PATH"
    )
