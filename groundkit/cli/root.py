"""The command tree. Command modules are imported when they are used or listed."""

from __future__ import annotations

import importlib

import click

from groundkit.errors import unknown_name
from groundkit.version import VERSION

COMMANDS = {
    "init": "groundkit.cli.commands.start:init",
    "demo": "groundkit.cli.commands.evaluate:demo",
    "eval": "groundkit.cli.commands.evaluate:evaluate",
    "search": "groundkit.cli.commands.search:search",
    "judgments": "groundkit.cli.commands.judgments:judgments",
    "measures": "groundkit.cli.commands.measures:measures",
    "runs": "groundkit.cli.commands.runs:runs",
    "show": "groundkit.cli.commands.runs:show",
    "leaderboard": "groundkit.cli.commands.runs:leaderboard",
    "sql": "groundkit.cli.commands.sql:sql",
    "export": "groundkit.cli.commands.export:export",
    "db": "groundkit.cli.commands.db:db",
}
"""Every command with its home, in the order of a first day."""


class Suggesting(click.Group):
    """A group that names the nearest valid command for one that does not exist."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or fail with the nearest name."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            raise click.UsageError(unknown_name("command", name, self.list_commands(ctx)), ctx)
        return super().resolve_command(ctx, args)


class Lazy(Suggesting):
    """The root: it knows where its commands are and imports them when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of ``COMMANDS``."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None when there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name].partition(":")
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)  # noqa: S101 - the table above is ours
        return command


@click.group(
    cls=Lazy,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "terminal_width": 100,
        "max_content_width": 100,
    },
    epilog="Exit codes: 0 done, 1 a check failed, 2 usage, 3 bad input file, 4 warehouse, "
    "5 SQL rejected, 70 a bug (--debug shows the traceback), 130 interrupted.",
)
@click.version_option(VERSION, prog_name="groundkit-wh", message="%(prog)s %(version)s")
def root() -> None:
    """Evaluate retrieval against quoted labels and keep every run in one DuckDB file.

    Begin with `groundkit-wh demo`, or with `groundkit-wh init` in your own project.
    """
