"""Grades of whole documents as a judgment set: the gold of qrels has no quote."""

from __future__ import annotations

from collections.abc import Mapping

from groundkit.files.qrels_file import Qrels
from groundkit.identity import qrels_hash
from groundkit.records import Gold, Judgment, JudgmentSet

JUDGED = "normal"
"""Category of a query with grades."""
UNJUDGED = "unlabelled"
"""Category of a query that only has a text."""


def graded_judgments(name: str, qrels: Qrels, texts: Mapping[str, str]) -> JudgmentSet:
    """Return the judgment set of ``qrels`` with the query texts that are known.

    A query that is judged is answerable, relevant documents or not; one that only has a text is
    ``unlabelled``: retrieved, never averaged. Queries are in ascending order of their ids, the
    gold of each in ascending order of documents.
    """
    grades: dict[str, dict[str, int]] = {}
    for (query_id, doc), grade in qrels.grades.items():
        grades.setdefault(query_id, {})[doc] = grade
    judgments = []
    for position, query_id in enumerate(sorted(grades.keys() | texts.keys()), start=1):
        judged = grades.get(query_id)
        judgments.append(
            Judgment(
                query_id,
                texts.get(query_id, ""),
                UNJUDGED if judged is None else JUDGED,
                judged is not None,
                tuple(Gold(doc, None, grade) for doc, grade in sorted((judged or {}).items())),
                position,
                position,
            )
        )
    identity = qrels_hash(
        ((query_id, doc, grade) for (query_id, doc), grade in qrels.grades.items()), texts.items()
    )
    return JudgmentSet(name, qrels.format, identity, tuple(judgments))
