"""Compares five chunkings of a real text and writes benchmarks/chunkings.md.

Usage: python benchmarks/chunkings.py FOLDER   (in an environment with groundkit installed)

FOLDER holds `corpus/` and `judgments.jsonl`: the State of the Union address of 2024 with the
76 questions and 95 quoted answers of Smith and Troynikov, Evaluating Chunking Strategies for
Retrieval, 2024. The chunkings and the questions are those of docs/chunkings.md.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "docs"))

from generate import chunkings  # noqa: E402 - the folder is put on the path above

HEADINGS = {
    "equal_ranks": "Equal rank: the first five hits",
    "equal_budget": "Equal budget: the hits that fit 2,000 characters",
    "chunks_alone": "The chunks alone",
}


def main() -> None:
    """Evaluate, ask, and write the page."""
    if len(sys.argv) != 2:
        sys.exit("usage: python benchmarks/chunkings.py FOLDER")
    given = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        answers = chunkings.compared(given / "corpus", given / "judgments.jsonl")
    lines = [
        "# Five chunkings of the State of the Union address",
        "",
        "Written by `python benchmarks/chunkings.py FOLDER`. One text, 76 questions, 95 quoted "
        "answers (Smith and Troynikov 2024, MIT licence); BM25 with its default parameters, lists "
        f"of {chunkings.DEPTH} hits. What the columns mean, and the same for the bundled "
        "collection, is in [docs/chunkings.md](../docs/chunkings.md).",
    ]
    for name, heading in HEADINGS.items():
        lines += ["", f"## {heading}", "", answers[name]]
    (HERE / "chunkings.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
