"""Measures groundkit on this machine and writes benchmarks/README.md.

Usage: python benchmarks/run.py   (in an environment with groundkit installed from a wheel)

Every time is wall time of a whole process unless said otherwise, the median of several, and
stands beside a lower bound measured in the same run: a process that only imports and connects
the engine. `--big` adds a collection of 3,000 made-up documents, with bm25s as a peer when it is
installed.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
TURNS = 15
THOUSAND = 1000
LOWER_BOUND = "import duckdb; duckdb.connect().execute('select 1').fetchall()"


def wall(command: list[str], folder: Path, repeat: int, fresh: Path | None = None) -> float:
    """Return the median wall time in seconds; ``fresh`` is removed before each repetition."""
    times = []
    for _ in range(repeat):
        if fresh is not None:
            fresh.unlink(missing_ok=True)
        started = time.perf_counter()
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def together(
    commands: dict[str, list[str]], folder: Path, fresh: dict[str, Path] | None = None
) -> list[tuple[str, str, str]]:
    """Return a row for each command: median wall time, and median ratio to the first command.

    The commands take turns, so that a machine that slows down for a while slows all of them;
    ``fresh`` names the file to remove before a command.
    """
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(TURNS):
        for name, command in commands.items():
            times[name].append(wall(command, folder, 1, (fresh or {}).get(name)))
    bound = next(iter(times.values()))
    return [
        (
            name,
            f"{statistics.median(taken):.2f} s",
            f"{statistics.median(a / b for a, b in zip(taken, bound, strict=True)):.1f}",
        )
        for name, taken in times.items()
    ]


def peak_memory(command: list[str], folder: Path) -> float:
    """Return the peak resident memory of a process in MB."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, "
        "stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, *command], cwd=folder, check=True, capture_output=True
    )
    return float(result.stdout)


def small(folder: Path, tool: str) -> list[tuple[str, str, str]]:
    """Measure the main job on the bundled collection."""
    warehouse = folder / "small.duckdb"
    job = [tool, "demo", "-q", "-w", str(warehouse)]
    new = folder / "new.duckdb"
    rows = together(
        {
            "lower bound: import duckdb and connect": [sys.executable, "-c", LOWER_BOUND],
            "main job, into a new warehouse": [*job[:-1], str(new)],
            "main job, into the same warehouse again": job,
            "`--help`": [tool, "--help"],
        },
        folder,
        {"main job, into a new warehouse": new},
    )
    rows.append(("peak memory of the main job", f"{peak_memory(job, folder):.0f} MB", ""))
    return rows


def thousand(folder: Path, tool: str) -> list[tuple[str, str, str]]:
    """Measure a warehouse of a thousand runs of the bundled collection."""
    from groundkit import Warehouse
    from groundkit.files.resources import example_folder

    example = example_folder()
    path = folder / "thousand.duckdb"
    for _ in range(THOUSAND):
        with Warehouse.open(path) as wh:
            wh.evaluate(example / "corpus", example / "judgments.jsonl")
    size = ("file", f"{path.stat().st_size / 1e6:.1f} MB", "")
    at = ["-w", str(path)]
    return [
        size,
        *together(
            {
                "lower bound: import duckdb and connect": [sys.executable, "-c", LOWER_BOUND],
                "`runs`": [tool, "runs", *at],
                "`show`": [tool, "show", *at],
                "`leaderboard`": [tool, "leaderboard", *at],
                "one more run": [tool, "demo", "-q", *at],
            },
            folder,
        ),
    ]


def made_up(folder: Path) -> tuple[Path, Path, list[str], list[str]]:
    """Make 3,000 documents of words with Zipf frequencies and 300 judgments."""
    randomness = random.Random(1)
    vocabulary = [f"w{number}" for number in range(20_000)]
    weights = list(itertools.accumulate(1 / (number + 1) for number in range(20_000)))

    def words(count: int) -> str:
        return " ".join(randomness.choices(vocabulary, cum_weights=weights, k=count))

    corpus = folder / "corpus"
    corpus.mkdir()
    lines, texts, queries = [], [], []
    for number in range(3000):
        paragraphs = [words(60) for _ in range(12)]
        paragraphs[number % 12] += f" marker{number}x unique{number}y"
        texts.append("\n\n".join(paragraphs))
        (corpus / f"d{number:05}.md").write_text(texts[-1], encoding="utf-8")
        if number % 10 == 0:
            queries.append(f"{words(8)} marker{number}x")
            gold = {"doc": f"d{number:05}.md", "quote": f"marker{number}x unique{number}y"}
            lines.append(
                {
                    "query_id": f"q-{number:05}",
                    "query": queries[-1],
                    "category": "normal",
                    "gold": [gold],
                }
            )
    judgments = folder / "judgments.jsonl"
    judgments.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return corpus, judgments, texts, queries


def big(folder: Path, tool: str) -> list[tuple[str, str, str]]:
    """Measure the made-up collection against bm25s, which keeps nothing and is not exact."""
    corpus, judgments, _, _ = made_up(folder)
    warehouse = folder / "big.duckdb"
    job = [tool, "eval", "-q", "-w", str(warehouse)]
    job += ["--corpus", str(corpus), "--judgments", str(judgments)]
    peer = [sys.executable, str(HERE / "peer_bm25s.py"), str(corpus), str(judgments)]
    rows = []
    try:
        bound = wall(peer, folder, repeat=3)
    except subprocess.CalledProcessError:
        sys.exit("the peer is not installed: pip install bm25s")
    rows.append(("peer: the same chunks, indexed and ranked by bm25s", f"{bound:.1f} s", "1.0"))
    for name, seconds in (
        ("eval, into a new warehouse", wall(job, folder, repeat=3, fresh=warehouse)),
        ("eval, into the same warehouse again", wall(job, folder, repeat=3)),
    ):
        rows.append((name, f"{seconds:.1f} s", f"{seconds / bound:.1f}"))
    warehouse.unlink()
    rows.append(("peak memory of eval", f"{peak_memory(job, folder):.0f} MB", ""))
    rows.append(("peak memory of the peer", f"{peak_memory(peer, folder):.0f} MB", ""))
    rows.append(("file", f"{warehouse.stat().st_size / 1e6:.1f} MB", ""))
    return rows


def page(sections: dict[str, list[tuple[str, str, str]]]) -> str:
    """Return benchmarks/README.md."""
    import duckdb

    cpu = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
            if line.startswith("model name")
        ),
        platform.processor(),
    )
    text = [
        "# Benchmarks",
        "",
        "Written by `python benchmarks/run.py` (with `--big` for the last table) in an "
        "environment with groundkit installed "
        "from a wheel (`pip install . bm25s`). Times are wall times of whole processes, the "
        f"median of {TURNS} turns (of 3 in the last table). The ratio is to the first time of "
        "each table; in the first two it is the median over turns in which every command ran once.",
        "",
        f"Machine: {cpu}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}; "
        f"Python {platform.python_version()}, DuckDB {duckdb.__version__}.",
    ]
    for title, rows in sections.items():
        text += ["", f"## {title}", "", "| what | measured | ratio |", "| --- | ---: | ---: |"]
        text += [f"| {name} | {value} | {ratio} |" for name, value, ratio in rows]
    return "\n".join(text) + "\n"


def main() -> None:
    """Measure and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--big", action="store_true")
    arguments = parser.parse_args()
    tool = shutil.which("groundkit-wh", path=str(Path(sys.executable).parent))
    if tool is None:
        sys.exit("groundkit-wh is not installed in this environment")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sections = {
            "The main job on the bundled collection": small(folder, tool),
            "A thousand runs of the bundled collection in one warehouse": thousand(folder, tool),
        }
        if arguments.big:
            sections["3,000 made-up documents of 30,000 chunks, 300 queries"] = big(folder, tool)
    text = page(sections)
    (HERE / "README.md").write_text(text, encoding="utf-8")
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
