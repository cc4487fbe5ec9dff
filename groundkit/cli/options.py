"""Options that commands share, and what they resolve to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from groundkit.errors import UsageError
from groundkit.files.project import Project, find_project
from groundkit.output.formats import FORMATS

DEFAULT_WAREHOUSE = Path("runs") / "warehouse.duckdb"

F = TypeVar("F", bound=Callable[..., Any])


def warehouse_option(function: F) -> F:
    """Add ``-w/--warehouse``."""
    return click.option(
        "-w",
        "--warehouse",
        type=click.Path(path_type=Path),
        envvar="GROUNDKIT_WAREHOUSE",
        show_envvar=True,
        help="The warehouse file.  [default: the project's, else runs/warehouse.duckdb]",
    )(function)


def format_options(function: F) -> F:
    """Add ``-f/--format`` and ``-o/--output``."""
    return further_format(None, "How the result is written.")(function)


def further_format(name: str | None, help_text: str) -> Callable[[F], F]:
    """Return what adds ``-f/--format``, with a format of the command's own, and ``-o/--output``."""
    return lambda function: _format_options(function, (name,) if name else (), help_text)


def _format_options(function: F, further: tuple[str, ...], help_text: str) -> F:
    function = click.option(
        "-o",
        "--output",
        type=click.Path(path_type=Path),
        help="Write to this file instead of standard output.",
    )(function)
    return click.option(
        "-f",
        "--format",
        "format_name",
        type=click.Choice((*FORMATS, *further)),
        default="table",
        show_default=True,
        help=help_text,
    )(function)


def voice_options(function: F) -> F:
    """Add ``-q/--quiet`` and ``-v/--verbose``."""
    function = click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")(function)
    return click.option("-v", "--verbose", is_flag=True, help="Say more of what is done.")(function)


def quiet_option(function: F) -> F:
    """Add ``-q`` and ``-v`` to a command that has nothing to say beside its result."""
    function = click.option(
        "-q", "--quiet", is_flag=True, expose_value=False, help="Say nothing but errors."
    )(function)
    return click.option(
        "-v", "--verbose", is_flag=True, expose_value=False, help="Say more of what is done."
    )(function)


def project() -> Project:
    """Return the configuration that holds in the working folder."""
    return find_project(Path.cwd())


def warehouse_path(option: Path | None, configured: Project) -> Path:
    """Return the warehouse file: the option or environment, the project's, or the default."""
    return option or configured.paths.get("warehouse") or DEFAULT_WAREHOUSE


def collection_paths(
    corpus: Path | None, judgments: Path | None, configured: Project
) -> tuple[Path, Path]:
    """Return corpus folder and judgments file: those given, the project's, or the defaults.

    Raises UsageError when only one of them is known, since a corpus and its judgments go
    together, and when neither is given and the default folder is not there.
    """
    if corpus is None and judgments is None:
        corpus = configured.paths.get("corpus", Path("evals") / "corpus")
        judgments = configured.paths.get("judgments", Path("evals") / "judgments.jsonl")
        if "corpus" not in configured.paths and not corpus.exists():
            raise UsageError(
                f"{corpus} is not here; give --corpus and --judgments, run `groundkit-wh init` in "
                "your project, or `groundkit-wh demo` for the bundled collection"
            )
    corpus = corpus or configured.paths.get("corpus")
    judgments = judgments or configured.paths.get("judgments")
    if corpus is None or judgments is None:
        missing = "--corpus" if corpus is None else "--judgments"
        raise UsageError(f"{missing} is missing: a corpus and its judgments go together")
    return corpus, judgments
