"""Every table and report view as a Parquet file, with a manifest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from groundkit.engine.connection import engine_version
from groundkit.engine.session import Session, identifier
from groundkit.errors import InputError
from groundkit.files.atomic import atomic_path, write_atomically
from groundkit.files.resources import query
from groundkit.identity import canonical_json, sha256_hex
from groundkit.version import VERSION

ROW_GROUP = 100_000
PRIVATE_COLUMNS = {
    "core.corpus_document": ("title", "metadata"),
    "core.document_text": ("text",),
    "core.gold": ("quote", "prefix", "suffix"),
    "core.posting": ("term",),
    "core.query": ("notes", "answer", "expected_keywords"),
}
"""Columns from which document text could be read; they leave only with ``with_text``."""


def export(session: Session, folder: Path, *, with_text: bool = False) -> list[Path]:
    """Write ``SCHEMA.NAME.parquet`` for every table and report view, and ``manifest.json``.

    Rows are sorted by all columns from left to right, so equal warehouses give equal files.
    Returns the paths written, the manifest last. Raises InputError when ``folder`` cannot be
    written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise InputError(f"{folder}: is a file; name a folder to write into") from error
    except OSError as error:
        raise InputError(f"{folder}: cannot be made: {error.strerror}") from error
    written: list[Path] = []
    entries: list[dict[str, Any]] = []
    for schema, name, kind in session.rows(query("exported_objects")):
        full_name = f"{schema}.{name}"
        columns = _columns(session, schema, name)
        private = () if with_text else PRIVATE_COLUMNS.get(full_name, ())
        kept = [column for column in columns if column not in private]
        path = folder / f"{full_name}.parquet"
        num_rows = _write(session, schema, name, kept, path)
        written.append(path)
        entries.append(
            {
                "object": full_name,
                "kind": kind,
                "file": path.name,
                "rows": num_rows,
                "columns": kept,
                "left_out": list(private),
                "sha256": sha256_hex(path.read_bytes()),
            }
        )
    manifest = folder / "manifest.json"
    write_atomically(
        manifest,
        canonical_json(
            {
                "groundkit_version": VERSION,
                "duckdb_version": engine_version(),
                "with_text": with_text,
                "objects": entries,
            }
        ).encode()
        + b"\n",
    )
    return [*written, manifest]


def _columns(session: Session, schema: str, name: str) -> list[str]:
    return [
        column
        for (column,) in session.rows(
            "select column_name from duckdb_columns() where database_name = 'warehouse' "
            "and schema_name = $schema and table_name = $name order by column_index",
            {"schema": schema, "name": name},
        )
    ]


def _write(session: Session, schema: str, name: str, columns: list[str], path: Path) -> int:
    import pyarrow as pa
    import pyarrow.parquet as pq

    listed = ", ".join(identifier(column) for column in columns)
    statement = (
        f"select {listed} from {identifier(schema)}.{identifier(name)} "
        f"order by {', '.join(f'{identifier(column)} nulls first' for column in columns)}"
    )
    num_rows = 0
    with atomic_path(path) as temporary:
        writer: pq.ParquetWriter | None = None
        pending: list[pa.RecordBatch] = []
        held = 0
        reader_schema = None
        for batch in session.arrow_batches(statement, ROW_GROUP):
            reader_schema = batch.schema
            if writer is None:
                writer = pq.ParquetWriter(temporary, reader_schema, compression="zstd")
            pending.append(batch)
            held += batch.num_rows
            num_rows += batch.num_rows
            if held >= ROW_GROUP:
                writer.write_table(pa.Table.from_batches(pending), ROW_GROUP)
                pending, held = [], 0
        if writer is None:
            empty = session.arrow(f"{statement} limit 0")
            writer = pq.ParquetWriter(temporary, empty.schema, compression="zstd")
            writer.write_table(empty)
        elif pending:
            writer.write_table(pa.Table.from_batches(pending), ROW_GROUP)
        writer.close()
    return num_rows
