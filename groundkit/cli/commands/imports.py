"""``import``: the group of commands that bring in what was made elsewhere."""

from __future__ import annotations

import click

from groundkit.cli.root import Lazy

COMMANDS = {
    "qrels": "groundkit.cli.commands.import_labels:qrels",
    "run": "groundkit.cli.commands.import_run:run",
    "beir": "groundkit.cli.commands.import_labels:beir",
    "hits": "groundkit.cli.commands.import_hits:hits",
    "notes": "groundkit.cli.commands.import_notes:notes",
}
"""Every command of the group with its home."""


class Imports(Lazy):
    """Knows where its commands are and imports them when they are asked for."""

    homes = COMMANDS


@click.group(cls=Imports, short_help="Bring in what was made elsewhere.")
def imports() -> None:
    """Bring in runs, hits, labels and collections that were made elsewhere.

    Everything is checked before anything is stored, and what is stored already is not stored
    twice.

    \b
    Examples:
      groundkit-wh import qrels qrels.txt --queries topics.tsv --corpus-name msmarco
      groundkit-wh import run bm25.run.gz --judgments qrels
      groundkit-wh import beir scifact --split test
      groundkit-wh import hits log.jsonl --corpus docs --judgments labels.jsonl
      groundkit-wh import notes notes.json queries.json
    """
