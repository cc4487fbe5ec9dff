"""Programs that are run as stages: real files, real processes, good and hostile ones."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path
from typing import Any

from small_collection import Collection, rows

from groundkit import Warehouse
from groundkit.retrieve.program import ProgramStage

PRELUDE = """
import json, os, sys, time

HERE = os.path.dirname(os.path.abspath(__file__))
GOOD = [{"doc": "cache.md", "start": 0, "end": 5, "score": 2.0}]

with open(os.path.join(HERE, "starts"), "a") as started:
    started.write(f"{os.getpid()}\\n")


def give(asked, hits=GOOD, **more):
    print(json.dumps({"query_id": asked["query_id"], "hits": hits, **more}), flush=True)


def queries():
    for number, line in enumerate(sys.stdin, start=1):
        yield number, json.loads(line)

"""
"""What the programs of the tests share: each notes its process id when it starts."""


def program(folder: Path, body: str) -> str:
    """Write a program of ``PRELUDE`` and ``body`` and return the command that runs it."""
    path = folder / "program.py"
    path.write_text(PRELUDE + body, encoding="utf-8")
    return shlex.join([sys.executable, str(path)])


def starts(folder: Path) -> list[int]:
    """Return the process ids of the program, one for each time that it was started."""
    path = folder / "starts"
    return [int(line) for line in path.read_text().split()] if path.exists() else []


def is_running(process_id: int) -> bool:
    """Return whether a process is there and no zombie; waits a little for one that is dying."""
    for _ in range(50):
        try:
            os.kill(process_id, 0)
            state = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return False
        if state == "Z":
            return False
        time.sleep(0.02)
    return True


def outcomes_of(
    wh: Warehouse, collection: Collection, body: str, *, timeout: float = 20.0, **settings: Any
) -> dict[str, tuple[Any, ...]]:
    """Evaluate a program as stage ``mine``.

    Returns (status, num_hits, error, num_duplicates, num_surplus) by query. No process of the
    program is left, and the warehouse is sound, or the test fails here.
    """
    stage = ProgramStage(program(collection.folder, body), timeout=timeout)
    run = wh.evaluate(inputs=collection.inputs(), stages={"mine": stage}, **settings)
    assert not any(map(is_running, starts(collection.folder)))
    assert wh.verify().rows == ()
    return {
        query_id: tuple(outcome)
        for query_id, *outcome in rows(
            wh,
            "select query_id, status, num_hits, error, num_duplicates, num_surplus "
            "from core.query_outcome where run_id = $run_id and stage = 'mine' order by query_id",
            run_id=run.run_id,
        )
    }
