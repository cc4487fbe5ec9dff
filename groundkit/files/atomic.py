"""Files written whole or not at all: a temporary file beside the target, then a rename.

Whatever happens in between, the target holds either its old content or all of the new one. A
process killed on the way leaves at most a hidden file named ``.groundkit-*`` in the folder.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from groundkit.errors import InputError


def write_atomically(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path``, replacing what is there as a whole.

    The mode of an existing file is kept and a symbolic link is followed. Raises InputError when
    the folder is missing, the target is not a regular file, or the system refuses.
    """
    with atomic_path(path) as temporary:
        temporary.write_bytes(data)


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """Yield a path to write to, in the folder of ``path``, and rename it to ``path`` on success.

    The yielded path does not exist yet and has the suffix of ``path``; the body must create it.
    When the body raises, ``path`` stays as it was and the temporary file is removed. Raises
    InputError as ``write_atomically`` does; an OSError of the body that names another file is
    passed on as it is.
    """
    try:
        target = _writable_target(path)
    except OSError as error:
        raise _cannot_write(path, error) from error
    temporary = target.parent / f".groundkit-{os.urandom(8).hex()}{target.suffix}"
    try:
        yield temporary
        _sync(temporary)
        if target.exists():
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        temporary.replace(target)
        _sync_folder(target.parent)
    except OSError as error:
        if error.filename not in (None, str(temporary), str(target)):
            raise
        raise _cannot_write(path, error) from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _writable_target(path: Path) -> Path:
    """Return the file that ``path`` leads to, links followed; it need not exist yet."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise InputError(f"{path}: is a folder, expected the name of a file to write")
    if target.exists() and not target.is_file():
        raise InputError(f"{path}: is not a regular file; name another file to write")
    if not target.parent.is_dir():
        folder = target.parent if path.is_symlink() else path.parent
        raise InputError(
            f'{path}: there is no folder "{folder}" to write to; create it first '
            "or name another file"
        )
    return target


def _cannot_write(path: Path, error: OSError) -> InputError:
    cause = " ".join((error.strerror or str(error)).split())
    return InputError(f"{path}: cannot be written: {cause}")


def _sync(file: Path) -> None:
    """Wait until the content of the file is on the disk."""
    descriptor = os.open(file, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sync_folder(folder: Path) -> None:
    """Wait until the rename is on the disk, where the system can sync a folder."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
