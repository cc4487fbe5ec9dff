"""A progress bar on a terminal's stderr, for work of more than a second."""

from __future__ import annotations

import os
import sys
import time

from groundkit.progress import Progress, silent

PATIENCE = 1.0
"""Seconds before the bar appears."""
INTERVAL = 0.1
WIDTH = 30


def bar(*, quiet: bool) -> Progress:
    """Return what draws the progress of long work, or nothing when nobody would see it."""
    if quiet or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        return silent
    return _Bar()


class _Bar:
    def __init__(self) -> None:
        self._started = time.monotonic()
        self._drawn = 0.0
        self._width = 0

    def __call__(self, label: str, done: int, total: int) -> None:
        now = time.monotonic()
        finished = done >= total
        if now - self._started < PATIENCE or (now - self._drawn < INTERVAL and not finished):
            return
        self._drawn = now
        filled = WIDTH * done // max(total, 1)
        line = f"{label} [{'#' * filled}{'.' * (WIDTH - filled)}] {done}/{total}"
        sys.stderr.write("\r" + line.ljust(self._width) + ("\r\n" if finished else ""))
        sys.stderr.flush()
        self._width = 0 if finished else len(line)
