"""``judgments``: the group of commands that audit, write, choose and tidy labels."""

from __future__ import annotations

import click

from groundkit.cli.root import Lazy

COMMANDS = {
    "check": "groundkit.cli.commands.label_check:check",
    "add": "groundkit.cli.commands.label_add:add",
    "next": "groundkit.cli.commands.label_next:next_label",
    "fix": "groundkit.cli.commands.label_fix:fix",
}
"""Every command of the group with its home."""


class Labels(Lazy):
    """Knows where its commands are and imports them when they are asked for."""

    homes = COMMANDS


@click.group(cls=Labels, short_help="Audit, write, choose and tidy labels.")
def judgments() -> None:
    """Audit, write, choose and tidy labels.

    \b
    Examples:
      groundkit-wh judgments check
      groundkit-wh judgments add --from-hit 1
    """
