"""``judgments check``: the audit of corpus and labels."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from groundkit.cli.commands.evaluate import settings_options
from groundkit.cli.diagnostics import say
from groundkit.cli.options import (
    collection_paths,
    further_format,
    project,
    voice_options,
    warehouse_option,
    warehouse_path,
)

if TYPE_CHECKING:
    from groundkit.api.check_labels import Checked, CheckInputs

EVERY_REVISION = "all"


@click.command(short_help="Audit corpus and labels; exit 1 on errors.")
@click.option("--corpus", type=click.Path(path_type=Path), help="Folder of the documents.")
@click.option("--judgments", type=click.Path(path_type=Path), help="Judgments file (JSONL).")
@click.option(
    "--history",
    is_flag=False,
    flag_value=EVERY_REVISION,
    metavar="[REV..]",
    help="Resolve the labels against past revisions of the corpus in git instead: all of them, "
    "or those of a range such as v1.0.. or HEAD~20..HEAD.",
)
@settings_options
@warehouse_option
@further_format("github", "How the result is written; github annotates a pull request.")
@voice_options
def check(
    corpus: Path | None,
    judgments: Path | None,
    history: str | None,
    warehouse: Path | None,
    format_name: str,
    output: Path | None,
    quiet: bool,
    verbose: bool,
    **options: Any,
) -> None:
    """Audit a corpus and its labels without running a retriever.

    Everything that eval would refuse is an error; what makes a label weak is a warning or a note.
    The rules, and how to tune them in [tool.groundkit.check], are in docs/judgments.md. Where the
    warehouse has runs over the same documents, it is asked which queries every run finds first
    and which none finds. Exit code 1 means errors, 3 that the files cannot be read at all.

    \b
    Examples:
      groundkit-wh judgments check
      groundkit-wh judgments check --corpus docs --judgments labels.jsonl -f github
      groundkit-wh judgments check --history HEAD~20..
    """
    from groundkit.api.check_labels import check_labels
    from groundkit.api.warehouse import Warehouse
    from groundkit.cli.writing import check_target
    from groundkit.errors import WarehouseError

    check_target(format_name, output)
    configured = project()
    inputs = _inputs(corpus, judgments, options)
    if history is not None:
        _history(inputs, None if history == EVERY_REVISION else history, format_name, output, quiet)
        return
    path = warehouse_path(warehouse, configured)
    checked = None
    if warehouse is not None or path.exists():
        try:
            with Warehouse.open(path, read_only=True) as wh:
                checked = check_labels(inputs, wh)
        except WarehouseError as error:
            if warehouse is not None:
                raise
            say(f"history was not asked: {error}")
    if checked is None:
        checked = check_labels(inputs)
    _write(checked, format_name, output, verbose)
    if not quiet:
        _summarise(checked, verbose)
    _fail_on_errors(checked)


def _inputs(corpus: Path | None, judgments: Path | None, options: dict[str, Any]) -> CheckInputs:
    from groundkit.api.check_labels import CheckInputs
    from groundkit.api.evaluate import Settings
    from groundkit.categories import with_custom
    from groundkit.check.rules import settings_from

    configured = project()
    corpus, judgments = collection_paths(corpus, judgments, configured)
    chosen = {
        **configured.eval,
        **{key: value for key, value in options.items() if value is not None},
    }
    chosen.pop("name", None)
    if configured.max_document_bytes is not None:
        chosen["max_document_bytes"] = configured.max_document_bytes
    settings = Settings(**chosen)
    return CheckInputs(
        corpus,
        judgments,
        categories=with_custom(dict(configured.categories)),
        chunker=settings.make_chunker(),
        settings=settings_from(configured.check, f"{configured.file}: [tool.groundkit.check]"),
        max_document_bytes=settings.max_document_bytes,
    )


def _write(checked: Checked, format_name: str, output: Path | None, verbose: bool) -> None:
    from groundkit.cli.findings import page, workflow_commands
    from groundkit.cli.writing import write_table, write_text

    if format_name == "table":
        write_text(page(checked.findings, all_of_them=verbose), output)
    elif format_name == "github":
        write_text(workflow_commands(checked.findings), output)
    else:
        write_table(checked.table(), format_name, output)


def _summarise(checked: Checked, verbose: bool) -> None:
    counts = ", ".join(
        f"{number} {severity}{'s' * (number != 1)}"
        for severity in ("error", "warning", "note")
        if (number := checked.number(severity))
    )
    say(
        f"{checked.num_judgments} judgments over {checked.num_documents} documents: "
        f"{counts or 'nothing found'}"
    )
    found = checked.discrimination
    if found.verdict is not None and found.num_answerable:
        say(f"{found.verdict}: {found.finding}")
    if verbose and found.weak_queries:
        say(f"weak queries: {', '.join(found.weak_queries)}")


def _fail_on_errors(checked: Checked) -> None:
    from groundkit.errors import CheckFailed

    number = checked.number("error")
    if number:
        raise CheckFailed(f"{number} error{'s' * (number != 1)} in the labels or the corpus")


def _history(
    inputs: CheckInputs, revisions: str | None, format_name: str, output: Path | None, quiet: bool
) -> None:
    from groundkit.api.label_history import labels_over_time
    from groundkit.cli.writing import write_table, write_tables
    from groundkit.errors import CheckFailed, UsageError

    if format_name == "github":
        raise UsageError("--history has no lines to annotate: choose another format")
    found = labels_over_time(inputs, revisions)
    tables = found.tables()
    if format_name in ("table", "markdown", "json"):
        write_tables(tables, format_name, output)
    else:
        write_table(tables["breaks"], format_name, output)
    newest = found.history.revisions[-1]
    if not quiet:
        if found.num_unreadable:
            say(f"{found.num_unreadable} problems of the judgments file; check without --history")
        say(
            f"{newest.num_resolved} of {newest.num_quotes} quotes resolve at the newest of "
            f"{len(found.history.revisions)} revisions"
        )
    if found.num_failing:
        number = found.num_failing
        verb = "quote does" if number == 1 else "quotes do"
        raise CheckFailed(f"{number} {verb} not resolve at the newest revision")
