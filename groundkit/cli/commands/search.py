"""``search``: look into a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from groundkit.cli.commands.evaluate import settings_options
from groundkit.cli.diagnostics import say
from groundkit.cli.options import format_options, project, voice_options
from groundkit.errors import UsageError


@click.command(short_help="Look into a corpus: passages with file and line.")
@click.argument("words", metavar="QUERY")
@click.option("--corpus", type=click.Path(path_type=Path), help="Folder of the documents.")
@settings_options
@format_options
@voice_options
def search(
    words: str,
    corpus: Path | None,
    format_name: str,
    output: Path | None,
    quiet: bool,
    verbose: bool,
    **options: Any,
) -> None:
    """Rank the passages of a corpus for QUERY, with `file:line`, score and snippet.

    This is the way to the first labels: find a passage, quote a short piece of it that occurs
    once, and ask for it in other words. Nothing is stored.

    \b
    Examples:
      groundkit-wh search "retry delay"
      groundkit-wh search "retry delay" --corpus docs --top-k 3
    """
    from groundkit.api.evaluate import Settings
    from groundkit.api.search import search as run_search
    from groundkit.cli.progress import bar
    from groundkit.cli.writing import write_table

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
    found = run_search(words, folder, Settings(**chosen), progress=bar(quiet=quiet))
    write_table(found, format_name, output)
    if not found.rows and not quiet:
        say(f"no passage in {folder} contains any of these words")
    elif verbose:
        say(f"searched {folder}")
