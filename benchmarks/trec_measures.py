"""Measures `measures` on a run of seven million lines and writes benchmarks/trec_measures.md.

Usage: python benchmarks/trec_measures.py [--peers PYTHON]

To be run in an environment with groundkit installed from a wheel. PYTHON is an interpreter with
pytrec_eval, ir_measures or ranx; those that it lacks are left out. Every process reads the same
made-up files (6,980 queries by 1,000 documents, one relevant document a query) and computes
nDCG@10, RR, R@100 and AP.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from run import peak_memory, wall

HERE = Path(__file__).resolve().parent
QUERIES = 6_980
DEPTH = 1_000
TURNS = 3
READ = (
    'import duckdb; duckdb.connect().execute("create table run as from '
    "read_csv('run.txt', delim = ' ', header = false)\")"
)
PEERS = {
    "pytrec_eval": (
        "import pytrec_eval as p; q = p.parse_qrel(open('qrels.txt')); "
        "r = p.parse_run(open('run.txt')); p.RelevanceEvaluator(q, "
        "{'ndcg_cut.10', 'recip_rank', 'recall.100', 'map'}).evaluate(r)"
    ),
    "ir_measures": (
        "import ir_measures as m; m.calc_aggregate([m.nDCG @ 10, m.RR, m.R @ 100, m.AP], "
        "m.read_trec_qrels('qrels.txt'), m.read_trec_run('run.txt'))"
    ),
    "ranx": (
        "import ranx; ranx.evaluate(ranx.Qrels.from_file('qrels.txt', kind='trec'), "
        "ranx.Run.from_file('run.txt', kind='trec'), ['ndcg@10', 'mrr', 'recall@100', 'map'])"
    ),
}


def made_up(folder: Path) -> int:
    """Write qrels.txt and run.txt and return the size of the run in bytes."""
    randomness = random.Random(1)
    with (folder / "run.txt").open("w") as run, (folder / "qrels.txt").open("w") as qrels:
        for number in range(QUERIES):
            query_id = 100_000 + 7 * number
            docs = randomness.sample(range(8_800_000), DEPTH)
            score = 30.0
            for rank, doc in enumerate(docs, start=1):
                score -= randomness.random() * 0.01
                run.write(f"{query_id} Q0 {doc} {rank} {score:.6f} bm25-synth\n")
            place = int(randomness.expovariate(1 / 60))
            found = place < DEPTH and randomness.random() < 0.85
            qrels.write(f"{query_id} 0 {docs[place] if found else 8_900_000} 1\n")
    return (folder / "run.txt").stat().st_size


def has(python: str, module: str) -> bool:
    """Return whether an interpreter can import a module."""
    return not subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode


def main() -> None:
    """Measure and write the page."""
    import duckdb

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers", default=sys.executable, metavar="PYTHON")
    python = parser.parse_args().peers
    tool = shutil.which("groundkit-wh", path=str(Path(sys.executable).parent))
    if tool is None:
        sys.exit("groundkit-wh is not installed in this environment")
    ours = [tool, "measures", "--qrels", "qrels.txt", "--run", "run.txt"]
    for name in ("nDCG@10", "RR", "R@100", "AP"):
        ours += ["-m", name]
    commands = {
        "DuckDB's read_csv of the run into a table": [sys.executable, "-c", READ],
        "`measures`": ours,
        **{name: [python, "-c", code] for name, code in PEERS.items() if has(python, name)},
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = made_up(folder)
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(TURNS):
            for name, command in commands.items():
                times[name].append(wall(command, folder, 1))
        memory = peak_memory(ours, folder)
    medians = {name: statistics.median(taken) for name, taken in times.items()}
    read, mine = medians["DuckDB's read_csv of the run into a table"], medians["`measures`"]
    lines = [
        "# Measures of files, measured",
        "",
        "Written by `python benchmarks/trec_measures.py --peers PYTHON`. Wall times of whole "
        f"processes, the median of {TURNS} turns in which every command ran once, on {QUERIES:,} "
        f"queries by {DEPTH:,} documents ({size / 1e6:.0f} MB): nDCG@10, RR, R@100 and AP.",
        "",
        f"Machine: {os.cpu_count()} cores, {platform.system()} {platform.machine()}; "
        f"Python {platform.python_version()}, DuckDB {duckdb.__version__}.",
        "",
        "| what | measured | `measures` takes |",
        "| --- | ---: | ---: |",
    ]
    for name, taken in medians.items():
        share = "" if name == "`measures`" else f"{mine / taken:.2f} of it"
        lines.append(f"| {name} | {taken:.1f} s | {share} |")
    lines += [f"| peak memory of `measures` | {memory:.0f} MB |  |", ""]
    (HERE / "trec_measures.md").write_text("\n".join(lines), encoding="utf-8")
    print(f"{mine / read:.2f} of read_csv")


if __name__ == "__main__":
    main()
