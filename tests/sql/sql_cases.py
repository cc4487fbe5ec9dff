"""Reads view cases, which are folders of CSV files, and fills the warehouse with them.

A case is ``tests/sql/<schema>/<view or macro>/<what it shows>/``:

- one ``<schema>.<table>.csv`` per input table, with only the columns that the case needs;
- for a macro, ``call.sql``: one select that calls it, with an order wherever it returns rows;
- ``expect.csv``: the columns to be compared, by name; a header alone means no rows;
- ``why.txt``, optional: the arithmetic behind the numbers, or the reason behind the rows.

A cell is read by the type of its column. An empty cell is NULL and ``""`` is the empty string;
lists and objects are written as JSON; timestamps as ``2026-01-31 12:00:00``.

A column that a file leaves out is NULL where the table allows it, else the neutral value of its
type (``NEUTRAL``). So a case with one corpus need not name it: every ``corpus_hash`` is then
the empty string, and they meet. Nothing is relevant, answerable or ``ok`` unless the case says so.

The rows of ``meta.measure`` are those of the migrations unless the case has ``meta.measure.csv``,
which replaces them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from groundkit.engine import migrations
from groundkit.engine.connection import open_memory_session
from groundkit.engine.session import Session

CASES = Path(__file__).resolve().parent
"""The folder whose subfolders are schemas."""

EXPECT = "expect.csv"
CALL = "call.sql"
WHY = "why.txt"
MEASURES = "meta.measure"

NEUTRAL: Mapping[str, Any] = {
    "VARCHAR": "",
    "INTEGER": 0,
    "BIGINT": 0,
    "DOUBLE": 0.0,
    "BOOLEAN": False,
    "TIMESTAMP": "2000-01-01 00:00:00",
    "JSON": "{}",
    "VARCHAR[]": [],
}
"""What a NOT NULL column holds that a case leaves out, by the type of the column."""

Row = Mapping[str, Any]
_CELL = re.compile(r'"((?:[^"]|"")*)"(,|\r?\n|\Z)|([^",\n]*?)(,|\r?\n|\Z)')


class Cells(NamedTuple):
    """A CSV file: text cells, None for an empty cell that is not quoted."""

    columns: tuple[str, ...]
    rows: list[tuple[str | None, ...]]


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    name: str
    type: str
    """As the catalog spells it, such as ``VARCHAR[]``."""
    nullable: bool


def case_folders() -> list[Path]:
    """Return the folder of every case, sorted."""
    return sorted(path for path in CASES.glob("[a-z]*/[a-z]*/[a-z]*") if path.is_dir())


def case_id(folder: Path) -> str:
    """Return the name of a case: ``schema/view/what_it_shows``."""
    return folder.relative_to(CASES).as_posix()


def case_object(folder: Path) -> str:
    """Return the qualified name of the view or macro that a case is about."""
    return ".".join(folder.relative_to(CASES).parts[:2])


class CaseWarehouse:
    """A new warehouse in memory, with all tables, views and macros and without content."""

    def __init__(self) -> None:
        self.session: Session = open_memory_session()
        migrations.migrate(self.session)
        self.tables: Mapping[str, tuple[Column, ...]] = _tables(self.session)
        """The columns of every table by its qualified name."""

    def __repr__(self) -> str:
        """Return a short name, for the messages of failing tests."""
        return "CaseWarehouse()"

    def fill(self, table: str, rows: Sequence[Row]) -> None:
        """Append rows; what a row leaves out is NULL or the neutral value of the type.

        Raises ValueError for a column that the table does not have.
        """
        columns = self.tables[table]
        unknown = {name for row in rows for name in row} - {column.name for column in columns}
        if unknown:
            raise ValueError(f"{table} has no column {min(unknown)}")
        self.session.insert(
            table,
            {column.name: _sent_as(column.type) for column in columns},
            (
                [
                    row.get(column.name, None if column.nullable else NEUTRAL[column.type])
                    for column in columns
                ]
                for row in rows
            ),
        )

    @contextmanager
    def rolled_back(self) -> Iterator[None]:
        """Undo everything that is done inside."""
        self.session.execute("begin transaction")
        try:
            yield
        finally:
            self.session.execute("rollback")


def read_cells(path: Path) -> Cells:
    """Read a CSV file; raises ValueError naming file and line for a broken one."""
    text = path.read_text(encoding="utf-8")
    rows: list[tuple[str | None, ...]] = []
    row: list[str | None] = []
    position = 0
    while position < len(text) or row:
        cell = _CELL.match(text, position)
        if cell is None:
            raise ValueError(f"{path}:{text.count(chr(10), 0, position) + 1}: not a CSV cell")
        quoted, bare = cell[1], cell[3]
        row.append(bare or None if quoted is None else quoted.replace('""', '"'))
        position = cell.end()
        if not (cell[2] or cell[4] or "").startswith(","):
            rows.append(tuple(row))
            row = []
    if not rows:
        raise ValueError(f"{path}:1: expected a header")
    header, *body = rows
    for number, cells in enumerate(body, start=2):
        if len(cells) != len(header):
            raise ValueError(f"{path}: row {number} has {len(cells)} cells, not {len(header)}")
    return Cells(tuple(name or "" for name in header), body)


def typed(cell: str | None, of_type: str) -> Any:
    """Return the value of a cell as the engine returns values of that type.

    Timestamps and JSON stay text, which is what they are sent and compared as.
    """
    if cell is None or of_type in ("VARCHAR", "JSON", "TIMESTAMP"):
        return cell
    if of_type in ("INTEGER", "BIGINT", "HUGEINT"):
        return int(cell)
    if of_type == "DOUBLE":
        return float(cell)
    if of_type == "BOOLEAN":
        return {"true": True, "false": False}[cell]
    if of_type.endswith("[]"):
        return json.loads(cell)
    raise ValueError(f"no rule for cells of type {of_type}")


def load_case(warehouse: CaseWarehouse, folder: Path) -> None:
    """Fill the tables of a case; to be called inside ``rolled_back``."""
    for path in sorted(folder.glob("*.csv")):
        if path.name == EXPECT:
            continue
        cells = read_cells(path)
        types = {column.name: column.type for column in warehouse.tables[path.stem]}
        rows = [
            {name: typed(cell, types[name]) for name, cell in zip(cells.columns, row, strict=True)}
            for row in cells.rows
        ]
        if path.stem == MEASURES:
            warehouse.session.execute("delete from meta.measure")
        warehouse.fill(path.stem, rows)


def expected_and_found(warehouse: CaseWarehouse, folder: Path) -> tuple[list[Any], list[Any]]:
    """Return the rows of ``expect.csv`` and those that the engine returns for its columns.

    A view has no order, so both are sorted; a macro's rows stay as ``call.sql`` returns them.
    """
    session = warehouse.session
    cells = read_cells(folder / EXPECT)
    call = folder / CALL
    is_call = call.exists()
    query = (
        call.read_text(encoding="utf-8").rstrip().removesuffix(";")
        if is_call
        else f"from {case_object(folder)}"
    )
    types = {name: of_type for name, of_type, *_ in session.rows(f"describe {query}")}
    unknown = set(cells.columns) - set(types)
    if unknown:
        raise ValueError(f"{folder / EXPECT}: no column {min(unknown)} in {case_object(folder)}")
    expected = [
        tuple(typed(cell, types[name]) for name, cell in zip(cells.columns, row, strict=True))
        for row in cells.rows
    ]
    found = [
        tuple(_comparable(row[name], types[name]) for name in cells.columns)
        for row in session.table(query).as_dicts()
    ]
    if is_call:
        return expected, found
    return sorted(expected, key=repr), sorted(found, key=repr)


def _comparable(value: Any, of_type: str) -> Any:
    return str(value) if of_type == "TIMESTAMP" and value is not None else value


def _tables(session: Session) -> dict[str, tuple[Column, ...]]:
    found: dict[str, tuple[Column, ...]] = {}
    for schema, table, name, of_type, nullable in session.rows(
        "select columns.schema_name, columns.table_name, columns.column_name, columns.data_type, "
        "columns.is_nullable from duckdb_columns() as columns "
        "semi join duckdb_tables() as tables "
        "using (database_name, schema_name, table_name) "
        "where columns.database_name = 'warehouse' "
        "order by columns.schema_name, columns.table_name, columns.column_index"
    ):
        key = f"{schema}.{table}"
        found[key] = (*found.get(key, ()), Column(name, of_type, nullable))
    return found


def _sent_as(of_type: str) -> str | list[str]:
    if of_type == "VARCHAR[]":
        return ["varchar"]
    return "varchar" if of_type in ("TIMESTAMP", "JSON") else of_type
