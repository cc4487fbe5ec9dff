"""Measures runs against qrels straight from their files, without a warehouse."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from groundkit.engine.connection import open_file_session
from groundkit.engine.session import Session
from groundkit.errors import InputError, UsageError
from groundkit.files.plain_file import PlainFile, plain_file
from groundkit.files.qrels_file import QRELS_FORM
from groundkit.files.trec import topic_ids
from groundkit.load import ranked_bounds, ranked_files, ranked_measures
from groundkit.load.ranked_measures import Coverage, Mean, QueryValue
from groundkit.measure.bounds import Bounds, no_label_bounds, no_tie_bounds
from groundkit.measure.families import FAMILIES
from groundkit.measure.family import Value
from groundkit.measure.wanted import DEFAULT, WantedMeasures, wanted_measures
from groundkit.table import Table


@dataclass(frozen=True, slots=True)
class FileRun:
    """One run file, measured."""

    name: str
    """The file as it was named."""
    tag: str
    """The tag of its first line."""
    means: tuple[Mean, ...]
    """One a measure, in the order asked."""
    values: tuple[QueryValue, ...]
    """By query id, then in the order asked; empty unless asked for."""
    coverage: Coverage
    bounds: tuple[Bounds, ...] = ()
    """One a measure, when they were asked for."""


@dataclass(frozen=True, slots=True)
class MeasuredFiles:
    """All that was measured."""

    wanted: WantedMeasures
    runs: tuple[FileRun, ...]
    notes: tuple[str, ...]
    """What a person should know about the files, a line each."""

    def table(self) -> Table:
        """Return one row a run and measure: run, measure, value, num_queries, num_missing."""
        rows = [
            (run.name, str(one.measure), mean.value, mean.num_queries, mean.num_missing)
            for run in self.runs
            for one, mean in zip(self.wanted.measures, run.means, strict=True)
            if FAMILIES[one.measure.family].kind != "text"
        ]
        return Table(("run", "measure", "value", "num_queries", "num_missing"), tuple(rows))

    def bounds_table(self) -> Table:
        """Return one row a run and measure with its bounds.

        Columns: run, measure, value, lowest, highest, num_queries, num_touched (queries with
        ties on both sides of the cutoff, or with hits that are not judged) and num_affected
        (queries whose own value could be another).
        """
        rows = [
            (
                *(run.name, str(one.measure), mean.value, bound.lowest, bound.highest),
                *(mean.num_queries, bound.num_touched, bound.num_affected),
            )
            for run in self.runs
            for one, mean, bound in zip(self.wanted.measures, run.means, run.bounds, strict=True)
        ]
        columns = ("run", "measure", "value", "lowest", "highest")
        return Table((*columns, "num_queries", "num_touched", "num_affected"), tuple(rows))

    def query_table(self) -> Table:
        """Return one row a run, query and measure: run, query_id, measure, value."""
        names = [str(one.measure) for one in self.wanted.measures]
        single = {
            position
            for position, one in enumerate(self.wanted.measures)
            if FAMILIES[one.measure.family].aggregate in ("mean", "sum")
            and FAMILIES[one.measure.family].kind != "text"
        }
        rows = [
            (run.name, value.query_id, names[value.position], value.value)
            for run in self.runs
            for value in run.values
            if value.position in single
        ]
        return Table(("run", "query_id", "measure", "value"), tuple(rows))


def measure_files(
    qrels: str | Path,
    runs: Sequence[str | Path],
    measures: Sequence[str] = DEFAULT,
    *,
    parameters: Mapping[str, Value] | None = None,
    topics: str | Path | None = None,
    per_query: bool = False,
    bounds: Literal["ties", "labels"] | None = None,
    keep_first: bool = False,
    threads: int | None = None,
) -> MeasuredFiles:
    """Measure run files against a qrels file.

    ``measures`` are names as ``ir_measures`` or trec_eval write them. ``parameters`` (``rel``,
    ``judged_only``, ``depth``, ``population``, ``scores``) hold for every measure that has them
    and names no other. ``topics`` is a file whose lines begin with a query id: the population
    ``topics``. ``bounds`` adds how low and high each measure could be: under other orders of hits
    with equal scores (``ties``), or were each hit that is not judged relevant or not
    (``labels``); measures for which that is not known are left out, with a note. ``-`` is
    standard input; gzip is recognised by its content. With ``keep_first`` a document that a query
    has twice counts once, instead of being refused.

    Raises UsageError for a measure that does not exist, and InputError for a file that is not
    what it should be, with every problem and its line.
    """
    wanted = wanted_measures(measures, parameters=parameters)
    left_out: tuple[str, ...] = ()
    if bounds is not None:
        wanted, left_out = _bounded(wanted, bounds)
    if not wanted.measures:
        raise UsageError("no measure is named; name one with -m, such as -m nDCG@10")
    if not runs:
        raise UsageError("no run is named; name one with --run")
    ranked_files.check_one_standard_input([str(qrels), *map(str, runs), str(topics)])
    populations = {one.measure.value("population") for one in wanted.measures}
    if "topics" in populations and topics is None:
        raise UsageError("population topics needs the file of the topics; name it with --topics")
    with tempfile.TemporaryDirectory(prefix="groundkit-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        asked = None
        if topics is not None:
            asked = topic_ids(plain_file(str(topics), folder, "lines that begin with a query id"))
        labels = plain_file(str(qrels), folder, QRELS_FORM)
        files = [plain_file(str(run), folder, ranked_files.RUN_FORM) for run in runs]
        readable = [*(file.path for file in files), folder / "qrels", folder / "run"]
        session = open_file_session(folder, readable, threads=threads)
        try:
            notes = [
                *left_out,
                *ranked_files.load_qrels(session, labels, folder, keep_first=keep_first),
            ]
            ranked_measures.prepare(session, asked)
            measured = []
            for file in files:
                run = ranked_files.load_run(session, file, folder, keep_first=keep_first)
                notes += run.notes
                measured.append(_measured(session, file, run.tag, wanted, per_query, bounds))
                notes += _coverage_notes(file, labels, measured[-1].coverage)
        finally:
            session.close()
    return MeasuredFiles(wanted, tuple(measured), tuple(notes))


def _measured(
    session: Session,
    file: PlainFile,
    tag: str,
    wanted: WantedMeasures,
    per_query: bool,
    bounds: Literal["ties", "labels"] | None,
) -> FileRun:
    measures = [one.measure for one in wanted.measures]
    ranked_measures.measure_lists(session, measures)
    coverage = ranked_measures.coverage(session)
    if not coverage.num_both and all(
        one.measure.value("population") == "intersection" for one in wanted.measures
    ):
        raise InputError(
            f"{file.shown}: none of its queries is judged, so there is nothing to measure over "
            f"the intersection; its ids are like {_quoted(coverage.unjudged)}, those of the "
            f"judgments like {_quoted(coverage.missing)}"
        )
    means = tuple(ranked_measures.means(session))
    values = tuple(ranked_measures.query_values(session)) if per_query else ()
    found: list[Bounds] = []
    if bounds == "ties":
        found = ranked_bounds.tie_bounds(session, measures)
    elif bounds == "labels":
        found = ranked_bounds.label_bounds(session, measures)
    return FileRun(file.shown, tag, means, values, coverage, tuple(found))


def _bounded(
    wanted: WantedMeasures, bounds: Literal["ties", "labels"]
) -> tuple[WantedMeasures, tuple[str, ...]]:
    """Return the measures that have bounds, and a note for each that has none."""
    reason = no_tie_bounds if bounds == "ties" else no_label_bounds
    of_what = "other orders of ties" if bounds == "ties" else "other labels"
    kept = tuple(one for one in wanted.measures if reason(one.measure) is None)
    notes = tuple(
        f"{one.measure} is left out: its bounds under {of_what} are not known, "
        f"because {reason(one.measure)}"
        for one in wanted.measures
        if reason(one.measure) is not None
    )
    if not kept:
        raise UsageError("; ".join(notes))
    return replace(wanted, measures=kept), notes


def _coverage_notes(file: PlainFile, labels: PlainFile, coverage: Coverage) -> list[str]:
    notes = []
    if coverage.missing:
        number = coverage.num_judged - coverage.num_both
        notes.append(
            f"{file.shown}: has no list for {number} of {coverage.num_judged} judged queries "
            f"({_quoted(coverage.missing)}{', ...' if number > len(coverage.missing) else ''}); "
            "over all judged queries they count 0, so the means are lower bounds"
        )
    if coverage.unjudged:
        number = coverage.num_retrieved - coverage.num_both
        notes.append(
            f"{file.shown}: {number} of its {coverage.num_retrieved} queries have no judgment in "
            f"{labels.shown} and are left out "
            f"({_quoted(coverage.unjudged)}{', ...' if number > len(coverage.unjudged) else ''})"
        )
    if coverage.num_misplaced:
        notes.append(
            f"{file.shown}: the rank column disagrees with the order of the scores, and of ids "
            f"where scores are equal, at {coverage.num_misplaced} judged hits; the scores decide"
        )
    return notes


def _quoted(ids: Sequence[str]) -> str:
    return ", ".join(f'"{query_id}"' for query_id in ids)
