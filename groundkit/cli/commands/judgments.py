"""``judgments``: the group of commands that audit, write, choose and tidy labels."""

from __future__ import annotations

import importlib

import click

from groundkit.cli.root import Suggesting

COMMANDS = {
    "check": "groundkit.cli.commands.label_check:check",
    "add": "groundkit.cli.commands.label_add:add",
    "next": "groundkit.cli.commands.label_next:next_label",
    "fix": "groundkit.cli.commands.label_fix:fix",
}
"""Every command of the group with its home."""


class Labels(Suggesting):
    """Knows where its commands are and imports them when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of ``COMMANDS``."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None when there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name].partition(":")
        command = getattr(importlib.import_module(module), attribute)
        return command if isinstance(command, click.Command) else None


@click.group(cls=Labels, short_help="Audit, write, choose and tidy labels.")
def judgments() -> None:
    """Audit, write, choose and tidy labels.

    \b
    Examples:
      groundkit-wh judgments check
      groundkit-wh judgments add --from-hit 1
    """
