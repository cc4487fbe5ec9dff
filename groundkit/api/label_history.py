"""``judgments check --history``: today's labels against past revisions of the corpus in git."""

from __future__ import annotations

from dataclasses import dataclass

from groundkit.api.check_labels import CheckInputs
from groundkit.check.label_history import GoldPlace, LabelHistory, label_history
from groundkit.files.git_objects import open_repository
from groundkit.files.judgment_file import read_bytes, scan_judgments
from groundkit.table import Table
from groundkit.text.quotes import shown

SHORT_COMMIT = 12
"""Digits of a commit's id that are shown to people."""


@dataclass(frozen=True, slots=True)
class LabelsOverTime:
    """How the labels of today fared at past revisions of the corpus."""

    history: LabelHistory
    num_unreadable: int
    """Problems of the judgments file; what could not be read was left out."""

    @property
    def num_failing(self) -> int:
        """Gold entries that do not resolve at the newest revision."""
        newest = self.history.revisions[-1]
        return newest.num_quotes - newest.num_resolved

    def tables(self) -> dict[str, Table]:
        """Return ``revisions``, oldest first, and ``breaks``, in the order of the file."""
        return {
            "revisions": Table(
                (
                    "commit",
                    "time",
                    "subject",
                    "num_quotes",
                    "num_resolved",
                    "num_broken",
                    "broke",
                    "mended",
                ),
                tuple(
                    (
                        revision.commit[:SHORT_COMMIT],
                        revision.time,
                        shown(revision.subject),
                        revision.num_quotes,
                        revision.num_resolved,
                        revision.num_broken,
                        _places(revision.broke),
                        _places(revision.mended),
                    )
                    for revision in self.history.revisions
                ),
            ),
            "breaks": Table(
                (
                    "line",
                    "query_id",
                    "gold_index",
                    "doc",
                    "quote",
                    "commit",
                    "time",
                    "reason",
                    "detail",
                    "mended_by",
                ),
                tuple(
                    (
                        entry.line,
                        entry.query_id,
                        entry.gold_index,
                        entry.doc,
                        None if entry.quote is None else shown(entry.quote),
                        None if entry.commit is None else entry.commit[:SHORT_COMMIT],
                        entry.time,
                        entry.reason,
                        entry.detail,
                        None if entry.mended_by is None else entry.mended_by[:SHORT_COMMIT],
                    )
                    for entry in self.history.breaks
                ),
            ),
        }


def labels_over_time(inputs: CheckInputs, revisions: str | None = None) -> LabelsOverTime:
    """Resolve the labels against past revisions of the corpus folder, read from git's objects.

    ``revisions`` is a range such as ``v1.0..`` or ``HEAD~20..HEAD``; None is all of them. Raises
    UsageError when the folder is in no repository or the range is none, and InputError when the
    files cannot be read.
    """
    name = inputs.judgments.as_posix()
    scanned = scan_judgments(
        read_bytes(inputs.judgments, name), name=name, categories=inputs.categories
    )
    with open_repository(inputs.corpus) as repository:
        history = label_history(
            scanned.judgment_set.judgments,
            repository,
            repository.path_in(inputs.corpus),
            revisions,
            max_document_bytes=inputs.max_document_bytes,
        )
    return LabelsOverTime(history, len(scanned.problems))


def _places(places: tuple[GoldPlace, ...]) -> str | None:
    """Return the entries as ``query_id[gold_index]``, or None when there is none."""
    return ", ".join(f"{place.query_id}[{place.gold_index}]" for place in places) or None
