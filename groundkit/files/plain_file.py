"""Any input as a plain file on disk: standard input, pipes and gzip are written out first.

So whoever reads it can read it twice, and a compressed file is known to be whole: its checksum
has been compared before the first line is believed.
"""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from groundkit.errors import InputError

STANDARD_INPUT = "-"
BLOCK = 1 << 18
BOM = b"\xef\xbb\xbf"
_GZIP = b"\x1f\x8b"
_OTHERS = {
    b"PK\x03\x04": "a zip archive",
    b"BZh": "bzip2 data",
    b"\xfd7zXZ": "xz data",
    b"(\xb5/\xfd": "zstd data",
    b"PAR1": "a Parquet file",
    b"\x89PNG": "an image",
    b"%PDF": "a PDF file",
}


@dataclass(frozen=True, slots=True)
class PlainFile:
    """One input that can be read as often as need be."""

    shown: str
    """What the user calls it; every message begins with it."""
    path: Path
    """The bytes, not compressed."""
    head: bytes
    """The first bytes, the byte-order mark left out."""
    has_bom: bool
    """Whether a UTF-8 byte-order mark stands at the beginning of ``path``."""

    @property
    def bom_note(self) -> str:
        """What is said of a byte-order mark."""
        return f"{self.shown}: a byte-order mark at the beginning was dropped"


def plain_file(name: str, folder: Path, expected: str) -> PlainFile:
    """Return the input called ``name`` as a plain file; what has to be written is in ``folder``.

    ``expected`` says in messages what the file should hold. Raises InputError when it is missing,
    a folder, empty, of a known binary form, or compressed and damaged.
    """
    shown = "standard input" if name == STANDARD_INPUT else name
    path = Path(name)
    try:
        if name == STANDARD_INPUT:
            path = _written(sys.stdin.buffer, folder)
        elif path.is_dir():
            raise InputError(f"{shown}: is a folder, expected {expected}")
        elif not path.is_file():
            # A pipe, or nothing at all: then the system says so.
            with path.open("rb") as pipe:
                path = _written(pipe, folder)
        with path.open("rb") as file:
            start = file.read(len(BOM))
            if start.startswith(_GZIP):
                file.seek(0)
                path = _unpacked(file, shown, folder)
        with path.open("rb") as file:
            head = file.read(BLOCK)
    except OSError as error:
        raise InputError(f"{shown}: cannot be read: {error.strerror or error}") from error
    has_bom = head.startswith(BOM)
    head = head.removeprefix(BOM)
    if not head:
        raise InputError(f"{shown}: the file is empty, expected {expected}")
    for magic, what in _OTHERS.items():
        if head.startswith(magic):
            raise InputError(f"{shown}: is {what}, expected {expected}")
    return PlainFile(shown, path, head, has_bom)


def _written(stream: BinaryIO, folder: Path) -> Path:
    target = folder / f"input-{len(list(folder.iterdir()))}"
    with target.open("wb") as file:
        while block := stream.read(BLOCK):
            file.write(block)
    return target


def _unpacked(stream: BinaryIO, shown: str, folder: Path) -> Path:
    target = folder / f"input-{len(list(folder.iterdir()))}"
    num_lines = 0
    with target.open("wb") as file:
        reader = io.BufferedReader(gzip.GzipFile(fileobj=stream, mode="rb"))
        try:
            while block := reader.read1(BLOCK):
                num_lines += block.count(b"\n")
                file.write(block)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            cause = "ends too early" if isinstance(error, EOFError) else f"is damaged ({error})"
            raise InputError(
                f"{shown}:{num_lines + 1}: the gzip data {cause}; fetch or make the file again"
            ) from error
    return target
