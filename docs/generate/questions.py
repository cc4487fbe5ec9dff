"""Ten questions in SQL, answered by a warehouse that is built from the bundled collection.

Each question is a file in ``questions/``; the runs it asks about are made here.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from generate.terminal import fenced, scratch
from groundkit import CallableStage, Warehouse
from groundkit.chunking.recursive import Recursive
from groundkit.output.formats import render
from groundkit.text.analyzers import Word

QUESTIONS = Path(__file__).resolve().parent / "questions"
CORPUS = Path("evals") / "corpus"
JUDGMENTS = Path("evals") / "judgments.jsonl"

ADDED = "# Glossary\n\nA lease is the loan of a message to a worker.\n"
APPENDED = "\n## See also\n\nThe glossary explains what a lease is.\n"


def answer(name: str) -> str:
    """Return a question's SQL and what it returned, as two fenced blocks."""
    sql = (QUESTIONS / f"{name}.sql").read_text(encoding="utf-8")
    return f"{fenced('sql', sql)}\n\n{fenced('text', answers()[name])}"


@cache
def answers() -> dict[str, str]:
    """Return what every question returned, as the ``table`` format prints it."""
    with scratch("evals"), Warehouse.open("warehouse.duckdb") as warehouse:
        build(warehouse)
        return {
            path.stem: render(warehouse.query(path.read_text(encoding="utf-8")), "table")
            for path in sorted(QUESTIONS.glob("*.sql"))
        }


def build(warehouse: Warehouse) -> None:
    """Append the runs that the questions are about; the working folder holds ``evals/``."""
    warehouse.evaluate(CORPUS, JUDGMENTS, name="chunks-512")
    warehouse.evaluate(CORPUS, JUDGMENTS, name="chunks-256", chunk_size=256, chunk_overlap=32)
    warehouse.evaluate(CORPUS, JUDGMENTS, name="fixed-512", chunker="fixed")
    warehouse.evaluate(CORPUS, JUDGMENTS, name="recursive-1", chunker="recursive@1")
    warehouse.evaluate(CORPUS, JUDGMENTS, name="chunks-512-timed", timed=True)
    stage = CallableStage(SharedWords(CORPUS), spans="chunks")
    warehouse.evaluate(CORPUS, JUDGMENTS, name="with-callable", stages={"shared-words": stage})
    edited = CORPUS / "leases.md"
    edited.write_text(edited.read_text(encoding="utf-8") + APPENDED, encoding="utf-8")
    (CORPUS / "glossary.md").write_text(ADDED, encoding="utf-8")
    warehouse.evaluate(CORPUS, JUDGMENTS, name="edited-corpus")


class SharedWords:
    """Ranks chunks by how many different words of the query they hold."""

    def __init__(self, corpus: Path) -> None:
        """Cut every document as the default configuration does."""
        self.chunks = []
        for path in sorted(corpus.glob("*.md")):
            text = path.read_text(encoding="utf-8")
            for start, end in Recursive().spans(text):
                self.chunks.append((path.name, start, end, set(Word().tokens(text[start:end]))))

    def __call__(self, query: str, depth: int) -> list[tuple[str, int, int, float]]:
        """Return the best ``depth`` chunks; ties go to the first in the corpus."""
        asked = set(Word().tokens(query))
        hits = [
            (doc, start, end, float(len(asked & words)))
            for doc, start, end, words in self.chunks
            if asked & words
        ]
        return sorted(hits, key=lambda hit: -hit[3])[:depth]
