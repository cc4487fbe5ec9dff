"""Measures what concerns labels and writes benchmarks/labels.md.

Usage: python benchmarks/labels.py   (in an environment with groundkit installed from a wheel)

The audit of 10,000 judgments over 10,000 made-up documents as a whole process, beside a lower
bound in the same turns: a process that only reads the documents, hashes them and splits them
into words once. Then how many labels `judgments next` saves (benchmarks/next_labels.py).
"""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import platform
import random
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

import next_labels
from run import peak_memory, wall

HERE = Path(__file__).resolve().parent
NUMBER = 10_000
TURNS = 5
LOWER_BOUND = (
    "import hashlib, pathlib, re, sys\n"
    "digest = hashlib.sha256()\n"
    "for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):\n"
    "    data = path.read_bytes()\n"
    "    digest.update(data)\n"
    "    set(re.findall(r'\\w+', data.decode().lower()))\n"
)


def made_up(folder: Path) -> tuple[Path, Path]:
    """Make documents of 300 words with Zipf frequencies, and a judgment for each."""
    randomness = random.Random(7)
    letters = "abcdefghijklmnopqrstuvwxyz"
    vocabulary = [
        "".join(randomness.choices(letters, k=randomness.randint(3, 9))) for _ in range(40_000)
    ]
    weights = list(itertools.accumulate(1 / (rank + 1) for rank in range(len(vocabulary))))

    def words(count: int) -> list[str]:
        return randomness.choices(vocabulary, cum_weights=weights, k=count)

    corpus, lines = folder / "corpus", []
    corpus.mkdir()
    for number in range(NUMBER):
        sentences = [words(12) for _ in range(25)]
        text = f"# Document {number}\n\n"
        text += "\n\n".join(
            ". ".join(" ".join(sentence) for sentence in sentences[first : first + 5]) + "."
            for first in range(0, 25, 5)
        )
        (corpus / f"d{number:05}.md").write_text(text, encoding="utf-8")
        answer = sentences[randomness.randrange(25)]
        label = {
            "query_id": f"q{number:05}",
            "query": " ".join(randomness.sample(answer, 4) + words(4)),
            "category": "normal",
            "gold": [{"doc": f"d{number:05}.md", "quote": " ".join(answer)}],
        }
        lines.append(json.dumps(label) + "\n")
    judgments = folder / "judgments.jsonl"
    judgments.write_text("".join(lines), encoding="utf-8")
    return corpus, judgments


def audit(tool: str) -> list[str]:
    """Return the table of the audit."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        corpus, judgments = made_up(folder)
        check = [tool, "judgments", "check", "-q", "-f", "jsonl", "-o", str(folder / "found")]
        check += ["--corpus", str(corpus), "--judgments", str(judgments)]
        bound = [sys.executable, "-c", LOWER_BOUND, str(corpus)]
        times = [(wall(bound, folder, 1), wall(check, folder, 1)) for _ in range(TURNS)]
        memory = peak_memory(check, folder)
    lower, taken = (statistics.median(column) for column in zip(*times, strict=True))
    ratio = statistics.median(b / a for a, b in times)
    return [
        "| what | measured | ratio |",
        "| --- | ---: | ---: |",
        f"| lower bound: read, hash and split the documents once | {lower:.1f} s | 1.0 |",
        f"| `judgments check` | {taken:.1f} s | {ratio:.1f} |",
        f"| peak memory of `judgments check` | {memory:.0f} MB |  |",
    ]


def choice() -> list[str]:
    """Return what benchmarks/next_labels.py prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        next_labels.main()
    return printed.getvalue().rstrip("\n").split("\n")


def main() -> None:
    """Measure and write the page."""
    import duckdb

    tool = shutil.which("groundkit-wh", path=str(Path(sys.executable).parent))
    if tool is None:
        sys.exit("groundkit-wh is not installed in this environment")
    sys.argv[1:] = []
    text = [
        "# Labels, measured",
        "",
        "Written by `python benchmarks/labels.py`. Times are wall times of whole processes, the "
        f"median of {TURNS} turns in which both commands ran once.",
        "",
        f"Machine: {os.cpu_count()} cores, {platform.system()} {platform.machine()}; "
        f"Python {platform.python_version()}, DuckDB {duckdb.__version__}.",
        "",
        f"## The audit of {NUMBER:,} judgments over {NUMBER:,} made-up documents",
        "",
        *audit(tool),
        "",
        "## How many labels `judgments next` saves",
        "",
        *choice(),
        "",
    ]
    (HERE / "labels.md").write_text("\n".join(text), encoding="utf-8")
    sys.stdout.write("\n".join(text))


if __name__ == "__main__":
    main()
