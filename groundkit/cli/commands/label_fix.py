"""``judgments fix``: tidy the form of a judgments file."""

from __future__ import annotations

from pathlib import Path

import click

from groundkit.cli.diagnostics import say
from groundkit.cli.options import project, voice_options
from groundkit.errors import CheckFailed

MOST_LINES = 20
"""Line numbers that one repair lists."""


@click.command(short_help="Repair order, line ends and spaces of a judgments file.")
@click.option("--judgments", type=click.Path(path_type=Path), help="Judgments file (JSONL).")
@click.option("--check", is_flag=True, help="Change nothing; exit code 1 when something would.")
@voice_options
def fix(judgments: Path | None, check: bool, quiet: bool, verbose: bool) -> None:
    """Repair the form of a judgments file, never its meaning.

    Lines are sorted by query_id and end with LF, blank lines and byte order marks go, and the
    spaces between the parts of a line become even. Numbers, escapes and the order of keys stay. A
    line that cannot be read stays as it is, and two lines with one query_id both stay.

    \b
    Examples:
      groundkit-wh judgments fix
      groundkit-wh judgments fix --judgments labels.jsonl --check
    """
    from groundkit.api.fix_label import fix_judgments
    from groundkit.cli.writing import write_text
    from groundkit.output.values import visible

    path = judgments or project().paths.get("judgments") or Path("evals") / "judgments.jsonl"
    fixed = fix_judgments(path, check=check)
    write_text(
        "".join(
            f"{visible(str(path))}: {change.what}: {_lines(change.lines)}\n"
            for change in fixed.changes
        ),
        None,
    )
    if not quiet:
        for left in fixed.left:
            say(f"{path}:{left.line}: left as it is: {left.problem}")
        if not fixed.changes:
            say(f"{path}: nothing {'else ' if fixed.left else ''}to repair")
    if check and fixed.changes:
        raise CheckFailed(f"{path}: its form can be repaired; run `groundkit-wh judgments fix`")


def _lines(numbers: tuple[int, ...]) -> str:
    """Return ``line 3`` or ``lines 1-4, 7``."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    parts = [str(a) if a == b else f"{a}-{b}" for a, b in ranges[:MOST_LINES]]
    more = ["…"] if len(ranges) > MOST_LINES else []
    return f"line{'s' if len(numbers) > 1 else ''} {', '.join(parts + more)}"
