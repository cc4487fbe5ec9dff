"""Several writers of one file do not undo each other's changes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from small_collection import environment

from groundkit.errors import InputError
from groundkit.files import locked
from groundkit.files.locked import change_file

WRITER = """
import sys
from pathlib import Path
from groundkit.files.locked import change_file
for number in range(20):
    change_file(Path(sys.argv[1]), lambda data: data + f"{sys.argv[2]}{number}\\n".encode())
"""


def test_processes_that_write_at_once_lose_no_line(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), name], env=environment(), cwd=tmp_path
        )
        for name in "abc"
    ]
    assert [writer.wait(120) for writer in writers] == [0, 0, 0]
    written = path.read_text().splitlines()
    assert sorted(written) == sorted(f"{name}{number}" for name in "abc" for number in range(20))
    assert [file.name for file in tmp_path.iterdir()] == ["lines"]


def test_a_change_by_somebody_who_asks_for_no_lock_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"old\n")
    calls = []

    def change(data: bytes) -> bytes:
        calls.append(data)
        if len(calls) == 1:
            path.write_bytes(b"edited\n")
        return data + b"new\n"

    change_file(path, change)
    assert calls == [b"old\n", b"edited\n"]
    assert path.read_bytes() == b"edited\nnew\n"


def test_a_file_that_changes_all_the_time_is_left_to_the_others(tmp_path: Path) -> None:
    path = tmp_path / "lines"

    def change(data: bytes) -> bytes:
        path.write_bytes(data + b"other\n")
        return data + b"mine\n"

    with pytest.raises(InputError, match="nothing was changed, try again"):
        change_file(path, change)
    assert b"mine" not in path.read_bytes()


def test_a_lock_that_is_never_released_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("fcntl", reason="folders are locked on POSIX only")
    monkeypatch.setattr(locked, "LONGEST_WAIT", 0.05)

    def change(data: bytes) -> bytes:
        change_file(tmp_path / "other", lambda data: data + b"x")
        return data

    with pytest.raises(InputError, match="another process has been writing in its folder"):
        change_file(tmp_path / "lines", change)
    assert list(tmp_path.iterdir()) == []


def test_a_change_that_fails_leaves_the_file_and_frees_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"old\n")

    def change(data: bytes) -> bytes:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        change_file(path, change)
    assert path.read_bytes() == b"old\n"
    change_file(path, lambda data: data + b"new\n")
    assert path.read_bytes() == b"old\nnew\n"


def test_a_file_that_stays_the_same_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"old\n")
    before = path.stat()
    change_file(path, lambda data: data)
    assert path.stat().st_ino == before.st_ino


def test_a_link_is_followed_and_the_mode_is_kept(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    real = tmp_path / "there" / "real"
    real.write_bytes(b"old\n")
    real.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(real)
    change_file(link, lambda data: data + b"new\n")
    assert link.is_symlink()
    assert real.read_bytes() == b"old\nnew\n"
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_folder_that_does_not_exist_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no folder"):
        change_file(tmp_path / "absent" / "lines", lambda data: b"x")


def test_a_folder_in_the_place_of_the_file_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        change_file(tmp_path, lambda data: b"x")
