"""Imports a run file, TREC's six columns or JSON, as a run with one stage."""

from __future__ import annotations

import datetime
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from groundkit.api import references
from groundkit.api.import_hits import STAGE
from groundkit.api.import_labels import document_ids, store_whole_spans
from groundkit.api.stored import Reference, corpus_of_judgments, find_content
from groundkit.api.warehouse import Run, Warehouse
from groundkit.check.meeting import Finding, first_of, listed
from groundkit.engine.connection import engine_version, open_file_session
from groundkit.engine.session import Session
from groundkit.errors import InputError, UsageError
from groundkit.files.plain_file import plain_file
from groundkit.files.provenance import provenance
from groundkit.identity import new_run_id, original_ranks_hash, results_hash
from groundkit.load import imported_run
from groundkit.load.imported_run import ImportedList, Sight
from groundkit.load.ranked_files import RUN_FORM, LoadedRun, load_run
from groundkit.load.run import RunHeader, StageResult, append_rows
from groundkit.text.quotes import counted, shown


@dataclass(frozen=True, slots=True)
class ImportedRun:
    """What an import of a run did."""

    run: Run
    """The run that holds these lists."""
    name: str
    is_new: bool
    """False: a run of this name with these results was there already, and nothing was stored."""
    findings: tuple[Finding, ...]
    """How the run, its judgments and its documents meet."""
    notes: tuple[str, ...]
    """What a person should know about the file, a line each."""


@dataclass(frozen=True, slots=True)
class _Labels:
    """The stored judgments and corpus that a run is imported for."""

    judgments: Reference
    corpus: Reference
    query_ids: tuple[str, ...]
    """In file order."""
    judged: frozenset[str]
    """Those that a mean is over."""
    grades: tuple[tuple[str, str], ...]
    """Every (query_id, doc) that is judged."""
    docs: frozenset[str]
    """Documents of the corpus; none when only its name is known."""


def import_run(
    warehouse: Warehouse,
    file: str | Path,
    judgments: str = "latest",
    *,
    corpus: str | None = None,
    name: str | None = None,
    keep_first: bool = False,
    drop_identical_ids: bool = False,
) -> ImportedRun:
    """Append the lists of a run file as a run over stored judgments.

    ``file`` is TREC's six columns or JSON ``{query: {document: score}}``, plain or compressed by
    gzip; ``-`` is standard input. ``judgments`` is the name, the hash or the beginning of the
    hash of a stored judgment set, or ``latest``; ``corpus`` likewise, by default the one that
    the judgments were stored with. Order is score descending, then document descending, whatever
    the ranks of the file say; those are kept beside. ``name`` defaults to the tag of the file. A
    document that a query has twice is refused unless ``keep_first``: then its best score stays.
    ``drop_identical_ids`` leaves out hits whose document is called as their query. Nothing is
    stored when a run of that name has the same results already.

    Raises InputError for the file, with the place of every problem, and UsageError for what is
    not stored; the warehouse is then as before.
    """
    if name is not None:
        references.check_name(name)
    labels = _labels(warehouse.session, judgments, corpus)
    with tempfile.TemporaryDirectory(prefix="groundkit-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        plain = plain_file(str(file), folder, RUN_FORM)
        session = open_file_session(folder, [plain.path, folder / "run"])
        try:
            loaded = load_run(session, plain, folder, keep_first=keep_first)
            imported_run.prepare(session, labels.query_ids, labels.grades, labels.docs)
            seen = imported_run.sight(session)
            lists = {
                one.query_id: one
                for one in imported_run.list_hits(session, drop_identical_ids=drop_identical_ids)
            }
            findings = _findings(plain.shown, labels, seen, lists, drop_identical_ids)
            name = name or _name(loaded)
            source = {
                "format": loaded.format,
                "file": plain.shown,
                "tag": loaded.tag,
                "ranks": all(one.has_ranks for one in lists.values()),
                "drop_identical_ids": drop_identical_ids,
                "keep_first": keep_first,
            }
            return _appended(warehouse, session, labels, lists, name, source, findings, loaded)
        finally:
            session.close()


def _labels(session: Session, judgments: str, corpus: str | None) -> _Labels:
    found = find_content(session, "judgments", judgments)
    of_corpus = (
        corpus_of_judgments(session, found.hash)
        if corpus is None
        else find_content(session, "corpus", corpus)
    )
    if of_corpus is None:
        raise UsageError(
            f'judgments "{shown(found.name, None)}" were stored without a corpus; name one with '
            "--corpus"
        )
    queries = session.rows(
        "select query_id, answerable from core.query where judgments_hash = $hash "
        "order by file_position",
        {"hash": found.hash},
    )
    grades = session.rows(
        "select distinct query_id, doc from core.gold where judgments_hash = $hash",
        {"hash": found.hash},
    )
    return _Labels(
        found,
        of_corpus,
        tuple(query_id for query_id, _ in queries),
        frozenset(query_id for query_id, answerable in queries if answerable),
        tuple((query_id, doc) for query_id, doc in grades),
        document_ids(session, of_corpus.hash),
    )


def _name(loaded: LoadedRun) -> str:
    """Return the tag of a run as its name; raises UsageError when no run can be called so."""
    try:
        references.check_name(loaded.tag)
    except UsageError as error:
        raise UsageError(f"{error}, which is the tag of the file; give it a --name") from error
    return loaded.tag


def _findings(
    file: str,
    labels: _Labels,
    seen: Sight,
    lists: dict[str, ImportedList],
    dropped_identical: bool,
) -> tuple[Finding, ...]:
    """Return how a run meets its labels; raises InputError when none of its queries is asked."""
    if not lists:
        raise InputError(
            f"{shown(file, None)}: none of its queries is one of the judgments; it has "
            f"{listed(seen.unjudged_queries[1], seen.unjudged_queries[0])}, the judgments "
            f'"{shown(labels.judgments.name, None)}" have '
            f"{listed(first_of(labels.query_ids), len(labels.query_ids))}"
        )
    missing = labels.judged - lists.keys()
    misplaced = [one.query_id for one in lists.values() if one.is_misplaced]
    found = [
        Finding(
            "query-missing",
            f"{counted(len(missing), 'judged query', 'judged queries')} of {len(labels.judged)} "
            "missing from the run; they count 0, so means are lower bounds",
            len(missing),
            first_of(missing),
        ),
        Finding(
            "query-without-judgments",
            f"{counted(seen.unjudged_queries[0], 'query', 'queries')} of the run without "
            "judgments, left out",
            *seen.unjudged_queries,
        ),
        Finding(
            "document-unknown",
            f"{counted(seen.unknown_documents[0], 'document')} of the run not in the corpus "
            f'"{shown(labels.corpus.name, None)}"',
            *seen.unknown_documents,
        ),
        Finding(
            "rank-disagrees",
            f"{counted(len(misplaced), 'query', 'queries')} with ranks in another order than "
            "the scores, which count (and where scores are equal, documents in falling order)",
            len(misplaced),
            first_of(misplaced),
        ),
        Finding(
            "self-retrieval",
            f"{counted(seen.identical_ids[0], 'query', 'queries')} with a document of the "
            "query's own id"
            + (
                ", left out" if dropped_identical else "; --drop-identical-ids leaves such hits out"
            ),
            *seen.identical_ids,
        ),
    ]
    if not seen.num_judged_hits and labels.grades:
        judged = first_of({doc for _, doc in labels.grades})
        found.append(
            Finding(
                "documents-apart",
                f"no hit of the run is judged; the run has {listed(seen.some_documents, 10)}, "
                f"the judgments have {listed(judged, 10)}",
                1,
            )
        )
    return tuple(finding for finding in found if finding.count)


def _appended(
    warehouse: Warehouse,
    session: Session,
    labels: _Labels,
    lists: dict[str, ImportedList],
    name: str,
    source: dict[str, Any],
    findings: tuple[Finding, ...],
    loaded: LoadedRun,
) -> ImportedRun:
    run_id = new_run_id()
    outcomes = [
        _outcome(run_id, query_id, lists.get(query_id), bool(source["ranks"]))
        for query_id in labels.query_ids
    ]
    known = _known_run(warehouse.session, labels, outcomes, name)
    if known is not None:
        return ImportedRun(Run(warehouse, known), name, False, findings, loaded.notes)
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    header = RunHeader(
        name,
        labels.corpus.hash,
        labels.judgments.hash,
        labels.corpus.name,
        labels.judgments.name,
        provenance(Path.cwd(), engine_version()),
        {
            "corpus": labels.corpus.name,
            "judgments": labels.judgments.name,
            "stages": [STAGE],
            "import": source,
        },
    )
    stage = StageResult(
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
        answers=(),
    )
    ours = warehouse.session
    with ours.transaction():
        store_whole_spans(ours, labels.corpus.hash, labels.judgments.hash)
        num_new = imported_run.store_lists(
            ours, session, imported_run.known_lists(ours, lists.values())
        )
        sealed = [
            {**row, "original_ranks": _sealed_ranks(row["original_ranks"])} for row in outcomes
        ]
        append_rows(ours, header, run_id, [stage], sealed, num_new, now)
        ours.send(
            "update core.query_outcome set original_ranks = stated.original_ranks from (select "
            "unnest(from_json($records::json, $structure), max_depth := 2)) as stated "
            "where query_outcome.run_id = $run_id "
            "and query_outcome.query_id = stated.query_id",
            {"query_id": "varchar", "original_ranks": ["integer"]},
            (
                (row["query_id"], row["original_ranks"])
                for row in outcomes
                if row["original_ranks"] is not None
            ),
            run_id=run_id,
        )
    return ImportedRun(Run(warehouse, run_id), name, True, findings, loaded.notes)


def _outcome(
    run_id: str, query_id: str, found: ImportedList | None, all_ranked: bool
) -> dict[str, Any]:
    ranks: Sequence[int] | None = None
    if found is not None:
        ranks = found.original_ranks
        if ranks is None and found.has_ranks and not all_ranked:
            # The stage cannot say it of every list, so this one says it itself.
            ranks = list(range(1, found.num_hits + 1))
    return {
        "run_id": run_id,
        "stage": STAGE,
        "query_id": query_id,
        "status": "missing" if found is None else "ok",
        "list_hash": None if found is None else found.list_hash,
        "num_hits": 0 if found is None else found.num_hits,
        "latency_ms": None,
        "error": None,
        "num_duplicates": 0 if found is None else found.num_dropped,
        "num_surplus": 0,
        "original_ranks": None if ranks is None else list(ranks),
    }


def _sealed_ranks(ranks: list[int] | None) -> str | None:
    return None if ranks is None else original_ranks_hash(ranks)


def _known_run(
    session: Session, labels: _Labels, outcomes: Sequence[dict[str, Any]], name: str
) -> str | None:
    """Return the run that has this name and these results; None when there is none."""
    results = results_hash(
        labels.corpus.hash,
        labels.judgments.hash,
        ((STAGE, row["query_id"], row["status"], row["list_hash"]) for row in outcomes),
    )
    row = session.row(
        "select run_id from core.run where results_hash = $results and name = $name "
        "order by run_id limit 1",
        {"results": results, "name": name},
    )
    return None if row is None else str(row[0])
