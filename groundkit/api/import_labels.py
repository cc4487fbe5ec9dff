"""Imports grades of whole documents, and collections that come with them."""

from __future__ import annotations

import datetime
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from groundkit import identity
from groundkit.api.evaluate import refuse_warehouse_in_corpus
from groundkit.api.stored import Reference, find_content, look_up
from groundkit.api.warehouse import Warehouse
from groundkit.check.meeting import Finding, first_of, listed
from groundkit.engine.session import Session
from groundkit.errors import InputError, UsageError
from groundkit.files.corpora import read_corpus_at
from groundkit.files.corpus_columns import CorpusColumns
from groundkit.files.graded_judgments import graded_judgments
from groundkit.files.plain_file import STANDARD_INPUT, plain_file
from groundkit.files.qrels_file import QRELS_FORM, Qrels, read_qrels
from groundkit.files.resources import query
from groundkit.files.topics import TOPICS_FORM, read_topics
from groundkit.load import content
from groundkit.load.content import Loaded
from groundkit.load.ranked_files import check_one_standard_input
from groundkit.records import Corpus, JudgmentSet
from groundkit.table import Table
from groundkit.text.quotes import counted, shown

NO_EXTRACTOR = "none"
"""Extractor of a corpus without documents."""


@dataclass(frozen=True, slots=True)
class ImportedLabels:
    """What an import of labels stored."""

    corpus: Reference
    judgments: Reference
    loads: tuple[Loaded, ...]
    """What was new and what was there already; no corpus when a stored one was named."""
    findings: tuple[Finding, ...]
    """How judgments, queries and documents meet."""
    notes: tuple[str, ...]
    """What a person should know about the files, a line each."""

    def table(self) -> Table:
        """Return one row a thing: kind, name, hash, num_items, num_new."""
        things = {"corpus": self.corpus, "judgments": self.judgments}
        rows = [
            (one.kind, things[one.kind].name, things[one.kind].hash, one.num_items, one.num_new)
            for one in self.loads
        ]
        return Table(("kind", "name", "hash", "num_items", "num_new"), tuple(rows))


def import_qrels(
    warehouse: Warehouse,
    file: str | Path,
    *,
    queries: str | Path | None = None,
    corpus: str | Path | None = None,
    columns: CorpusColumns | None = None,
    corpus_name: str | None = None,
    name: str | None = None,
    keep_first: bool = False,
) -> ImportedLabels:
    """Store grades of whole documents as a judgment set, and the corpus that they judge.

    ``file`` is TREC's four columns, BEIR's three below a header, or JSON; ``queries`` are texts
    as ``groundkit.files.topics`` reads them: one without grades is stored as ``unlabelled``.
    Either may be compressed by gzip, one may be ``-``. ``corpus`` is a folder, a file with
    ``columns``, or the name or hash of a stored corpus; without it, ``corpus_name`` is that of a
    stored corpus, or names one whose documents are elsewhere. ``name`` of the judgments defaults
    to that of the file. Two grades of one document are refused unless ``keep_first``.

    Raises InputError for the files, with every problem found, and UsageError for what cannot be
    meant; the warehouse is then as before.
    """
    check_one_standard_input([str(file), str(queries)])
    with tempfile.TemporaryDirectory(prefix="groundkit-", ignore_cleanup_errors=True) as made:
        qrels = read_qrels(plain_file(str(file), Path(made), QRELS_FORM), keep_first=keep_first)
        texts: Mapping[str, str] = {}
        if queries is not None:
            texts = read_topics(plain_file(str(queries), Path(made), TOPICS_FORM))
    name = _stem(file) if name is None else name
    judgment_set = graded_judgments(name, qrels, texts)
    known, read = _corpus(warehouse, corpus, columns, corpus_name, name)
    findings = _met(judgment_set, qrels, texts, queries is not None)
    return _stored(warehouse, known, read, judgment_set, findings, qrels.notes)


def import_beir(
    warehouse: Warehouse,
    folder: str | Path,
    *,
    split: str = "test",
    name: str | None = None,
    keep_first: bool = False,
) -> ImportedLabels:
    """Store a folder as BEIR lays it out: ``corpus.jsonl``, ``queries.jsonl``, ``qrels/*.tsv``.

    Files may be compressed (``.jsonl.gz``). Of the queries those are kept that the split judges.
    The corpus is called ``name``, by default as the folder, the judgments ``NAME-SPLIT``.
    Raises as ``import_qrels`` does.
    """
    root = Path(folder)
    if not root.is_dir():
        what = "is a file" if root.exists() else "no such folder"
        raise InputError(
            f"{shown(str(root), None)}: {what}; expected a folder with corpus.jsonl, "
            "queries.jsonl and qrels/"
        )
    files = [_part(root, part) for part in ("corpus.jsonl", "queries.jsonl")]
    grades = _split(root, split)
    refuse_warehouse_in_corpus(root, warehouse.path)
    name = root.resolve().name if name is None else name
    with tempfile.TemporaryDirectory(prefix="groundkit-", ignore_cleanup_errors=True) as made:
        qrels = read_qrels(plain_file(str(grades), Path(made), QRELS_FORM), keep_first=keep_first)
        texts = read_topics(plain_file(str(files[1]), Path(made), TOPICS_FORM))
    judged = {query_id for query_id, _ in qrels.grades}
    kept = {query_id: text for query_id, text in texts.items() if query_id in judged}
    judgment_set = graded_judgments(f"{name}-{split}", qrels, kept)
    read = read_corpus_at(files[0], None, name=name)
    findings = _met(judgment_set, qrels, texts, True)
    return _stored(warehouse, None, read, judgment_set, findings, qrels.notes)


def external_corpus(name: str) -> Corpus:
    """Return a corpus that is known by its name only; raises UsageError for a blank name."""
    if not name.strip():
        raise UsageError("the name of a corpus must not be blank")
    identity_of = identity.external_corpus_hash(name)
    return Corpus(name, "external", NO_EXTRACTOR, identity_of, identity_of, (), 0, 0)


def store_whole_spans(session: Session, corpus_hash: str, judgments_hash: str) -> None:
    """Store the span of every document that is gold as a whole and that the corpus has.

    To be called inside a transaction; nothing happens when spans of the two are stored.
    """
    session.execute(
        query("store_whole_spans"), {"corpus_hash": corpus_hash, "judgments_hash": judgments_hash}
    )


def document_ids(session: Session, corpus_hash: str) -> frozenset[str]:
    """Return the ids of a stored corpus; none of one that is known by its name only."""
    return frozenset(
        doc
        for (doc,) in session.rows(
            "select doc from core.corpus_document where corpus_hash = $hash", {"hash": corpus_hash}
        )
    )


def _corpus(
    warehouse: Warehouse,
    corpus: str | Path | None,
    columns: CorpusColumns | None,
    corpus_name: str | None,
    labels: str,
) -> tuple[Reference | None, Corpus | None]:
    """Return the stored corpus that is meant, or one that was read or named."""
    session = warehouse.session if warehouse.path.exists() else None
    if corpus is not None and (session is None or Path(corpus).exists()):
        refuse_warehouse_in_corpus(Path(corpus), warehouse.path)
        return None, read_corpus_at(Path(corpus), columns, name=corpus_name)
    if columns is not None:
        raise UsageError("columns are for a corpus that is one file; name it with --corpus")
    if corpus is not None and session is not None:
        if corpus_name is not None:
            raise UsageError("a stored corpus has a name; leave out --corpus-name")
        return find_content(session, "corpus", str(corpus)), None
    if corpus_name is not None and session is not None:
        known = look_up(session, "corpus", corpus_name)
        if known is not None:
            return known, None
    return None, external_corpus(labels if corpus_name is None else corpus_name)


def _met(
    judgment_set: JudgmentSet, qrels: Qrels, texts: Mapping[str, str], has_texts: bool
) -> list[Finding]:
    """Return how judgments and query texts meet; raises InputError when no id of them is both."""
    if not has_texts:
        return []
    judged = {query_id for query_id, _ in qrels.grades}
    if not judged & texts.keys():
        raise InputError(
            f"{shown(judgment_set.name, None)}: none of the judged queries has a text; the "
            f"judgments have {listed(first_of(judged), len(judged))}, the queries "
            f"{listed(first_of(texts), len(texts))}"
        )
    findings = []
    if textless := judged - texts.keys():
        findings.append(
            Finding(
                "query-without-text",
                f"{counted(len(textless), 'judged query', 'judged queries')} without a text, "
                "so nothing can be searched for",
                len(textless),
                first_of(textless),
            )
        )
    if unjudged := texts.keys() - judged:
        stored = {judgment.query_id for judgment in judgment_set.judgments}
        kept = "kept as unlabelled" if unjudged <= stored else "left out"
        findings.append(
            Finding(
                "query-without-judgments",
                f"{counted(len(unjudged), 'query', 'queries')} without judgments, {kept}",
                len(unjudged),
                first_of(unjudged),
            )
        )
    return findings


def _documents_met(judgment_set: JudgmentSet, docs: frozenset[str]) -> list[Finding]:
    """Return judged documents that the corpus lacks; raises InputError when it lacks them all."""
    judged = {gold.doc for judgment in judgment_set.judgments for gold in judgment.gold}
    missing = judged - docs
    if not docs or not missing:
        return []
    if missing == judged:
        raise InputError(
            f"{shown(judgment_set.name, None)}: none of the judged documents is in the corpus; "
            f"the judgments have {listed(first_of(judged), len(judged))}, the corpus has "
            f"{listed(first_of(docs), len(docs))}"
        )
    return [
        Finding(
            "judged-document-missing",
            f"{counted(len(missing), 'judged document')} of {len(judged)} missing from the "
            "corpus, so no search can find them",
            len(missing),
            first_of(missing),
        )
    ]


def _stored(
    warehouse: Warehouse,
    known: Reference | None,
    read: Corpus | None,
    judgment_set: JudgmentSet,
    findings: list[Finding],
    notes: tuple[str, ...],
) -> ImportedLabels:
    if read is not None:
        docs = frozenset(document.doc for document in read.documents)
        corpus = Reference("corpus", read.name, read.corpus_hash)
    elif known is not None:
        docs = document_ids(warehouse.session, known.hash)
        corpus = known
    findings = findings + _documents_met(judgment_set, docs)
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    session = warehouse.session
    with session.transaction():
        loads = []
        if read is not None:
            loads.append(content.store_corpus(session, read, now))
        else:
            loads.append(content.offer_corpus(session, corpus.name, corpus.hash, len(docs), now))
        loads.append(content.store_judgments(session, judgment_set, now))
        store_whole_spans(session, corpus.hash, judgment_set.judgments_hash)
    labels = Reference("judgments", judgment_set.name, judgment_set.judgments_hash)
    return ImportedLabels(corpus, labels, tuple(loads), tuple(findings), notes)


def _part(root: Path, name: str) -> Path:
    """Return one file of a BEIR folder, compressed or not."""
    found = next((root / one for one in (name, f"{name}.gz") if (root / one).is_file()), None)
    if found is None:
        raise InputError(f"{shown(str(root), None)}: has no {name}; expected a folder of BEIR")
    return found


def _split(root: Path, split: str) -> Path:
    """Return the judgments of a split; raises InputError with the splits that there are."""
    folder = root / "qrels"
    for ending in (".tsv", ".tsv.gz"):
        if (folder / f"{split}{ending}").is_file():
            return folder / f"{split}{ending}"
    splits = sorted(
        {path.name.removesuffix(".gz").removesuffix(".tsv") for path in folder.glob("*.tsv*")}
    )
    there = f"there are {', '.join(splits)}" if splits else "there is none"
    raise InputError(
        f"{shown(str(folder), None)}: has no split {shown(split)}; {there} (choose with --split)"
    )


def _stem(file: str | Path) -> str:
    if str(file) == STANDARD_INPUT:
        return "standard-input"
    name = Path(file).name.removesuffix(".gz")
    return name.rpartition(".")[0] or name
