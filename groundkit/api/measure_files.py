"""Measures of run files against a qrels file, without any warehouse."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal

from groundkit.engine.connection import open_memory_session
from groundkit.engine.migrations import build_formulas
from groundkit.engine.session import Session
from groundkit.errors import UsageError
from groundkit.load.document_values import (
    Mean,
    QueryValue,
    Sight,
    grade_strings,
    means,
    measure_lists,
    query_values,
)
from groundkit.load.ranked_files import OnDuplicate, load_qrels, load_run, plain_file
from groundkit.measure.families import Value
from groundkit.measure.trec_names import TrecLine
from groundkit.measure.wanted import wanted
from groundkit.table import Table

DEFAULT_MEASURES = ("nDCG@10", "AP", "RR", "R@100", "P@10")


@dataclass(frozen=True, slots=True)
class MeasureSettings:
    """What holds for every measure whose name does not say otherwise."""

    rel: int = 1
    """Lowest grade that is relevant, from 1."""
    judged_only: bool = False
    """Take out unjudged documents and close the ranks."""
    depth: int | None = None
    """Look at the first ranks only; None for all."""
    score: Literal["float64", "float32"] = "float64"
    """Precision in which scores are compared."""
    population: Literal["judged", "intersection"] = "judged"
    """Queries of the means: all judged ones, or those of them that the run has."""

    def values(self) -> dict[str, Value]:
        """Return them as parameters of measures."""
        found: dict[str, Value] = {
            "rel": self.rel,
            "judged_only": self.judged_only,
            "score": self.score,
            "population": self.population,
        }
        return found if self.depth is None else {**found, "depth": self.depth}


@dataclass(frozen=True, slots=True)
class MeasuredRun:
    """The measures of one run file."""

    name: str
    """The run's tag, else its file's name."""
    lines: tuple[TrecLine, ...]
    """What was asked for, in order."""
    means: tuple[Mean | None, ...]
    """One a line; None for lines that are no measures."""
    queries: tuple[QueryValue, ...]
    """By query id, then measure; ``position`` is that in ``lines``."""
    population: str
    """Queries of the means, where a measure does not say otherwise."""
    judged_queries: dict[str, bool]
    """By id, ascending: whether the run has the judged query."""
    num_unjudged: int
    """Queries of the run without judgments, which are left out."""
    num_positive: int
    """Judgments with a grade above 0, of all queries."""
    grade_strings: dict[str, str]
    """By query: the grades of its first documents, where ``relstring`` was asked for."""
    notes: tuple[str, ...]
    """What a person should know, a line each."""


def measure_files(
    qrels: Path,
    runs: Sequence[Path],
    measures: Sequence[str] = DEFAULT_MEASURES,
    *,
    settings: MeasureSettings | None = None,
    on_duplicate: OnDuplicate = "refuse",
    stdin: BinaryIO | None = None,
    threads: int | None = None,
) -> tuple[MeasuredRun, ...]:
    """Measure run files against a qrels file and return one result a run, in the order given.

    Files are TREC columns, BEIR's table of judgments, or JSON as ranx and pytrec_eval write it,
    packed with gzip or not; ``-`` is ``stdin``. ``measures`` are names in the spelling of
    ir_measures or trec_eval. Raises InputError for a file that is not what it should be,
    UsageError for a name that does not exist.
    """
    if not runs:
        raise UsageError("no run to measure; give --run FILE")
    if [str(path) for path in (qrels, *runs)].count("-") > 1:
        raise UsageError("standard input can be one file only")
    settings = settings or MeasureSettings()
    lines = wanted(measures, settings.values())
    with ExitStack() as stack:
        judged = stack.enter_context(plain_file(qrels, stdin))
        ranked = [stack.enter_context(plain_file(run, stdin)) for run in runs]
        paths = [file.path for file in (judged, *ranked)]
        session = open_memory_session(paths, threads=threads)
        stack.callback(session.close)
        build_formulas(session)
        read = load_qrels(session, judged)
        results: list[MeasuredRun] = []
        for file in ranked:
            loaded = load_run(session, file, on_duplicate)
            said = (*(read.notes if not results else ()), *loaded.notes)
            name = loaded.tag or Path(file.name).name
            results.append(_measured(session, lines, settings, name, said))
    return tuple(results)


def notes(result: MeasuredRun) -> tuple[str, ...]:
    """Return what a person should know of a measured run, a line each."""
    said = list(result.notes)
    num_missing = list(result.judged_queries.values()).count(False)
    if num_missing:
        said.append(
            f"{result.name}: {num_missing} of {len(result.judged_queries)} judged queries are "
            "missing from the run; they count 0, or are left out of the population intersection"
        )
    if result.num_unjudged:
        said.append(
            f"{result.name}: {result.num_unjudged} queries of the run have no judgments and are "
            "left out"
        )
    return tuple(said)


def summary_table(results: Sequence[MeasuredRun]) -> Table:
    """Return one row a run and measure: its mean, and the number of queries that enter it."""
    return Table(
        ("run", "measure", "value", "num_queries"),
        tuple(
            (result.name, str(line.measure), mean.value, mean.num_queries)
            for result in results
            for line, mean in zip(result.lines, result.means, strict=True)
            if mean is not None
        ),
    )


def query_table(results: Sequence[MeasuredRun]) -> Table:
    """Return one row a run, query and measure."""
    return Table(
        ("run", "query_id", "measure", "value", "status"),
        tuple(
            (
                result.name,
                value.query_id,
                str(result.lines[value.position].measure),
                value.value,
                "ok" if value.is_retrieved else "missing",
            )
            for result in results
            for value in result.queries
        ),
    )


def _measured(
    session: Session,
    lines: tuple[TrecLine, ...],
    settings: MeasureSettings,
    name: str,
    notes: tuple[str, ...],
) -> MeasuredRun:
    positions = [index for index, line in enumerate(lines) if line.measure is not None]
    measures = [line.measure for line in lines if line.measure is not None]
    sight = Sight(settings.judged_only, settings.depth, settings.score)
    measure_lists(session, measures, sight)
    found: list[Mean | None] = [None] * len(lines)
    for index, mean in zip(positions, means(session, measures), strict=True):
        found[index] = mean
    queries = tuple(
        QueryValue(positions[value.position], value.query_id, value.is_retrieved, value.value)
        for value in query_values(session)
    )
    judged = dict(session.rows("select query_id, is_retrieved from list_size order by query_id"))
    positive, unjudged = session.rows(
        "select (select count(*) from judged where grade > 0), "
        "(select count(*) from (select distinct query_id from retrieved) "
        "anti join list_size using (query_id))"
    )[0]
    if not any(judged.values()):
        notes = (*notes, _strangers(session, name))
    wants_strings = any(line.label == "relstring" for line in lines)
    strings = grade_strings(session, sight) if wants_strings else {}
    return MeasuredRun(
        name,
        lines,
        tuple(found),
        queries,
        settings.population,
        judged,
        unjudged,
        positive,
        strings,
        notes,
    )


def _strangers(session: Session, name: str) -> str:
    """Say that no query of a run is judged, with examples of both sides."""

    def examples(table: str) -> str:
        rows = session.rows(f"select distinct query_id from {table} order by query_id limit 5")
        return ", ".join(f'"{query_id}"' for (query_id,) in rows)

    return (
        f"{name}: no query of the run is judged; the run has {examples('retrieved')}, "
        f"the judgments have {examples('judged')}"
    )
