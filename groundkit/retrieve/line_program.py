"""A program that is asked one line at a time, and what keeps it from doing harm.

One thread writes and reads all three pipes without ever blocking, so a program that fills one of
them while another is full cannot stop the evaluation. The program leads a process group of its
own, and the whole group is killed in the end.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import IO

from groundkit.text.quotes import shown

LONGEST_LINE = 16 * 1024 * 1024
"""Bytes of one line of a program's standard output, at most."""
MOST_SAID = 1000
"""Lines of a program's standard error that are passed on."""
LAST_WORDS = 5
"""Lines of its standard error that are kept for the message about its end."""
GRACE = 1.0
"""Seconds that a program has to end by itself, once its standard input is closed."""
LONGEST_WORDS = 500
"""Characters of them, the last ones, that the message has at most."""

_READ = 1 << 18
_LOOK = 0.1
"""Seconds between two looks at whether a program whose pipes are silent is still there."""
_STARTS = (b"{", codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""How a line begins that is meant as an answer."""

Say = Callable[[str], None]


class ProgramFailed(Exception):
    """A program gave no answer; the text says why. It has to be stopped."""


class LineProgram:
    """A running program that answers a line on standard input by a line on standard output.

    An answer is a line that begins with ``{``. Other lines of standard output, and those of
    standard error, are passed to ``say``. Raises OSError when the program cannot be started.
    """

    def __init__(self, command: Sequence[str], say: Say) -> None:
        self._say = say
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            # A program in Python would else keep its answers back until it ends.
            env={"PYTHONUNBUFFERED": "1", **os.environ},
        )
        self._selector = selectors.DefaultSelector()
        self._unsent = bytearray()
        self._received = bytearray()
        self._searched = 0
        self._errors = bytearray()
        self._last_words: deque[str] = deque(maxlen=LAST_WORDS)
        self._num_said = 0
        self._noise: str | None = None
        for pipe in (self._process.stdout, self._process.stderr):
            self._watch(pipe, selectors.EVENT_READ)
        if self._process.stdin is not None:
            os.set_blocking(self._process.stdin.fileno(), False)

    def ask(self, line: bytes, timeout: float) -> bytes:
        """Send a line and return the next answer, without its line feed.

        Raises ProgramFailed when there is none within ``timeout`` seconds, when the program
        ended, closed its standard output, or wrote a line that is too long.
        """
        deadline = time.monotonic() + timeout
        self._unsent += line
        self._noise = None
        self._watch(self._process.stdin, selectors.EVENT_WRITE)
        while True:
            answer = self._next_answer()
            if answer is not None:
                return answer
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                raise ProgramFailed(f"no answer within {timeout:g} s{self._heard()}")
            ended = self._process.poll() is not None
            events = self._selector.select(0 if ended else min(remaining, _LOOK))
            for key, _ in events:
                self._transfer(key.fileobj)
            if not self._is_watched(self._process.stdout):
                raise ProgramFailed(self._end())
            if ended and not any(key.fileobj is self._process.stdout for key, _ in events):
                raise ProgramFailed(self._end())

    def stop(self, grace: float = 0.0) -> None:
        """Close the program's input, give it ``grace`` seconds to end, kill what is left of it."""
        self._unwatch(self._process.stdin)
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._settle(grace)
        finally:
            self._kill()
        self._selector.close()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _kill(self) -> None:
        """End the program and every process that it started and that stayed in its group."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _watch(self, pipe: IO[bytes] | None, events: int) -> None:
        if pipe is not None and not pipe.closed and not self._is_watched(pipe):
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe, events)

    def _unwatch(self, pipe: IO[bytes] | None) -> None:
        if pipe is not None and self._is_watched(pipe):
            self._selector.unregister(pipe)

    def _is_watched(self, pipe: IO[bytes] | None) -> bool:
        return pipe is not None and any(
            key.fileobj is pipe for key in self._selector.get_map().values()
        )

    def _transfer(self, ready: object) -> None:
        """Write or read what one pipe takes or has; an ended pipe is watched no longer."""
        process = self._process
        if ready is process.stdin and process.stdin is not None:
            try:
                del self._unsent[: os.write(process.stdin.fileno(), self._unsent)]
            except BlockingIOError:
                return
            except OSError:
                # It reads no more; whether it still answers is seen on its output.
                self._unsent.clear()
            if not self._unsent:
                self._unwatch(process.stdin)
            return
        pipe = process.stdout if ready is process.stdout else process.stderr
        if pipe is None:
            return
        try:
            data = os.read(pipe.fileno(), _READ)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._unwatch(pipe)
        elif pipe is process.stdout:
            self._received += data
        else:
            self._hear(data)

    def _next_answer(self) -> bytes | None:
        """Return the next line that is meant as an answer, if it was received in full."""
        while True:
            end = self._received.find(b"\n", self._searched)
            if end < 0:
                self._searched = len(self._received)
                if self._searched > LONGEST_LINE:
                    break
                return None
            if end > LONGEST_LINE:
                break
            line = bytes(self._received[:end])
            del self._received[: end + 1]
            self._searched = 0
            if line.lstrip().startswith(_STARTS):
                return line
            if line.strip():
                words = _decoded(line)
                self._noise = self._noise or words
                self._pass_on(words)
        raise ProgramFailed(f"a line of its output is longer than {LONGEST_LINE >> 20} MiB")

    def _hear(self, data: bytes) -> None:
        """Take what the program wrote to standard error."""
        self._errors += data
        *lines, rest = self._errors.split(b"\n")
        for line in lines:
            if line.strip():
                self._last_words.append(_decoded(line))
                self._pass_on(self._last_words[-1])
        self._errors = bytearray(rest[-_READ:])

    def _pass_on(self, line: str) -> None:
        self._num_said += 1
        if self._num_said <= MOST_SAID:
            self._say(line)
        elif self._num_said == MOST_SAID + 1:
            self._say("... what else it writes is not shown")

    def _settle(self, seconds: float) -> None:
        """Read what the program still writes until it ends, at most so long."""
        deadline = time.monotonic() + seconds
        while True:
            ended = self._process.poll() is not None
            remaining = deadline - time.monotonic()
            events = self._selector.select(0 if ended else max(0.0, min(remaining, _LOOK)))
            for key, _ in events:
                self._transfer(key.fileobj)
            self._received.clear()
            self._searched = 0
            if remaining <= 0 or (ended and not events):
                return

    def _end(self) -> str:
        """Return how the program came to answer no more."""
        unended = "; its last line had no line feed" if self._received.strip() else ""
        self._settle(GRACE)
        code = self._process.poll()
        if code is None:
            what = "it closed its standard output before it answered"
        elif code < 0:
            what = f"it was ended by signal {-code} before it answered"
        else:
            what = f"it ended with exit status {code} before it answered"
        return what + unended + self._heard()

    def _heard(self) -> str:
        """Return what the program said last, as the end of a message."""
        words = [*self._last_words, *([_decoded(self._errors)] if self._errors.strip() else [])]
        heard = ""
        if self._noise is not None:
            heard = f'; it printed what is no answer: "{shown(self._noise, 80)}"'
        if words:
            said = " | ".join(words)
            cut = "…" if len(said) > LONGEST_WORDS else ""
            heard += f'; its last words: "{cut}{shown(said[-LONGEST_WORDS:], None)}"'
        return heard


def _decoded(line: bytes | bytearray) -> str:
    return line[-2000:].decode("utf-8", "replace").strip()
