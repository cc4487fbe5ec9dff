"""Measures how fast runs are measured from files and writes benchmarks/trec_measures.md.

Usage: python benchmarks/trec_measures.py [--peers PYTHON]   (groundkit installed from a wheel)

A made-up run of 6,980 queries by 1,000 documents, about one relevant document a query: files to
nDCG@10, RR, R@100 and AP. Beside it, in the same turns: DuckDB's own reader of the same file into
a table, and pytrec_eval, ir_measures and ranx, which the interpreter PYTHON has installed.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from run import peak_memory, wall

HERE = Path(__file__).resolve().parent
NUM_QUERIES = 6980
DEPTH = 1000
TURNS = 5
MEASURES = ("nDCG@10", "RR", "R@100", "AP")

READ = """
import duckdb, sys
duckdb.connect().execute("create table run as from read_csv('a.run', delim=' ', header=false, "
    "quote='', columns={'query_id': 'varchar', 'q0': 'varchar', 'doc': 'varchar', "
    "'rank': 'integer', 'score': 'double', 'tag': 'varchar'})")
"""
READ_GUESSED = """
import duckdb
duckdb.connect().execute("create table run as from read_csv('a.run', header=false)")
"""
PEERS = {
    "pytrec_eval": """
import pytrec_eval
with open('qrels.txt') as file:
    qrels = pytrec_eval.parse_qrel(file)
with open('a.run') as file:
    run = pytrec_eval.parse_run(file)
names = {'ndcg_cut.10', 'recip_rank', 'recall.100', 'map'}
found = pytrec_eval.RelevanceEvaluator(qrels, names).evaluate(run)
for name in ('ndcg_cut_10', 'recip_rank', 'recall_100', 'map'):
    print(sum(of[name] for of in found.values()) / len(found))
""",
    "ir_measures": """
import ir_measures
from ir_measures import AP, R, RR, nDCG
measures = [nDCG @ 10, RR, R @ 100, AP]
qrels = ir_measures.read_trec_qrels('qrels.txt')
found = ir_measures.calc_aggregate(measures, qrels, ir_measures.read_trec_run('a.run'))
print(*(found[measure] for measure in measures), sep='\\n')
""",
    "ranx": """
from ranx import Qrels, Run, evaluate
qrels = Qrels.from_file('qrels.txt', kind='trec')
run = Run.from_file('a.run', kind='trec')
found = evaluate(qrels, run, ['ndcg@10', 'mrr', 'recall@100', 'map'], make_comparable=True)
print(*found.values(), sep='\\n')
""",
}


def made_up(folder: Path) -> None:
    """Write qrels.txt and a.run: distinct scores, so that no program's order of ties matters."""
    randomness = random.Random(7)
    query_ids = randomness.sample(range(100_000, 1_200_000), NUM_QUERIES)
    with (folder / "a.run").open("w") as run, (folder / "qrels.txt").open("w") as qrels:
        for query_id in query_ids:
            docs = randomness.sample(range(8_800_000), DEPTH)
            scores = sorted(randomness.sample(range(30_000_000), DEPTH), reverse=True)
            run.writelines(
                f"{query_id} Q0 {doc} {rank} {score / 1e6:.6f} synthetic\n"
                for rank, (doc, score) in enumerate(zip(docs, scores, strict=True), start=1)
            )
            found = int(randomness.expovariate(1 / 80))
            doc = docs[found] if found < DEPTH else 8_800_001
            qrels.write(f"{query_id} 0 {doc} 1\n")


def main() -> None:
    """Measure and write the page."""
    import duckdb

    parser = argparse.ArgumentParser()
    parser.add_argument("--peers", metavar="PYTHON")
    peers = parser.parse_args().peers
    tool = shutil.which("groundkit-wh", path=str(Path(sys.executable).parent))
    if tool is None:
        sys.exit("groundkit-wh is not installed in this environment")
    ours = [tool, "measures", "--qrels", "qrels.txt", "--run", "a.run", "-q"]
    ours += [argument for name in MEASURES for argument in ("-m", name)]
    commands = {
        "`measures`": ours,
        "DuckDB reads the run into a table, ids as text": [sys.executable, "-c", READ],
        "DuckDB reads it into a table, types guessed": [sys.executable, "-c", READ_GUESSED],
    }
    if peers is not None:
        commands |= {name: [peers, "-c", code] for name, code in PEERS.items()}
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        made_up(folder)
        size = (folder / "a.run").stat().st_size
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(TURNS):
            for name, command in commands.items():
                times[name].append(wall(command, folder, 1))
        memory = {name: peak_memory(command, folder) for name, command in commands.items()}
    lines = ["| what | time | `measures` takes | peak memory |", "| --- | ---: | ---: | ---: |"]
    for name, of_name in times.items():
        ratios = [mine / other for mine, other in zip(times["`measures`"], of_name, strict=True)]
        lines.append(
            f"| {name} | {statistics.median(of_name):.2f} s | "
            f"{statistics.median(ratios):.2f} x | {memory[name]:.0f} MB |"
        )
    text = [
        "# Measures of a large run, from files",
        "",
        f"Written by `python benchmarks/trec_measures.py --peers PYTHON`. {NUM_QUERIES:,} queries "
        f"by {DEPTH:,} documents in a run of {size / 1e6:.0f} MB, one judged document a query: "
        f"{', '.join(MEASURES)}. Times are wall times of whole processes, the median of {TURNS} "
        "turns in which each ran once; the ratio is the median over turns of the time of "
        "`measures` to that of the row.",
        "",
        f"Machine: {os.cpu_count()} cores, {platform.system()} {platform.machine()}; "
        f"Python {platform.python_version()}, DuckDB {duckdb.__version__}.",
        "",
        *lines,
        "",
    ]
    (HERE / "trec_measures.md").write_text("\n".join(text), encoding="utf-8")
    sys.stdout.write("\n".join(text))


if __name__ == "__main__":
    main()
