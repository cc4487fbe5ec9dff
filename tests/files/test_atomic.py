from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from groundkit.errors import InputError
from groundkit.files.atomic import atomic_path, write_atomically


def _names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_file_is_written_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a.csv", b"one")
    write_atomically(tmp_path / "a.csv", b"two")
    assert (tmp_path / "a.csv").read_bytes() == b"two"
    assert _names(tmp_path) == ["a.csv"]


def test_a_relative_path_is_written_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_atomically(Path("a.csv"), b"one")
    assert (tmp_path / "a.csv").read_bytes() == b"one"


@pytest.mark.skipif(os.name != "posix", reason="file modes are those of POSIX")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444, 0o755])
def test_the_mode_of_an_existing_file_is_kept(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"one")
    path.chmod(mode)
    write_atomically(path, b"two")
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.read_bytes() == b"two"


@pytest.mark.skipif(os.name != "posix", reason="file modes are those of POSIX")
def test_a_new_file_has_the_mode_of_any_other_new_file(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"")
    write_atomically(tmp_path / "atomic", b"")
    assert (tmp_path / "atomic").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_symbolic_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "real.csv").write_bytes(b"one")
    (tmp_path / "link.csv").symlink_to(tmp_path / "there" / "real.csv")
    write_atomically(tmp_path / "link.csv", b"two")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "there" / "real.csv").read_bytes() == b"two"


def test_a_missing_folder_is_named_with_the_next_step(tmp_path: Path) -> None:
    path = tmp_path / "absent" / "a.csv"
    with pytest.raises(InputError) as caught:
        write_atomically(path, b"")
    assert str(caught.value) == (
        f'{path}: there is no folder "{tmp_path / "absent"}" to write to; create it first '
        "or name another file"
    )


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(InputError, match="there is no folder"):
        write_atomically(tmp_path / "file" / "a.csv", b"")


def test_a_folder_as_target_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match="is a folder, expected the name of a file"):
        write_atomically(tmp_path / "folder", b"")
    assert _names(tmp_path / "folder") == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are those of POSIX")
def test_a_device_or_pipe_as_target_is_refused_and_stays(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="is not a regular file"):
        write_atomically(tmp_path / "pipe", b"")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind the superuser"
)
def test_a_folder_without_permission_is_one_line_with_path_and_cause(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(InputError, match=r"a\.csv: cannot be written: Permission denied$"):
            write_atomically(tmp_path / "a.csv", b"")
    finally:
        tmp_path.chmod(0o700)


def test_a_name_that_is_too_long_is_one_line_with_path_and_cause(tmp_path: Path) -> None:
    path = tmp_path / ("a" * 300)
    with pytest.raises(InputError) as caught:
        write_atomically(path, b"")
    assert str(caught.value) == f"{path}: cannot be written: {os.strerror(errno.ENAMETOOLONG)}"


def test_a_full_disk_leaves_the_old_file_and_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "a.csv"
    path.write_bytes(b"one")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError) as caught:
        write_atomically(path, b"two")
    assert str(caught.value) == f"{path}: cannot be written: {os.strerror(errno.ENOSPC)}"
    assert path.read_bytes() == b"one"
    assert _names(tmp_path) == ["a.csv"]


def test_content_is_synced_before_the_rename(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.csv"
    existed_at_sync = []
    fsync = os.fsync

    def watched(descriptor: int) -> None:
        existed_at_sync.append(path.exists())
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", watched)
    write_atomically(path, b"one")
    assert existed_at_sync[0] is False


def test_another_library_writes_to_a_fresh_path_with_the_same_suffix(tmp_path: Path) -> None:
    with atomic_path(tmp_path / "a.parquet") as temporary:
        assert not temporary.exists()
        assert (temporary.parent, temporary.suffix) == (tmp_path, ".parquet")
        temporary.write_bytes(b"one")
        assert not (tmp_path / "a.parquet").exists()
    assert (tmp_path / "a.parquet").read_bytes() == b"one"
    assert _names(tmp_path) == ["a.parquet"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_a_failing_body_leaves_the_old_file_and_no_temporary_one(
    tmp_path: Path, error: type[BaseException]
) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"one")

    def write_half() -> None:
        with atomic_path(path) as temporary:
            temporary.write_bytes(b"half")
            raise error

    with pytest.raises(error):
        write_half()
    assert path.read_bytes() == b"one"
    assert _names(tmp_path) == ["a.csv"]


def test_a_body_that_writes_nothing_is_an_error(tmp_path: Path) -> None:
    with (
        pytest.raises(InputError, match=r"a\.csv: cannot be written"),
        atomic_path(tmp_path / "a.csv"),
    ):
        pass
    assert _names(tmp_path) == []


def test_an_error_about_another_file_is_passed_on(tmp_path: Path) -> None:
    with (
        pytest.raises(FileNotFoundError, match="other"),
        atomic_path(tmp_path / "a.csv"),
    ):
        (tmp_path / "other").read_bytes()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="SIGKILL is that of POSIX")
def test_a_kill_before_the_end_leaves_the_old_file(tmp_path: Path, root: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"one")
    code = (
        "import os, signal, sys; from pathlib import Path\n"
        "from groundkit.files.atomic import atomic_path\n"
        "with atomic_path(Path(sys.argv[1])) as temporary:\n"
        "    temporary.write_bytes(b'half')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        env={**os.environ, "PYTHONPATH": str(root)},
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL
    assert path.read_bytes() == b"one"
    (left,) = set(_names(tmp_path)) - {"a.csv"}
    assert left.startswith(".groundkit-")
