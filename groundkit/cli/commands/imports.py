"""``import``: the group of commands that bring in what was made elsewhere."""

from __future__ import annotations

import click

from groundkit.cli.root import Lazy

COMMANDS = {
    "hits": "groundkit.cli.commands.import_hits:hits",
    "notes": "groundkit.cli.commands.import_notes:notes",
}
"""Every command of the group with its home."""


class Imports(Lazy):
    """Knows where its commands are and imports them when they are asked for."""

    homes = COMMANDS


@click.group(cls=Imports, short_help="Bring in what was made elsewhere.")
def imports() -> None:
    """Bring in hits, collections and labels that were made elsewhere.

    \b
    Examples:
      groundkit-wh import hits log.jsonl --corpus docs --judgments labels.jsonl
      groundkit-wh import notes notes.json queries.json
    """
