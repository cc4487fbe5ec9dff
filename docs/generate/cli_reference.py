"""The command reference: the help of every command, as it is printed."""

from __future__ import annotations

from collections.abc import Iterator

import click

from generate.terminal import fenced, output
from groundkit.cli.root import root


def commands(
    command: click.Command = root, path: tuple[str, ...] = ("groundkit-wh",)
) -> Iterator[str]:
    """Yield every command line prefix of the tree, parents first, in the order of the help."""
    yield " ".join(path)
    if isinstance(command, click.Group):
        with click.Context(command) as context:
            names = command.list_commands(context)
            children = [(name, command.get_command(context, name)) for name in names]
        for name, child in children:
            if child is not None and not child.hidden:
                yield from commands(child, (*path, name))


def reference() -> str:
    """Return a section for every command, with its help at a terminal width of 100."""
    return "\n\n".join(
        f"## {command}\n\n{fenced('text', output(f'{command} --help'))}" for command in commands()
    )
