"""A file that a command is given: by path or as standard input, plain or compressed by gzip."""

from __future__ import annotations

import gzip
import hashlib
import io
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from groundkit.errors import InputError
from groundkit.text.quotes import shown

STANDARD_INPUT = Path("-")
_GZIP = b"\x1f\x8b"


class GivenFile:
    """The lines of one file, read once; ``-`` is standard input.

    Whether it is compressed is seen from its first bytes.
    """

    def __init__(self, path: Path, what: str) -> None:
        """Name the file; ``what`` it should be is for messages, such as "a file of hits"."""
        self.path = path
        self.name = "standard input" if path == STANDARD_INPUT else path.as_posix()
        """What the file is called in messages and in the warehouse."""
        self.stem = _stem(path)
        """Its name without folder and endings; ``standard-input`` for standard input."""
        self._what = what
        self._digest = hashlib.sha256()
        self._num_lines = 0

    @property
    def sha256(self) -> str:
        """SHA-256 of what was read so far, uncompressed, in hex."""
        return self._digest.hexdigest()

    def lines(self) -> Iterator[bytes]:
        """Yield the lines with their line feeds.

        Raises InputError when the file is not there, is a folder, cannot be read or is damaged.
        """
        place = shown(self.name, None)
        try:
            with self._opened() as stream:
                for line in stream:
                    self._num_lines += 1
                    self._digest.update(line)
                    yield line
        except FileNotFoundError:
            raise InputError(f"{place}: no such file; give {self._what}") from None
        except IsADirectoryError:
            raise InputError(f"{place}: is a folder; give {self._what}") from None
        except EOFError:
            line_number = self._num_lines + 1
            raise InputError(
                f"{place}:{line_number}: the compressed data ends too early; get a whole file"
            ) from None
        except (gzip.BadGzipFile, zlib.error) as error:
            raise InputError(
                f"{place}:{self._num_lines + 1}: the compressed data is damaged: {error}"
            ) from error
        except OSError as error:
            raise InputError(f"{place}: cannot be read: {error.strerror}") from error

    def read(self) -> bytes:
        """Return the whole content; raises as ``lines`` does."""
        return b"".join(self.lines())

    @contextmanager
    def _opened(self) -> Iterator[Iterable[bytes]]:
        """Open the file for its lines, and close it."""
        if self.path == STANDARD_INPUT:
            if sys.stdin is None:
                raise InputError("standard input: is closed; name a file")
            raw: io.BufferedReader = io.BufferedReader(io.FileIO(sys.stdin.fileno(), closefd=False))
        else:
            raw = self.path.open("rb")
        with raw:
            if not raw.peek(2).startswith(_GZIP):
                yield raw
                return
            with gzip.GzipFile(fileobj=raw) as unpacked:
                yield unpacked


def _stem(path: Path) -> str:
    if path == STANDARD_INPUT:
        return "standard-input"
    name = path.name.removesuffix(".gz")
    return name.rpartition(".")[0] or name
