"""Changes to a file that several processes may make at once, so that none undoes another's.

A writer locks the folder of the file, reads, changes and renames a new file into place. The
lock is the system's: it is free again when its holder ends, however that ends, and leaves
nothing behind. An editor does not ask for it, so the bytes are compared once more before they
are replaced. Where folders cannot be locked (Windows, some network drives) that comparison is
all there is.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from groundkit.errors import InputError
from groundkit.files.atomic import write_atomically

LONGEST_WAIT = 10.0
"""Seconds to wait for another writer, which needs milliseconds."""

MOST_ATTEMPTS = 10
"""Times that a change is made again because the file was another one meanwhile."""


def change_file(path: Path, change: Callable[[bytes], bytes]) -> None:
    """Replace the bytes of a file by what ``change`` makes of them; none where it is missing.

    Nothing is written when they stay the same. ``change`` is called again when somebody else
    wrote meanwhile; what it raises leaves the file as it is. Links are followed and the mode is
    kept. Raises InputError when the file cannot be read or written, or another process keeps
    its folder locked.
    """
    target = Path(os.path.realpath(path))
    with _folder_lock(target.parent, path):
        for _ in range(MOST_ATTEMPTS):
            before = read_or_empty(path)
            after = change(before)
            if after == before:
                return
            if read_or_empty(path) == before:
                write_atomically(path, after)
                return
    raise InputError(f"{path}: somebody else keeps writing to it; nothing was changed, try again")


def read_or_empty(path: Path) -> bytes:
    """Return the bytes of a file, none where there is no file; InputError when unreadable."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error


@contextmanager
def _folder_lock(folder: Path, path: Path) -> Iterator[None]:
    """Hold the lock of a folder; without one where the system has none, or no such folder."""
    try:
        import fcntl

        descriptor = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):
        yield
        return
    try:
        deadline = time.monotonic() + LONGEST_WAIT
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise InputError(
                        f"{path}: another process has been writing in its folder for "
                        f"{LONGEST_WAIT:.0f} seconds; nothing was changed, try again"
                    ) from None
                time.sleep(0.01)
            except OSError:
                break  # This file system has no locks.
        yield
    finally:
        os.close(descriptor)
