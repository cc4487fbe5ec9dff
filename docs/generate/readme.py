"""The generated parts of README.md."""

from __future__ import annotations

from generate.terminal import fenced, output, scratch, session

QUESTION = (
    'groundkit-wh sql "select query_id, text from report.query_history '
    'where is_latest and answerable and first_relevant_rank is null order by query_id"'
)


def main_job() -> str:
    """Return what the main job prints."""
    with scratch("evals"):
        return fenced("text", output("groundkit-wh eval"))


def question() -> str:
    """Return the question that the main job suggests, and its answer."""
    with scratch("evals"):
        output("groundkit-wh eval")
        return session(QUESTION)
