"""Programs and factories as stages, and hits from files, as a terminal shows them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from generate.terminal import fenced, output, scratch, session

PROGRAM = (
    "import json, pathlib, sys\n"
    'texts = [(p.name, t) for p in sorted(pathlib.Path("evals/corpus").iterdir()) '
    'for t in p.read_text().split("\\n\\n")]\n'
    "for q in map(json.loads, sys.stdin):\n"
    "    best = sorted(texts, key=lambda hit: "
    '-sum(word in hit[1].lower() for word in q["query"].lower().split()))[:q["top_k"]]\n'
    '    print(json.dumps({"query_id": q["query_id"], '
    '"hits": [{"doc": doc, "text": text} for doc, text in best]}), flush=True)\n'
)
"""Five lines that rank paragraphs by how many words of the query they hold."""
FACTORY = """\
def shared_words(collection):
    def search(query, depth):
        words = set(query.lower().split())
        hits = [(*c[:3], len(words & set(c.text.lower().split()))) for c in collection.chunks]
        return sorted(hits, key=lambda hit: -hit[3])[:depth]
    return search
"""
COMPARE = (
    'groundkit-wh sql "select stage, count(*) filter (first_relevant_rank = 1) as at_1, '
    "count(*) filter (first_relevant_rank <= 10) as at_10, count(*) as num_queries "
    'from report.query_history where is_latest and answerable group by stage order by stage"'
)
FAILED = (
    'groundkit-wh sql "select query_id, problem from quality.failed_outcome order by query_id '
    'limit 2"'
)
FRAGILE = """\
import json, sys
for query in map(json.loads, sys.stdin):
    if "lease" in query["query"]:
        sys.exit("no index for leases")
    hits = [{"doc": "leases.md", "score": 1.0}]
    print(json.dumps({"query_id": query["query_id"], "hits": hits}), flush=True)
"""
LOG = (
    {
        "query_id": "crash-before-start",
        "hits": [
            {"doc": "leases.md", "text": "An attempt is counted at the moment of leasing."},
            {"doc": "leases.md", "start": 0, "end": 8},
            {"doc": "retries.md", "text": "the"},
        ],
        "latency_ms": 12.5,
    },
    {"query_id": "public-holidays", "hits": []},
    {"query_id": "who-wrote-this", "hits": [{"doc": "leases.md", "score": 0.5}]},
)
LABELS = (
    {
        "query_id": "crash-before-start",
        "query": "A worker died before its handler ran. Was that one of the tries?",
        "category": "normal",
        "gold": [{"doc": "leases.md", "quote": "An attempt is counted at the moment of leasing."}],
    },
    {"query_id": "public-holidays", "query": "holidays calendar import", "category": "no_answer"},
    {"query_id": "zzz", "query": "zebra", "category": "no_answer"},
)
NOTES = (
    {"pk": 1, "title": "Tea", "text": "Green tea is made at 80 degrees.", "tags": ["drinks"]},
    {"pk": 2, "title": "Rice", "text": "Rice is washed three times.", "tags": ["food"]},
)
QUERIES = (
    {
        "id": "q1",
        "query": "How hot is the water for tea?",
        "type": "paraphrase",
        "expected_note_pks": [1],
        "expected_keywords": ["80 degrees"],
    },
    {"id": "q2", "query": "zebra", "type": "none", "expected_note_pks": []},
)


@cache
def program() -> str:
    """Return a short program, run as a stage, and how it compares."""
    with scratch("evals"):
        Path("mine.py").write_text(PROGRAM, encoding="utf-8")
        ran = session(
            'groundkit-wh eval --stage "mine=exec:python3 mine.py" --quiet --output page.txt',
            COMPARE,
        )
    return f"{fenced('py', PROGRAM)}\n\n{ran}"


@cache
def fragile() -> str:
    """Return what a program that fails on some queries makes ``eval`` say."""
    with scratch("evals"):
        Path("fragile.py").write_text(FRAGILE, encoding="utf-8")
        page = output('groundkit-wh eval --stage "fragile=exec:python3 fragile.py" --quiet')
        (line,) = (line for line in page.splitlines() if "failed or missing" in line)
        return f"{fenced('py', FRAGILE)}\n\n{fenced('text', line)}\n\n{session(FAILED)}"


@cache
def factory() -> str:
    """Return a short factory and what ``eval`` prints of it."""
    with scratch("evals"):
        Path("my_search.py").write_text(FACTORY, encoding="utf-8")
        command = "groundkit-wh eval --stage words=my_search:shared_words --quiet"
        lines = output(command).splitlines()
        first = next(number for number, line in enumerate(lines) if line.startswith("stage "))
        shown = "\n".join(["...", *lines[first : first + 11], "..."])
    return f"{fenced('py', FACTORY)}\n\n{fenced('console', f'$ {command}' + chr(10) + shown)}"


@cache
def imports() -> dict[str, str]:
    """Return the walk from a log to a run, and what is said of a mistake in it."""
    with scratch(
        "evals/corpus/leases.md:notes/leases.md", "evals/corpus/retries.md:notes/retries.md"
    ):
        _write(Path("log.jsonl"), LOG)
        _write(Path("labels.jsonl"), LABELS)
        command = "groundkit-wh import hits log.jsonl --corpus notes --judgments labels.jsonl"
        shown = {"log": fenced("json", Path("log.jsonl").read_text(encoding="utf-8"))}
        shown["import"] = session(command)
        shown["again"] = session(f"{command} --output page.txt")
        wrong = {**LOG[0], "hits": [{"doc": "lease.md", "start": 3, "end": 9}]}
        _write(Path("log.jsonl"), (wrong, *LOG[1:]))
        shown["mistake"] = session(command, exit_code=3)
        Path("notes.json").write_text(json.dumps(NOTES), encoding="utf-8")
        Path("queries.json").write_text(json.dumps(QUERIES), encoding="utf-8")
        shown["notes"] = session("groundkit-wh import notes notes.json queries.json")
        return shown


def _write(path: Path, lines: tuple[dict[str, object], ...]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
