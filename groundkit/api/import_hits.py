"""Imports ranked hits that another program wrote to a file, as a run with one stage."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from groundkit.api import references
from groundkit.api.evaluate import refuse_warehouse_in_corpus
from groundkit.api.inputs import Inputs
from groundkit.api.warehouse import Run, Warehouse
from groundkit.check.meeting import listed
from groundkit.engine.connection import engine_version
from groundkit.errors import InputError
from groundkit.files.given_file import GivenFile
from groundkit.files.hits_file import MOST_PROBLEMS, ScannedHits, scan_hits
from groundkit.files.provenance import provenance
from groundkit.load import content
from groundkit.load.run import RunHeader, StageResult, append_run, results_hash_of
from groundkit.problems import as_lines
from groundkit.records import Answer, Corpus, JudgmentSet
from groundkit.text.passages import Places, Unlocated
from groundkit.text.quotes import shown

STAGE = "imported"
"""Name and kind of the one stage of an imported run."""


@dataclass(frozen=True, slots=True)
class PlacedHits:
    """The hits of a file, placed in a corpus, and what is to be said of them."""

    answers: tuple[Answer, ...]
    """One a judged query, in the order of the judgments; ``missing`` where the file has none."""
    missing: tuple[str, ...]
    """Judged queries that the file has no line for, in the order of the judgments."""
    unjudged: tuple[str, ...]
    """Queries of the file that are not judged and were left out, in the order of the file."""
    unlocated: tuple[tuple[int, Unlocated], ...]
    """Line and passage of every hit that stands at no one place."""
    disagreeing: tuple[str, ...]
    """Queries with a score that is higher than the one above it; the order of the list counts."""


@dataclass(frozen=True, slots=True)
class ImportedHits:
    """What an import of hits did."""

    run: Run
    """The run that holds these hits."""
    name: str
    is_new: bool
    """False: a run of this name with these results was there already, and nothing was stored."""
    placed: PlacedHits


def import_hits(
    warehouse: Warehouse, file: str | Path, inputs: Inputs, *, name: str | None = None
) -> ImportedHits:
    """Import a file of hits for the queries of ``inputs`` and append the run.

    ``file`` is JSON Lines, as ``groundkit.files.hits_file`` reads it, plain or compressed; ``-``
    is standard input. ``name`` defaults to the name of the file. Nothing is stored when a run of
    that name has the same results already.

    Raises InputError for the file, with the place of every problem, and UsageError for a name
    that no run can have or a warehouse inside the corpus; the warehouse is then as before.
    """
    given = GivenFile(Path(file), "a file of hits, one query a line")
    name = given.stem if name is None else name
    references.check_name(name)
    refuse_warehouse_in_corpus(inputs.root, warehouse.path)
    placed = place_hits(
        scan_hits(given.lines(), given.name), given.name, inputs.corpus, inputs.judgment_set
    )
    known = _known_run(warehouse, inputs, placed, name)
    if known is not None:
        return ImportedHits(Run(warehouse, known), name, False, placed)
    source = {"format": "hits", "file": given.name, "sha256": given.sha256}
    run_id = _store(warehouse, inputs, placed, name, source)
    return ImportedHits(Run(warehouse, run_id), name, True, placed)


def place_hits(
    scanned: ScannedHits, file: str, corpus: Corpus, judgment_set: JudgmentSet
) -> PlacedHits:
    """Return the answers of a file to the judged queries, with their hits placed in the corpus.

    Raises InputError with every problem of the file, and when it answers no judged query.
    """
    place = shown(file, None)
    problems = list(as_lines(scanned.problems))
    if not scanned.answers and not problems:
        raise InputError(f"{place}: holds no query; expected JSON Lines, one query a line")
    if not scanned.answers and len(problems) > 1:
        raise InputError(f"{problems[0]}; expected JSON Lines, one query a line")
    places = Places({document.doc: document.text for document in corpus.documents})
    judged = {judgment.query_id for judgment in judgment_set.judgments}
    answers: dict[str, Answer] = {}
    unlocated: list[tuple[int, Unlocated]] = []
    disagreeing: list[str] = []
    for answer in scanned.answers:
        if answer.query_id not in judged:
            continue
        found = places.place(answer)
        problems += [f"{place}:{answer.line}: {problem}" for problem in found.problems]
        if len(problems) >= MOST_PROBLEMS:
            break
        answers[answer.query_id] = found.answer
        unlocated += [(answer.line, passage) for passage in found.unlocated]
        if found.scores_rise:
            disagreeing.append(answer.query_id)
    if problems:
        raise InputError(problems)
    unjudged = [found.query_id for found in scanned.answers if found.query_id not in judged]
    if judged and not answers:
        raise InputError(
            f"{place}: none of its queries is judged; it has {listed(unjudged)}, the judgments "
            f"have {listed([judgment.query_id for judgment in judgment_set.judgments])}"
        )
    ids = [judgment.query_id for judgment in judgment_set.judgments]
    return PlacedHits(
        tuple(answers.get(query_id) or Answer(query_id, "missing") for query_id in ids),
        tuple(query_id for query_id in ids if query_id not in answers),
        tuple(unjudged),
        tuple(unlocated),
        tuple(disagreeing),
    )


def _known_run(warehouse: Warehouse, inputs: Inputs, placed: PlacedHits, name: str) -> str | None:
    """Return the run that has this name and these results; None when there is none."""
    if not warehouse.path.exists():
        return None
    results = results_hash_of(
        inputs.corpus.corpus_hash, inputs.judgment_set.judgments_hash, [_stage(placed, {})]
    )
    row = warehouse.session.row(
        "select run_id from core.run where results_hash = $results and name = $name "
        "order by run_id limit 1",
        {"results": results, "name": name},
    )
    return None if row is None else str(row[0])


def _store(
    warehouse: Warehouse, inputs: Inputs, placed: PlacedHits, name: str, source: dict[str, Any]
) -> str:
    session = warehouse.session
    corpus, judgment_set = inputs.corpus, inputs.judgment_set
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    config = {
        "corpus": corpus.name,
        "judgments": judgment_set.name,
        "categories": dict(inputs.custom_categories),
        "stages": [STAGE],
        "import": source,
    }
    with session.transaction():
        content.store_corpus(session, corpus, now)
        content.store_judgments(session, judgment_set, now)
        content.store_gold_spans(
            session, corpus.corpus_hash, judgment_set.judgments_hash, inputs.gold_spans
        )
        header = RunHeader(
            name,
            corpus.corpus_hash,
            judgment_set.judgments_hash,
            corpus.name,
            judgment_set.name,
            provenance(Path.cwd(), engine_version()),
            config,
        )
        return append_run(session, header, [_stage(placed, source)], now).run_id


def _stage(placed: PlacedHits, source: dict[str, Any]) -> StageResult:
    return StageResult(
        stage=STAGE,
        retriever=STAGE,
        is_baseline=True,
        depth=None,
        params=source,
        input_stages=(),
        chunking_id=None,
        chunks_hash=None,
        analyzer_id=None,
        elapsed_ms=None,
        batch_size=None,
        answers=placed.answers,
    )
