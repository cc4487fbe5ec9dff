"""Any program as a stage: queries as JSON Lines on its input, hits as JSON Lines on its output."""

from __future__ import annotations

import json
import math
import os
import shlex
import shutil
import time
from collections.abc import Sequence
from dataclasses import replace

from groundkit.engine.session import Session
from groundkit.errors import UsageError
from groundkit.files.hits_file import scan_answer
from groundkit.load.chunks import ChunkSet
from groundkit.problems import in_words
from groundkit.records import Answer
from groundkit.retrieve.line_program import GRACE, LineProgram, ProgramFailed, Say
from groundkit.retrieve.protocol import Prepared, Query
from groundkit.text.passages import Places
from groundkit.text.quotes import shown

DEFAULT_TIMEOUT = 60.0
"""Seconds that a program has for one query."""
MOST_RESTARTS = 3
"""Restarts in a row, without an answer in between, after which a program is not asked again."""
MOST_PROBLEMS = 3
"""Problems of one answer that its error lists."""


def unheard(line: str) -> None:
    """Take a line that a program wrote to standard error, and do nothing."""


class ProgramStage:
    """A stage that asks a program, one query after another.

    ``command`` is split as a shell would split it, but no shell runs it. ``timeout`` is in
    seconds for one query. ``say`` is called with each line that the program writes to standard
    error. Raises UsageError for a command that names no program and a timeout that is no time.
    """

    retriever = "exec"

    def __init__(
        self, command: str, *, timeout: float = DEFAULT_TIMEOUT, say: Say = unheard
    ) -> None:
        if os.name != "posix":
            raise UsageError("a program as a stage needs a POSIX system")
        try:
            self.command = tuple(shlex.split(command))
        except ValueError as error:
            raise UsageError(f'the command "{shown(command)}" cannot be split: {error}') from error
        if not self.command:
            raise UsageError("a program as a stage needs a command, as in exec:./my-search")
        if shutil.which(self.command[0]) is None:
            raise UsageError(f'there is no program "{shown(self.command[0])}" that can be run')
        if isinstance(timeout, bool) or not isinstance(timeout, (int, float)):
            raise UsageError(f"the timeout of a stage must be a number of seconds, not {timeout!r}")
        if not (math.isfinite(timeout) and timeout > 0):
            raise UsageError(f"the timeout of a stage must be above 0 seconds, not {timeout:g}")
        self.timeout = float(timeout)
        self._say = say
        self._places = Places({})
        self._program: LineProgram | None = None
        self._num_failures = 0
        self._last_failure = ""

    def prepare(self, session: Session, chunk_set: ChunkSet, analyzer_id: str) -> Prepared:
        """Learn the documents and chunks that hits are placed in."""
        documents = chunk_set.corpus.documents
        self._places = Places(
            {document.doc: document.text for document in documents},
            {document.doc: chunk_set.numbers(document) for document in documents},
        )
        self._num_failures = 0
        return Prepared({"command": list(self.command), "timeout_s": self.timeout}, None)

    def batch_size(self, num_queries: int) -> int:
        """Return 1: a program is asked one query at a time, and each is timed."""
        return 1

    def answer(self, queries: Sequence[Query], depth: int) -> list[Answer]:
        """Ask the program for each query in order."""
        return [self._answer_one(asked, depth) for asked in queries]

    def ranks_chunks(self, answers: Sequence[Answer], chunk_set: ChunkSet) -> bool:
        """Return whether every hit is a chunk of the run's chunk set."""
        return all(hit.chunk_index is not None for answer in answers for hit in answer.hits)

    def close(self) -> None:
        """End the program, and whatever it started."""
        self._stop(GRACE)

    def _answer_one(self, asked: Query, depth: int) -> Answer:
        if self._num_failures > MOST_RESTARTS:
            error = f"not asked: {MOST_RESTARTS} restarts in a row did not help; last time "
            return Answer(asked.query_id, "failed", error=error + self._last_failure)
        question = {"query_id": asked.query_id, "query": asked.text, "top_k": depth}
        started = time.perf_counter()
        try:
            if self._program is None:
                self._program = LineProgram(self.command, self._say)
            line = self._program.ask(json.dumps(question).encode() + b"\n", self.timeout)
            elapsed = (time.perf_counter() - started) * 1000
            answer = self._read(line, asked, depth)
        except (ProgramFailed, OSError) as error:
            elapsed = (time.perf_counter() - started) * 1000
            self._num_failures += 1
            self._last_failure = str(error)
            self._stop()
            return Answer(asked.query_id, "failed", latency_ms=elapsed, error=str(error))
        self._num_failures = 0
        return answer if answer.latency_ms is not None else replace(answer, latency_ms=elapsed)

    def _read(self, line: bytes, asked: Query, depth: int) -> Answer:
        """Return what a line says; raises ProgramFailed when it answers another query or none."""
        listed, problems = scan_answer(line, "")
        if listed is None or listed.query_id != asked.query_id:
            if listed is not None:
                raise ProgramFailed(f'it answered query "{shown(listed.query_id)}" instead')
            raise ProgramFailed(f"its answer cannot be read: {in_words(problems[0])}")
        wrong = tuple(map(in_words, problems))
        if not wrong:
            placed = self._places.place(listed, depth)
            wrong = placed.problems
        if wrong:
            more = len(wrong) - MOST_PROBLEMS
            error = "; ".join(wrong[:MOST_PROBLEMS]) + (f"; and {more} more" if more > 0 else "")
            return Answer(asked.query_id, "failed", error=error)
        if listed.status == "failed" and listed.error is None:
            return replace(placed.answer, error="the program gave no reason")
        return placed.answer

    def _stop(self, grace: float = 0.0) -> None:
        if self._program is not None:
            program, self._program = self._program, None
            program.stop(grace)
