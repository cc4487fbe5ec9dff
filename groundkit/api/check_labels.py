"""``judgments check``: audits a corpus and its judgments without running a retriever."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from groundkit.api.warehouse import Warehouse
from groundkit.categories import BUILT_IN, Category
from groundkit.check.audit import Finding, audit, warnings_for
from groundkit.check.discrimination import Discrimination, discrimination
from groundkit.check.distractors import Difficulty, measure_distractors
from groundkit.check.rules import CheckSettings
from groundkit.check.subject import Subject
from groundkit.chunking.protocol import Chunker
from groundkit.chunking.recursive import Recursive
from groundkit.files.corpora import scan_corpus_at
from groundkit.files.corpus_columns import CorpusColumns
from groundkit.files.corpus_folder import DEFAULT_MAX_DOCUMENT_BYTES
from groundkit.files.judgment_file import read_bytes, scan_judgments
from groundkit.files.resources import query
from groundkit.identity import label_hash
from groundkit.problems import Problem
from groundkit.records import Corpus, Judgment, JudgmentSet
from groundkit.table import Table
from groundkit.text.analyzers import Word
from groundkit.text.resolution import locate

COLUMNS = (
    "rule",
    "severity",
    "file",
    "line",
    "query_id",
    "gold_index",
    "message",
    "suggestion",
)


@dataclass(frozen=True, slots=True)
class Checked:
    """What an audit found."""

    findings: tuple[Finding, ...]
    """The judgments file by line, then the corpus by path."""
    difficulties: tuple[Difficulty, ...]
    """How documents compete for each answerable query whose gold could be resolved."""
    discrimination: Discrimination
    """Whether a better retriever could show an improvement at all."""
    num_judgments: int
    num_documents: int

    def number(self, severity: str) -> int:
        """Return how many findings have a severity: ``error``, ``warning`` or ``note``."""
        return sum(finding.severity == severity for finding in self.findings)

    def table(self) -> Table:
        """Return one row a finding: rule, severity, file, line, query_id, gold_index, ..."""
        return Table(COLUMNS, tuple(_row(finding) for finding in self.findings))


@dataclass(frozen=True, slots=True)
class CheckInputs:
    """What is to be audited, and how it would be evaluated."""

    corpus: Path
    """Folder of the documents, or a file of them."""
    judgments: Path
    """The judgments file."""
    categories: Mapping[str, Category] = field(default_factory=lambda: BUILT_IN)
    chunker: Chunker = field(default_factory=Recursive)
    settings: CheckSettings = field(default_factory=CheckSettings)
    max_document_bytes: int = DEFAULT_MAX_DOCUMENT_BYTES
    columns: CorpusColumns | None = None
    """What the columns of a corpus file are; None for a folder."""


def check_labels(inputs: CheckInputs, history: Warehouse | None = None) -> Checked:
    """Return everything that is wrong or weak about a corpus and its judgments.

    ``history`` adds what stored runs over the same documents say of the same labels. Raises
    InputError only when the judgments file or the corpus folder cannot be read at all.
    """
    data = read_bytes(inputs.judgments, inputs.judgments.as_posix())
    scanned = scan_judgments(data, name=inputs.judgments.as_posix(), categories=inputs.categories)
    folder = scan_corpus_at(
        inputs.corpus, inputs.columns, max_document_bytes=inputs.max_document_bytes
    )
    texts = {document.doc: document.text for document in folder.corpus.documents}
    resolution = locate(texts, scanned.judgment_set, thorough=True)
    subject = Subject(
        data=data,
        corpus=folder.corpus,
        files=folder.files,
        blank=folder.blank,
        judgment_set=scanned.judgment_set,
        spans=resolution.spans,
        categories=inputs.categories,
        chunker=inputs.chunker,
        settings=inputs.settings,
    )
    difficulties = _difficulties(subject)
    found = discrimination(difficulties)
    problems = [
        *scanned.problems,
        *folder.problems,
        *resolution.problems,
        *_of_competition(subject, difficulties, found),
    ]
    if history is not None:
        problems += _of_history(subject, history)
    return Checked(
        audit(subject, problems),
        difficulties,
        found,
        len(scanned.judgment_set.judgments),
        len(texts),
    )


def label_warnings(
    judgment: Judgment,
    corpus: Corpus,
    judgment_set: JudgmentSet,
    *,
    categories: Mapping[str, Category] = BUILT_IN,
    chunker: Chunker | None = None,
    settings: CheckSettings | None = None,
) -> tuple[str, ...]:
    """Return, a line each, the errors and warnings that the rules find of one label of a set."""
    texts = {document.doc: document.text for document in corpus.documents}
    subject = Subject(
        data=b"",
        corpus=corpus,
        files=(),
        blank=(),
        judgment_set=judgment_set,
        spans=locate(texts, judgment_set).spans,
        categories=categories,
        chunker=chunker or Recursive(),
        settings=settings or CheckSettings(),
    )
    difficulties = _difficulties(subject)
    weak = _of_competition(subject, difficulties, discrimination(difficulties))
    findings = warnings_for(subject, judgment.query_id, weak)
    return tuple(
        f"{finding.problem.message} [{finding.problem.rule}]"
        for finding in findings
        if finding.severity != "note"
    )


def _difficulties(subject: Subject) -> tuple[Difficulty, ...]:
    """Measure the competition for every answerable query whose gold stands somewhere."""
    gold_docs = {
        judgment.query_id: frozenset(
            span.doc
            for span in subject.spans_of(judgment)
            if judgment.gold[span.gold_index].relevance >= 1
        )
        for judgment in subject.judgment_set.judgments
    }
    resolved = tuple(j for j in subject.judgment_set.judgments if gold_docs[j.query_id])
    return measure_distractors(subject.texts, resolved, gold_docs, Word().tokens)


def _of_competition(
    subject: Subject, difficulties: tuple[Difficulty, ...], found: Discrimination
) -> Iterator[Problem]:
    """Yield what prevents a better retriever from showing an improvement."""
    if found.num_answerable and found.verdict in ("useless by construction", "weak"):
        yield subject.in_corpus(
            "corpus-undiscriminating",
            None,
            f"{found.verdict}: {found.finding.removesuffix('.')}",
            "add documents about the same topics, and ask in words that several of them use",
        )
    judgments = {judgment.query_id: judgment for judgment in subject.judgment_set.judgments}
    for difficulty in difficulties:
        if difficulty.weakness is not None:
            yield subject.at(
                "query-undisputed",
                judgments[difficulty.query_id],
                difficulty.weakness,
                "ask in words that other documents use as well",
            )


def _of_history(subject: Subject, history: Warehouse) -> Iterator[Problem]:
    """Yield queries that every stored result finds first, or none finds at all."""
    least = subject.settings.min_results
    by_hash = {label_hash(j): j for j in subject.judgment_set.judgments if j.answerable}
    rows = history.session.rows(
        query("label_record"), {"documents_hash": subject.corpus.documents_hash}
    )
    for query_id, of_label, num_results, num_found, num_first in rows:
        judgment = by_hash.get(of_label)
        if judgment is None or judgment.query_id != query_id or num_results < max(1, least):
            continue
        if num_first == num_results:
            yield subject.at(
                "query-saturated",
                judgment,
                f"each of the {num_results} different stored results has it at rank 1",
                "keep it as a safeguard, and add harder questions",
            )
        elif num_found == 0:
            yield subject.at(
                "query-hopeless",
                judgment,
                f"none of the {num_results} different stored results has it at any rank",
                "read the label again; keep it if it is right",
            )


def _row(finding: Finding) -> tuple[str | int | None, ...]:
    problem = finding.problem
    return (
        problem.rule,
        finding.severity,
        problem.file,
        problem.line,
        problem.query_id,
        problem.gold_index,
        problem.message,
        problem.suggestion,
    )
