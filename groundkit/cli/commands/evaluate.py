"""``eval`` and ``demo``: the main job."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from groundkit.cli.diagnostics import say
from groundkit.cli.options import (
    DEFAULT_WAREHOUSE,
    collection_names,
    collection_paths,
    column_options,
    columns_of,
    format_options,
    project,
    voice_options,
    warehouse_option,
    warehouse_path,
)

if TYPE_CHECKING:
    from groundkit.api.inputs import Inputs
    from groundkit.api.warehouse import Run, Warehouse
    from groundkit.files.corpus_columns import CorpusColumns


_UNLOCATED = (
    "select stage, count(*) from quality.unlocated_hit where run_id = $run_id "
    "group by stage order by stage"
)


def settings_options(function: Any) -> Any:
    """Add the options that are the fields of the API's ``Settings``."""
    for option in (
        click.option(
            "--b", type=float, help="BM25's b, from 0 to 1.  [default: the project's, else 0.75]"
        ),
        click.option(
            "--k1", type=float, help="BM25's k1, at least 0.  [default: the project's, else 1.5]"
        ),
        click.option(
            "--top-k",
            type=int,
            help="Depth of the ranked lists.  [default: the project's, else 10]",
        ),
        click.option(
            "--chunk-overlap", type=int, help="In characters.  [default: the project's, else 64]"
        ),
        click.option(
            "--chunk-size", type=int, help="In characters.  [default: the project's, else 512]"
        ),
        click.option(
            "--chunker",
            help="recursive, recursive@1, fixed or an installed one.  "
            "[default: the project's, else recursive]",
        ),
    ):
        function = option(function)
    return function


@click.command(short_help="Evaluate a corpus with judgments and append the run.")
@click.option(
    "--corpus",
    type=click.Path(path_type=Path),
    help="Folder or file of the documents, or the name of a stored corpus.",
)
@click.option(
    "--judgments",
    type=click.Path(path_type=Path),
    help="Judgments file (JSONL), or the name of stored ones.",
)
@column_options
@settings_options
@click.option("--timed", is_flag=True, default=None, help="Time one query after another.")
@click.option(
    "--stage",
    "stages",
    multiple=True,
    metavar="STAGE",
    help="NAME=exec:COMMAND or NAME=MODULE:FACTORY, compared with bm25, which always runs.",
)
@click.option(
    "--stage-timeout",
    type=float,
    metavar="SECONDS",
    default=60.0,
    show_default=True,
    help="How long a program may take for one query.",
)
@click.option("--name", help="Name of the run.  [default: the time of its creation]")
@warehouse_option
@format_options
@voice_options
def evaluate(
    corpus: Path | None,
    judgments: Path | None,
    columns: CorpusColumns | None,
    stages: tuple[str, ...],
    stage_timeout: float,
    name: str | None,
    warehouse: Path | None,
    format_name: str,
    output: Path | None,
    quiet: bool,
    verbose: bool,
    **options: Any,
) -> None:
    """Load a corpus and its judgments, retrieve, append the run, and print its summary.

    Without options the project's configuration holds; without one, evals/corpus is evaluated
    with evals/judgments.jsonl. recall@k is a hit rate (Success@k).

    \b
    Examples:
      groundkit-wh eval
      groundkit-wh eval --chunk-size 256 --chunk-overlap 32 --name small-chunks
      groundkit-wh eval --corpus docs --judgments labels.jsonl -f json
      groundkit-wh eval --stage "mine=exec:python my_search.py"
    """
    from groundkit.retrieve.specs import stages as named

    configured = project()
    corpus, judgments = collection_paths(corpus, judgments, configured)
    chosen = {
        **configured.eval,
        **{key: value for key, value in options.items() if value is not None},
    }
    default_name = chosen.pop("name", None)
    if configured.max_document_bytes is not None:
        chosen["max_document_bytes"] = configured.max_document_bytes
    chosen["stages"] = named(
        stages,
        timeout=stage_timeout,
        say=lambda stage, line: None if quiet else say(f"{stage}: {line}"),
    )
    _evaluate(
        warehouse_path(warehouse, configured),
        corpus,
        judgments,
        chosen,
        columns=columns_of(corpus, columns, configured),
        name=name if name is not None else default_name,
        custom_categories=dict(configured.categories),
        names=collection_names(corpus, judgments, configured),
        format_name=format_name,
        output=output,
        quiet=quiet,
        verbose=verbose,
    )


@click.command(short_help="Evaluate the bundled collection, from any folder.")
@warehouse_option
@format_options
@voice_options
def demo(
    warehouse: Path | None, format_name: str, output: Path | None, quiet: bool, verbose: bool
) -> None:
    """Evaluate the collection that comes with groundkit and append the run.

    \b
    Example:
      groundkit-wh demo
    """
    from groundkit.api.inputs import EXAMPLE
    from groundkit.files.resources import example_folder

    folder = example_folder()
    _evaluate(
        warehouse_path(warehouse, project()),
        folder / "corpus",
        folder / "judgments.jsonl",
        {},
        name=None,
        custom_categories={},
        names=(EXAMPLE, EXAMPLE),
        format_name=format_name,
        output=output,
        quiet=quiet,
        verbose=verbose,
    )


def _evaluate(
    path: Path,
    corpus: Path,
    judgments: Path,
    settings: dict[str, Any],
    *,
    columns: CorpusColumns | None = None,
    name: str | None,
    custom_categories: dict[str, bool],
    names: tuple[str | None, str | None],
    format_name: str,
    output: Path | None,
    quiet: bool,
    verbose: bool,
) -> None:
    from groundkit.api.evaluate import Settings, plan, refuse_warehouse_in_corpus
    from groundkit.api.inputs import read_inputs
    from groundkit.api.references import check_name
    from groundkit.api.warehouse import Warehouse
    from groundkit.categories import with_custom
    from groundkit.cli.progress import bar
    from groundkit.cli.writing import check_target, print_run

    check_target(format_name, output)
    if name is not None:
        check_name(name)
    planned = plan(Settings(**settings))
    refuse_warehouse_in_corpus(corpus, path)
    read = partial(
        read_inputs,
        corpus,
        judgments,
        columns=columns,
        categories=with_custom(custom_categories),
        corpus_name=names[0],
        judgments_name=names[1],
        max_document_bytes=planned.settings.max_document_bytes,
    )
    is_stored = path.exists() and not (corpus.exists() and judgments.exists())
    # Files are read before the warehouse is opened, so that bad ones leave others their access.
    inputs = None if is_stored else read()
    with Warehouse.open(path) as wh:
        inputs = inputs or read(stored=wh.session)
        run = wh.evaluate(inputs=inputs, name=name, progress=bar(quiet=quiet), **settings)
        print_run(run, format_name, output)
        if not quiet:
            _say_what_happened(wh, run, verbose, bool(planned.settings.stages))
            _say_what_was_loose(inputs)


def _say_what_happened(wh: Warehouse, run: Run, verbose: bool, has_stages: bool) -> None:
    done = run.evaluated
    if done is None:
        return
    say(f"appended run {run.run_id} ({done.appended.name}) to {wh.path}")
    if done.earlier_run:
        say(f"run {done.earlier_run} had the same results")
    else:
        say("no earlier run had the same results")
    if verbose:
        for loaded in done.loads:
            reused = loaded.num_items - loaded.num_new
            say(f"{loaded.kind}: {loaded.num_new} new, {reused} reused")
        say(f"ranked lists: {done.appended.num_new_lists} new")
    for stage, number in wh.query(_UNLOCATED, {"run_id": run.run_id}).rows if has_stages else ():
        passages = "1 passage" if number == 1 else f"{number} passages"
        say(f"{stage}: {passages} not located, stored without offsets (quality.unlocated_hit)")
    if any(loaded.kind == "judgments" and not loaded.num_items for loaded in done.loads):
        say("there are no judgments yet: add a line to the judgments file and run it again")
    else:
        say(f"ask next: {_question(wh, run)}")


def _say_what_was_loose(inputs: Inputs) -> None:
    """Say how many quotes do not stand in the text character for character."""
    loose = {
        (span.query_id, span.gold_index)
        for span in inputs.gold_spans
        if span.match_level != "exact"
    }
    if loose:
        verb = "quote matches" if len(loose) == 1 else "quotes match"
        say(f"{len(loose)} {verb} only loosely; `groundkit-wh judgments check` names them")


def _question(wh: Warehouse, run: Run) -> str:
    """Return a command line that asks a first question about a run."""
    default = str(wh.path) == str(DEFAULT_WAREHOUSE)
    option = "" if default else f" -w {shlex.quote(str(wh.path))}"
    return (
        f'groundkit-wh sql{option} "select stage, query_id, text from report.query_history '
        f"where run_id = '{run.run_id}' and reciprocal_rank = 0 order by all\""
    )
