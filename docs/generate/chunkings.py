"""Five chunkings of one collection, compared at equal rank and within an equal budget."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from generate.terminal import fenced, scratch
from groundkit import Warehouse
from groundkit.output.formats import render

QUERIES = Path(__file__).resolve().parent / "chunkings"
CORPUS = Path("evals") / "corpus"
JUDGMENTS = Path("evals") / "judgments.jsonl"
DEPTH = 60
"""Deep enough for 2,000 characters of the smallest chunks."""

CHUNKINGS = (
    ("recursive", 1024, 128),
    ("recursive", 512, 64),
    ("recursive", 256, 32),
    ("recursive", 128, 16),
    ("fixed", 512, 64),
)
"""Chunker, size and overlap."""


def answer(name: str) -> str:
    """Return what one query says of the five chunkings of the bundled collection."""
    return answers()[name]


def asked(name: str) -> str:
    """Return one query as a fenced block."""
    return fenced("sql", (QUERIES / f"{name}.sql").read_text(encoding="utf-8"))


@cache
def answers() -> dict[str, str]:
    """Return every answer as a Markdown table."""
    with scratch("evals"):
        return compared(CORPUS, JUDGMENTS)


def compared(corpus: Path, judgments: Path) -> dict[str, str]:
    """Evaluate the five chunkings in a warehouse in the working folder and ask every query."""
    with Warehouse.open("warehouse.duckdb") as warehouse:
        for chunker, size, overlap in CHUNKINGS:
            warehouse.evaluate(
                corpus,
                judgments,
                name=f"{chunker} {size}, overlap {overlap}",
                chunker=chunker,
                chunk_size=size,
                chunk_overlap=overlap,
                top_k=DEPTH,
            )
        return {
            path.stem: render(warehouse.query(path.read_text(encoding="utf-8")), "markdown").rstrip(
                "\n"
            )
            for path in sorted(QUERIES.glob("*.sql"))
        }
