"""Repairs the form of a judgments file, never what it means."""

from __future__ import annotations

from pathlib import Path

from groundkit.errors import InputError
from groundkit.files.judgment_writer import Fixed, fixed
from groundkit.files.locked import change_file


def fix_judgments(path: Path, *, check: bool = False) -> Fixed:
    """Bring a judgments file into good form and return what was changed and what was left.

    With ``check`` the file stays as it is. Raises InputError when there is no such file, or it
    cannot be read or written.
    """
    if not path.exists():
        raise InputError(f"{path}: no such file; give a judgments file")
    done: list[Fixed] = []

    def change(data: bytes) -> bytes:
        done.append(fixed(data))
        return data if check else done[-1].data

    change_file(path, change)
    return done[-1]
