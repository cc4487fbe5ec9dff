"""The walk from a folder of Markdown without labels to a first run, as a terminal shows it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from generate.terminal import fenced, scratch, session

PAGES = ("dead-letters", "leases", "ordering", "retries")
"""Pages of the example handbook that stand for somebody's own notes."""

QUESTION = "A worker died before its handler ran. Was that one of the tries?"
ADD_BY_QUOTE = (
    'groundkit-wh judgments add --query "How often is a message tried if nobody says otherwise?" '
    "--query-id default-tries"
)
QUOTE = "An attempt is counted at the moment of leasing."
EDITED = "Attempts are counted at the moment of leasing."


@cache
def steps() -> dict[str, str]:
    """Return every step of the walk as a fenced block."""
    with scratch(*(f"evals/corpus/{page}.md:notes/{page}.md" for page in PAGES)) as folder:
        shown = {"init": session("groundkit-wh init notes")}
        shown["configuration"] = fenced("toml", _text(folder / "pyproject.toml"))
        shown["search"] = session('groundkit-wh search "crash attempt counted" --top-k 3')
        shown["first"] = session(
            f'groundkit-wh judgments add --from-hit 1 --query "{QUESTION}" '
            "--query-id crash-before-start"
        )
        shown["mistake"] = session(f'{ADD_BY_QUOTE} --quote "eight attempts"', exit_code=3)
        shown["second"] = session(
            f'{ADD_BY_QUOTE} --quote "Eight attempts, counting the first delivery"'
        )
        shown["third"] = session(
            'groundkit-wh judgments add --query "public holidays calendar import" '
            "--category no_answer"
        )
        shown["check"] = session("groundkit-wh judgments check")
        shown["eval"] = session("groundkit-wh eval --name first")
        shown["queries"] = session("groundkit-wh show first --queries")
        edited = folder / "notes" / "leases.md"
        edited.write_text(_text(edited).replace(QUOTE, EDITED), encoding="utf-8")
        shown["edited"] = session("groundkit-wh eval", exit_code=3)
        edited.write_text(_text(edited).replace(EDITED, QUOTE), encoding="utf-8")
        shown["smaller"] = session(
            "groundkit-wh eval --name smaller --chunk-size 256 --chunk-overlap 32 "
            "--quiet --output smaller.txt",
            'groundkit-wh sql "select run_name, chunk_size, first_relevant_rank '
            "from report.query_history join report.run_summary using (run_id, run_name, stage) "
            "where query_id = 'crash-before-start' order by run_name\"",
        )
        shown["next"] = session("groundkit-wh judgments next first smaller --limit 3")
        return shown


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
