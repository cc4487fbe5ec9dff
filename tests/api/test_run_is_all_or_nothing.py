"""A run is wholly stored or not at all: through `kill -9`, a full disk, and Ctrl-C."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from small_collection import (
    CONTENT,
    TEXTS,
    Collection,
    Finished,
    contents,
    environment,
    row_counts,
    rows,
    stored_contents,
)

from groundkit import Warehouse
from groundkit.api.verify import verify

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and signals")

KILLS = 25
SHORTEST, LONGEST = 0.02, 0.7
"""Seconds between the start of the work and the kill; an evaluation takes about a quarter."""

NURSERY = """
    import os, sys
    from pathlib import Path
    from groundkit import Warehouse
    import groundkit.api.verify, pyarrow

    def evaluate_for_ever(folder):
        number = 0
        while True:
            number += 1
            (folder / "docs" / "new.md").write_text(f"worker {os.getpid()} {number}\\n\\n" * 40)
            with Warehouse.open(folder / "w.duckdb") as wh:
                for chunk_size in (64, 512):
                    wh.evaluate(folder / "docs", folder / "labels.jsonl", chunk_size=chunk_size,
                                chunk_overlap=0)

    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            evaluate_for_ever(Path(sys.argv[1]))
        print(child, flush=True)
        os.waitpid(child, 0)
        print("ended", flush=True)
"""
"""Makes a child that evaluates until it is killed, for every line that it reads."""


@pytest.fixture
def nursery(collection: Collection) -> Iterator[subprocess.Popen[str]]:
    """Return a process in which everything is imported, ready to make children."""
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(NURSERY), str(collection.folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
        text=True,
        cwd=collection.folder,
    )
    with process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


def pipes(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    """Return standard input and output of a process."""
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def killed_after(nursery: subprocess.Popen[str], seconds: float) -> None:
    """Let a child evaluate for a while, kill it without warning, and wait until it is gone."""
    orders, answers = pipes(nursery)
    orders.write("begin\n")
    orders.flush()
    child = int(answers.readline())
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    assert answers.readline() == "ended\n"


def test_kill_9_at_any_moment_leaves_whole_runs_only(
    collection: Collection, nursery: subprocess.Popen[str]
) -> None:
    rng = random.Random(20)
    num_runs = num_new = 0
    for number in range(KILLS):
        if number % 6 == 5:  # Once in a while from nothing, so that making the file is hit too.
            for path in collection.folder.glob("w.duckdb*"):
                path.unlink()
            num_runs = 0
            killed_after(nursery, rng.uniform(0, 0.3))
        else:
            killed_after(nursery, rng.uniform(SHORTEST, LONGEST))
        if collection.warehouse.exists():
            with Warehouse.open(collection.warehouse) as wh:
                found = row_counts(wh, ["core.run"])["core.run"]
                assert found >= num_runs
                assert verify(wh.session).rows == ()
                assert (
                    rows(wh, "select run_id from core.run anti join core.stage using (run_id)")
                    == []
                )
                num_new += found - num_runs
                num_runs = found
    assert num_new > 0

    collection.write()
    with Warehouse.open(collection.warehouse) as wh:
        wh.evaluate(inputs=collection.inputs())
        assert row_counts(wh, ["core.run"])["core.run"] == num_runs + 1
        assert verify(wh.session).rows == ()


def test_after_a_kill_in_the_very_making_of_the_file_an_evaluation_works(
    collection: Collection, nursery: subprocess.Popen[str]
) -> None:
    for seconds in (0.01, 0.05, 0.1):
        for path in collection.folder.glob("w.duckdb*"):
            path.unlink()
        killed_after(nursery, seconds)
        with Warehouse.open(collection.warehouse) as wh:
            wh.evaluate(collection.corpus, collection.judgments)
            assert verify(wh.session).rows == ()


SMALL_DISK = """
    import resource, signal, sys
    from groundkit.cli import main

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
    sys.argv[1:2] = []
    main()
"""
"""The command line where no file can grow beyond the number of bytes that comes first."""


def run_script(script: str, *arguments: object, cwd: Path) -> Finished:
    """Run Python code in a process and return how it ended."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        text=True,
        env=environment(),
        timeout=120,
        check=False,
    )
    return Finished(done.returncode, done.stdout, done.stderr)


EVAL = ("eval", "--corpus", "docs", "--judgments", "labels.jsonl", "-w", "w.duckdb")

LARGE = {f"{number:03}.md": f"word{number} " * 3000 for number in range(40)}
"""A megabyte of text beside the usual."""


@pytest.mark.parametrize("limit", [1_000, 200_000])
def test_on_a_full_disk_a_run_fails_in_one_line_and_the_warehouse_is_as_before(
    evaluated: Collection, limit: int
) -> None:
    before = stored_contents(evaluated.warehouse)
    evaluated.write({**TEXTS, **LARGE})
    done = run_script(SMALL_DISK, limit, *EVAL, cwd=evaluated.folder)
    assert done.code == 4
    assert done.err.count("\n") == 1
    assert done.errors[0].startswith("w.duckdb: ")
    assert stored_contents(evaluated.warehouse) == before

    with Warehouse.open(evaluated.warehouse) as wh:
        wh.evaluate(inputs=evaluated.inputs())
        assert verify(wh.session).rows == ()


@pytest.mark.parametrize("limit", [0, 5_000, 200_000])
def test_a_new_warehouse_that_did_not_fit_leaves_nothing_that_is_in_the_way(
    collection: Collection, limit: int
) -> None:
    collection.write({**TEXTS, **LARGE})
    done = run_script(SMALL_DISK, limit, *EVAL, cwd=collection.folder)
    assert done.code == 4
    assert done.err.count("\n") == 1
    assert done.errors[0].startswith("w.duckdb: ")
    collection.write()
    with Warehouse.open(collection.warehouse) as wh:
        wh.evaluate(inputs=collection.inputs())
        assert row_counts(wh, ["core.run"]) == {"core.run": 1}
        assert verify(wh.session).rows == ()


SLOW_CHUNKER = """
    import os, signal, sys, threading, time
    from groundkit.chunking import registry
    from groundkit.cli import main

    # A suite that runs in the background has inherited that interruptions are ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)

    class Slow:
        name, revision, chunk_size, chunk_overlap, params = "slow", 1, None, None, {}
        def spans(self, text):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(30)
            return [(0, len(text))]

    registry._installed = lambda *arguments: Slow()
    main()
"""
"""The command line, interrupted in the middle of the work."""

SLOW_QUERY = """
    import os, signal, sys, threading, time
    import groundkit.engine.connection
    from groundkit.cli import main

    # A suite that runs in the background has inherited that interruptions are ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.8, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    main()
"""
"""The command line, interrupted while the engine works."""


def test_ctrl_c_in_an_evaluation_exits_130_and_stores_nothing(evaluated: Collection) -> None:
    evaluated.write({**TEXTS, "new.md": "a new text"})
    before = stored_contents(evaluated.warehouse)
    done = run_script(SLOW_CHUNKER, *EVAL, "--chunker", "slow", cwd=evaluated.folder)
    assert done.code == 130
    assert done.out == ""
    assert done.err.split()[:2] == ["interrupted;", "nothing"]
    assert stored_contents(evaluated.warehouse) == before


def test_ctrl_c_while_the_engine_works_exits_130(evaluated: Collection) -> None:
    question = (
        "select a, b from range(10000) as one (a), range(20000) as two (b) where (a * b) % 9973 = 1"
    )
    done = run_script(SLOW_QUERY, "sql", "-w", "w.duckdb", question, cwd=evaluated.folder)
    assert done.code == 130
    assert "Traceback" not in done.err
    assert "bug" not in done.err


def test_a_failure_after_the_content_was_stored_takes_the_content_back(
    opened: Warehouse, evaluated: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(opened)

    def no_room(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("groundkit.api.evaluate.append_run", no_room)
    evaluated.write({**TEXTS, "new.md": "a new text"})
    with pytest.raises(OSError, match="No space"):
        opened.evaluate(inputs=evaluated.inputs())
    assert contents(opened) == before
    monkeypatch.undo()
    opened.evaluate(inputs=evaluated.inputs())
    assert row_counts(opened, CONTENT)["core.corpus"] == 2
