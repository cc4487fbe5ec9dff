"""``import qrels`` and ``import beir``: grades of whole documents, and collections with them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from groundkit.cli.diagnostics import say
from groundkit.cli.options import (
    column_options,
    duplicate_option,
    format_options,
    project,
    voice_options,
    warehouse_option,
    warehouse_path,
)

if TYPE_CHECKING:
    from groundkit.api.import_labels import ImportedLabels
    from groundkit.files.corpus_columns import CorpusColumns


@click.command(short_help="Import qrels (TREC, BEIR, JSON) as judgments.")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--queries", metavar="FILE", help="Query texts: id<TAB>text, topics, or JSONL.")
@click.option("--corpus", metavar="PATH|NAME", help="Documents that are judged, on disk or stored.")
@click.option("--corpus-name", metavar="NAME", help="Their name, also where they are elsewhere.")
@click.option("--name", help="Name of the judgments.  [default: the file's]")
@duplicate_option("What to do with a document that has two grades for a query.")
@column_options
@warehouse_option
@format_options
@voice_options
def qrels(
    file: str,
    queries: str | None,
    corpus: str | None,
    corpus_name: str | None,
    name: str | None,
    on_duplicate: str,
    columns: CorpusColumns | None,
    warehouse: Path | None,
    format_name: str,
    output: Path | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Import FILE, grades of whole documents, as a judgment set.

    FILE is "query iteration document grade", BEIR's "query-id corpus-id score" below a header, or
    JSON {query: {document: grade}}; it may be compressed by gzip, and "-" is standard input.
    Without --corpus the documents are known by name only: everything but what needs texts works.

    \b
    Examples:
      groundkit-wh import qrels qrels.txt
      groundkit-wh import qrels qrels.txt --queries topics.tsv --corpus-name msmarco
      groundkit-wh import qrels qrels.txt --queries q.jsonl --corpus docs.csv \\
        --id-column id --text-column body
    """
    from groundkit.api.import_labels import import_qrels
    from groundkit.api.warehouse import Warehouse
    from groundkit.cli.writing import check_target

    check_target(format_name, output)
    with Warehouse.open(warehouse_path(warehouse, project())) as wh:
        imported = import_qrels(
            wh,
            file,
            queries=queries,
            corpus=corpus,
            columns=columns,
            corpus_name=corpus_name,
            name=name,
            keep_first=on_duplicate == "first",
        )
    _report(imported, format_name, output, quiet)


@click.command(short_help="Import a folder of BEIR as a collection.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--split", default="test", show_default=True, help="Which judgments: qrels/SPLIT.tsv")
@click.option("--name", help="Name of the corpus; judgments: NAME-SPLIT.  [default: the folder's]")
@duplicate_option("What to do with a document that has two grades for a query.")
@warehouse_option
@format_options
@voice_options
def beir(
    folder: Path,
    split: str,
    name: str | None,
    on_duplicate: str,
    warehouse: Path | None,
    format_name: str,
    output: Path | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Import DIR, laid out as BEIR does: corpus.jsonl, queries.jsonl and qrels/*.tsv.

    Afterwards it can be evaluated by its names, wherever the folder has gone.

    \b
    Example:
      groundkit-wh import beir scifact
      groundkit-wh eval --corpus scifact --judgments scifact-test
    """
    from groundkit.api.import_labels import import_beir
    from groundkit.api.warehouse import Warehouse
    from groundkit.cli.writing import check_target

    check_target(format_name, output)
    with Warehouse.open(warehouse_path(warehouse, project())) as wh:
        imported = import_beir(
            wh, folder, split=split, name=name, keep_first=on_duplicate == "first"
        )
    _report(imported, format_name, output, quiet)


def _report(imported: ImportedLabels, format_name: str, output: Path | None, quiet: bool) -> None:
    from groundkit.cli.writing import write_table

    write_table(imported.table(), format_name, output)
    if quiet:
        return
    for note in imported.notes:
        say(f"note: {note}")
    for finding in imported.findings:
        say(finding.line())
    if not any(load.num_new for load in imported.loads):
        say("all of this was there already; nothing was added")
