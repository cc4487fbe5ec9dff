"""``search``: look into a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from groundkit.cli.commands.evaluate import settings_options
from groundkit.cli.diagnostics import say
from groundkit.cli.options import (
    column_options,
    columns_of,
    format_options,
    project,
    voice_options,
    warehouse_path,
)
from groundkit.errors import UsageError

if TYPE_CHECKING:
    from groundkit.files.corpus_columns import CorpusColumns


@click.command(short_help="Look into a corpus: passages with file and line.")
@click.argument("words", metavar="QUERY")
@click.option("--corpus", type=click.Path(path_type=Path), help="Folder or file of the documents.")
@column_options
@settings_options
@format_options
@voice_options
def search(
    words: str,
    corpus: Path | None,
    columns: CorpusColumns | None,
    format_name: str,
    output: Path | None,
    quiet: bool,
    verbose: bool,
    **options: Any,
) -> None:
    """Rank the passages of a corpus for QUERY, with `file:line`, score and snippet.

    This is the way to the first labels: find a passage, and make a label of it with `judgments
    add --from-hit`. Nothing is stored but where the hits stand, without text, in a small file
    beside the project's warehouse.

    \b
    Examples:
      groundkit-wh search "retry delay"
      groundkit-wh search "retry delay" --corpus docs --top-k 3
    """
    from groundkit.api.evaluate import Settings
    from groundkit.api.search import find_passages
    from groundkit.cli.progress import bar
    from groundkit.cli.writing import write_table
    from groundkit.files.last_search import remember

    configured = project()
    folder = corpus or configured.paths.get("corpus")
    if folder is None:
        folder = Path("evals") / "corpus"
        if not folder.exists():
            raise UsageError(
                "no corpus: give --corpus FOLDER, or run `groundkit-wh init` in your project"
            )
    chosen = {key: value for key, value in configured.eval.items() if key != "name"}
    chosen.update((key, value) for key, value in options.items() if value is not None)
    if configured.max_document_bytes is not None:
        chosen["max_document_bytes"] = configured.max_document_bytes
    found = find_passages(
        words,
        folder,
        Settings(**chosen),
        columns=columns_of(folder, columns, configured),
        progress=bar(quiet=quiet),
    )
    remembered = remember(warehouse_path(None, configured).parent, found.search)
    write_table(found.table, format_name, output)
    if not found.table.rows and not quiet:
        say(f"no passage in {folder} contains any of these words")
    elif verbose:
        say(f"searched {folder}")
        if remembered is not None:
            say("make a label of hit N: groundkit-wh judgments add --from-hit N --query QUESTION")
