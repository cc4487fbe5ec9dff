"""``export``: Parquet for dashboards."""

from __future__ import annotations

from pathlib import Path

import click

from groundkit.cli.diagnostics import say
from groundkit.cli.options import project, voice_options, warehouse_option, warehouse_path


@click.command(short_help="Write every table and report view as Parquet.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--with-text", is_flag=True, help="Include document text and quotes.")
@warehouse_option
@voice_options
def export(
    folder: Path, with_text: bool, warehouse: Path | None, quiet: bool, verbose: bool
) -> None:
    """Write one zstd Parquet file per table and report view into DIR, and a manifest.json.

    Document text, titles, quotes and index terms stay in the warehouse unless --with-text.

    \b
    Example:
      groundkit-wh export dashboard
    """
    from groundkit.api.warehouse import Warehouse
    from groundkit.cli.writing import write_text
    from groundkit.output.values import visible

    with Warehouse.open(warehouse_path(warehouse, project()), read_only=True) as wh:
        written = wh.export(folder, with_text=with_text)
    write_text("".join(f"{visible(str(path))}\n" for path in written), None)
    if not quiet:
        say(f"wrote {len(written)} files to {folder}")
    if verbose and not with_text:
        say("document text and quotes were left out; --with-text includes them")
