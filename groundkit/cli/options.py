"""Options that commands share, and what they resolve to."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from groundkit.errors import UsageError
from groundkit.files.project import Project, find_project
from groundkit.output.formats import FORMATS

if TYPE_CHECKING:
    from groundkit.files.corpus_columns import CorpusColumns

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
    return format_options_with()(function)


def format_options_with(*further: str) -> Callable[[F], F]:
    """Return what adds ``-f/--format`` with further formats, and ``-o/--output``."""

    def decorate(function: F) -> F:
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
            help="How the result is written.",
        )(function)

    return decorate


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


def duplicate_option(help_text: str) -> Callable[[F], F]:
    """Return what adds ``--on-duplicate``."""
    return click.option(
        "--on-duplicate",
        type=click.Choice(("refuse", "first")),
        default="refuse",
        show_default=True,
        help=help_text,
    )


def column_options(function: F) -> F:
    """Add the options that say what the columns of a corpus file are, as one ``columns``."""

    @functools.wraps(function)
    def gathered(
        *arguments: Any,
        id_column: str | None,
        text_column: str | None,
        title_column: str | None,
        metadata_columns: str | None,
        **others: Any,
    ) -> Any:
        metadata = () if metadata_columns is None else metadata_columns.split(",")
        columns = _columns(id_column, text_column, title_column, tuple(metadata))
        return function(*arguments, columns=columns, **others)

    for name, help_text in (
        ("--metadata-columns", "Columns to keep with each document, separated by commas."),
        ("--title-column", "Column of the titles."),
        ("--text-column", "Column of the texts."),
        (
            "--id-column",
            "Column of the ids, of a corpus that is one file (JSONL, CSV, Parquet).",
        ),
    ):
        gathered = click.option(name, metavar="NAME", help=help_text)(gathered)
    return cast("F", gathered)


def columns_of(
    corpus: Path, columns: CorpusColumns | None, configured: Project
) -> CorpusColumns | None:
    """Return the columns of a corpus: those given, else the project's where it is a file."""
    if columns is not None or not configured.columns or corpus.is_dir():
        return columns
    given = configured.columns
    return _columns(
        given.get("id_column"),
        given.get("text_column"),
        given.get("title_column"),
        tuple(given.get("metadata_columns", ())),
    )


def _columns(
    id_column: str | None,
    text_column: str | None,
    title_column: str | None,
    metadata: tuple[str, ...],
) -> CorpusColumns | None:
    from groundkit.files.corpus_columns import CorpusColumns

    if id_column is None and text_column is None:
        if title_column is not None or metadata:
            raise UsageError("name the columns of ids and texts too: --id-column, --text-column")
        return None
    if id_column is None or text_column is None:
        missing = "--id-column" if id_column is None else "--text-column"
        raise UsageError(f"{missing} is missing: a corpus file has ids and texts")
    return CorpusColumns(id_column, text_column, title_column, metadata)


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


def collection_names(
    corpus: Path, judgments: Path, configured: Project
) -> tuple[str | None, str | None]:
    """Return the configured names of configured paths; None names a path as it was given."""
    return (
        configured.names.get("corpus") if corpus == configured.paths.get("corpus") else None,
        configured.names.get("judgments")
        if judgments == configured.paths.get("judgments")
        else None,
    )
