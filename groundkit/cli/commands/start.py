"""``init``: start a project."""

from __future__ import annotations

from pathlib import Path

import click

from groundkit.cli.diagnostics import say
from groundkit.cli.options import voice_options


@click.command(short_help="Start a project: configuration and a judgments file to fill.")
@click.argument("corpus", required=False, type=click.Path(path_type=Path))
@voice_options
def init(corpus: Path | None, quiet: bool, verbose: bool) -> None:
    """Set up this folder to evaluate the documents in CORPUS.

    Without CORPUS, the one sub-folder that holds .md, .markdown or .txt files is taken. Nothing
    that exists is overwritten.

    \b
    Examples:
      groundkit-wh init
      groundkit-wh init docs
    """
    from groundkit.api.start import JUDGMENTS, start_project
    from groundkit.cli.writing import write_text
    from groundkit.output.values import visible

    started = start_project(Path.cwd(), corpus)
    here = Path.cwd()
    lines = [f"wrote {path.relative_to(here)}" for path in started.created]
    lines += [f"kept {path.relative_to(here)}" for path in started.kept]
    write_text("".join(f"{visible(line)}\n" for line in lines), None)
    if quiet:
        return
    say(f"documents are read from {started.corpus}")
    say('next: groundkit-wh search "some words" finds a passage to ask about')
    say(
        'then: groundkit-wh judgments add --from-hit 1 --query "a question in your own words" '
        f"writes it to {JUDGMENTS}"
    )
    say("and: groundkit-wh eval")
