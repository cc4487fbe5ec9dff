"""The peer of the big benchmark: chunks a corpus, indexes and ranks it with bm25s, keeps nothing.

Usage: peer_bm25s.py CORPUS JUDGMENTS
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import bm25s

from groundkit.chunking.recursive import Recursive


def main() -> None:
    """Rank every query of the judgments, ten hits each."""
    chunker = Recursive()
    chunks = []
    for path in sorted(Path(sys.argv[1]).glob("*.md")):
        text = path.read_text(encoding="utf-8")
        chunks += [text[start:end] for start, end in chunker.spans(text)]
    lines = Path(sys.argv[2]).read_text(encoding="utf-8").splitlines()
    queries = [json.loads(line)["query"] for line in lines]
    retriever = bm25s.BM25(k1=1.5, b=0.75)
    tokens = [re.findall(r"\w+", chunk.lower()) for chunk in chunks]
    retriever.index(tokens, show_progress=False)
    retriever.retrieve(
        [re.findall(r"\w+", query.lower()) for query in queries], k=10, show_progress=False
    )


if __name__ == "__main__":
    main()
