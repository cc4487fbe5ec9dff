"""Files that commands are given: plain, compressed, damaged, or not there."""

from __future__ import annotations

import gzip
import hashlib
import subprocess
import sys
from pathlib import Path

import pytest
from small_collection import environment

from groundkit.errors import InputError
from groundkit.files.given_file import GivenFile

CONTENT = b"first\nsecond\n\xff\r\nlast without a line feed"


def given(path: Path) -> GivenFile:
    """Return a file that should be one of hits."""
    return GivenFile(path, "a file of hits")


@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("name", ["log.jsonl", "log.jsonl.gz", "log"])
def test_lines_and_hash_are_those_of_the_content_whatever_the_file_is_called(
    tmp_path: Path, name: str, compressed: bool
) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(CONTENT) if compressed else CONTENT)
    file = given(path)
    assert list(file.lines()) == CONTENT.splitlines(keepends=True)
    assert file.sha256 == hashlib.sha256(CONTENT).hexdigest()
    assert (file.name, file.stem) == (path.as_posix(), "log")
    assert given(path).read() == CONTENT


@pytest.mark.parametrize("compressed", [False, True])
def test_a_dash_is_standard_input(compressed: bool) -> None:
    code = (
        "from pathlib import Path; from groundkit.files.given_file import GivenFile; "
        "file = GivenFile(Path('-'), 'x'); print(file.read(), file.name, file.stem)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=gzip.compress(CONTENT) if compressed else CONTENT,
        capture_output=True,
        env=environment(),
        check=True,
    )
    assert done.stdout.decode().strip() == f"{CONTENT!r} standard input standard-input"


def test_an_empty_file_has_no_lines(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "empty.gz").write_bytes(gzip.compress(b""))
    assert given(tmp_path / "empty").read() == given(tmp_path / "empty.gz").read() == b""


def test_a_compressed_file_that_ends_too_early_is_refused_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "cut.gz"
    path.write_bytes(gzip.compress(b"a line\n" * 100_000)[:-10])
    with pytest.raises(InputError, match=r"cut\.gz:99\d\d\d: the compressed data ends too early"):
        given(path).read()


def test_damaged_compressed_data_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "damaged.gz"
    data = bytearray(gzip.compress(b"a line\n" * 1000))
    data[-8] ^= 1
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"damaged\.gz:\d+: the compressed data is damaged: CRC"):
        given(path).read()
    path.write_bytes(b"\x1f\x8bnot at all")
    with pytest.raises(InputError, match=r"damaged\.gz:1: the compressed data is damaged"):
        given(path).read()


def test_a_file_that_is_not_there_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        given(tmp_path / "none").read()
    assert str(caught.value) == f"{tmp_path}/none: no such file; give a file of hits"
    with pytest.raises(InputError) as caught:
        given(tmp_path).read()
    assert str(caught.value) == f"{tmp_path}: is a folder; give a file of hits"
