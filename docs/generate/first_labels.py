"""The walk from a folder of Markdown without labels to a first run, as a terminal shows it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from generate.terminal import fenced, scratch, session

PAGES = ("dead-letters", "leases", "ordering", "retries")
"""Pages of the example handbook that stand for somebody's own notes."""

QUOTE = "has used up an attempt all the same"
MISTAKE = QUOTE.replace("all the same", "anyway")
FIRST = (
    '{"query_id": "crash-before-start", '
    '"query": "A worker died before its handler ran. Was that one of the tries?", '
    '"category": "normal", '
    f'"gold": [{{"doc": "leases.md", "quote": "{QUOTE}"}}]}}'
)
SECOND = (
    '{"query_id": "holiday-calendar", "query": "public holidays calendar import", '
    '"category": "no_answer", "gold": []}'
)


@cache
def steps() -> dict[str, str]:
    """Return every step of the walk as a fenced block."""
    with scratch(*(f"evals/corpus/{page}.md:notes/{page}.md" for page in PAGES)) as folder:
        judgments = folder / "evals" / "judgments.jsonl"
        shown = {"init": session("groundkit-wh init notes")}
        shown["configuration"] = fenced("toml", _text(folder / "pyproject.toml"))
        shown["search"] = session('groundkit-wh search "crash attempt counted" --top-k 3')
        shown["judgment"] = fenced("json", FIRST)
        judgments.write_text(FIRST.replace(QUOTE, MISTAKE) + "\n", encoding="utf-8")
        shown["mistake"] = session("groundkit-wh eval", exit_code=3)
        judgments.write_text(FIRST + "\n", encoding="utf-8")
        shown["eval"] = session("groundkit-wh eval --name first")
        judgments.write_text(f"{FIRST}\n{SECOND}\n", encoding="utf-8")
        shown["second"] = fenced("json", SECOND)
        shown["again"] = session(
            "groundkit-wh eval --name second --quiet --output second.txt",
            "groundkit-wh show second --queries",
        )
        shown["smaller"] = session(
            "groundkit-wh eval --name smaller --chunk-size 256 --chunk-overlap 32 "
            "--quiet --output smaller.txt",
            'groundkit-wh sql "select run_name, chunk_size, first_relevant_rank '
            "from report.query_history join report.run_summary using (run_id, run_name, stage) "
            "where query_id = 'crash-before-start' order by run_name\"",
        )
        return shown


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
