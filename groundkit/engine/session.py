"""One connection to one warehouse: the only place that sends rows and fetches results.

Every result is drained before the next statement, because DuckDB 2 refuses a second
statement while the first still streams. Rows are sent as one JSON document a batch: that is
exact for every value that is stored here (strings with any code point, integers, float64 by
their shortest digits), needs no further library, and costs the same on every engine version.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

import duckdb

from groundkit.engine.failures import rejected, translated
from groundkit.errors import SqlRejected
from groundkit.table import Table

if TYPE_CHECKING:
    import pyarrow as pa

    Parameters = Mapping[str, Any]
    Structure = Mapping[str, Any]

_READING = frozenset({duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN})

_SWITCHES = re.compile(
    r'^\s*pragma\b|"?(enable|disable)_(logging|profiling)"?\s*\(|"?truncate_duckdb_logs"?\s*\(',
    re.IGNORECASE,
)
"""What changes the session although DuckDB 1.5 takes it for a SELECT."""

_INEXACT = frozenset(
    {
        "INTERVAL",
        "TIMESTAMP WITH TIME ZONE",
        "TIMESTAMP_NS",
        "TIME WITH TIME ZONE",
        "TIME_NS",
    }
)
"""Types that have no exact counterpart in Python; the engine writes their values itself."""

BATCH_CHARS = 8_000_000
"""Characters of JSON that are sent at once; bounds the memory of a bulk load."""

RECEIVED_ROWS = 122_880
"""Rows of one batch that passes from one session to another."""


def _reads(statement: duckdb.Statement) -> bool:
    try:
        return statement.type in _READING
    except ValueError:
        # A kind of statement that the client has no name for; none of those reads.
        return False


def identifier(name: str) -> str:
    """Return ``name`` quoted as a SQL identifier; dots are part of the name."""
    return '"' + name.replace('"', '""') + '"'


class Session:
    """A connection whose default catalog is the warehouse."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, path: str) -> None:
        self._connection = connection
        self.path = path

    def close(self) -> None:
        """Close the connection; a writer's file is checkpointed by that."""
        with translated(self.path):
            self._connection.close()

    def execute(self, sql: str, parameters: Parameters | None = None) -> None:
        """Run one or more statements and discard what they return."""
        with translated(self.path):
            self._connection.execute(sql, parameters or None)

    def rows(self, sql: str, parameters: Parameters | None = None) -> list[tuple[Any, ...]]:
        """Run a statement and return all its rows."""
        with translated(self.path):
            return self._connection.execute(sql, parameters or None).fetchall()

    def row(self, sql: str, parameters: Parameters | None = None) -> tuple[Any, ...] | None:
        """Run a statement and return its first row, or None when it has none."""
        rows = self.rows(sql, parameters)
        return rows[0] if rows else None

    def value(self, sql: str, parameters: Parameters | None = None) -> Any:
        """Run a statement that returns exactly one row, and return its first column."""
        ((value, *_),) = self.rows(sql, parameters)
        return value

    def table(self, sql: str, parameters: Parameters | None = None) -> Table:
        """Run a statement and return its rows with their column names."""
        with translated(self.path):
            cursor = self._connection.execute(sql, parameters or None)
            columns = tuple(column[0] for column in cursor.description or ())
            return Table(columns, tuple(cursor.fetchall()) if columns else ())

    def arrow(self, sql: str, parameters: Parameters | None = None) -> pa.Table:
        """Run a statement and return its rows as an Arrow table."""
        with translated(self.path):
            relation = self._connection.sql(sql, params=parameters or None)
            return cast("pa.Table", relation.to_arrow_table())

    def arrow_batches(self, sql: str, batch_rows: int) -> Iterator[pa.RecordBatch]:
        """Run a statement and yield its rows as Arrow batches of at most ``batch_rows`` rows.

        The iterator must be exhausted before the session is used again.
        """
        with translated(self.path):
            yield from self._connection.sql(sql).to_arrow_reader(batch_rows)

    def send(
        self, statement: str, structure: Structure, rows: Iterable[Sequence[Any]], **fixed: Any
    ) -> list[tuple[Any, ...]]:
        """Run ``statement`` once a batch of rows and return all that it returned.

        ``structure`` maps column names to engine types (``["varchar"]`` is a list of strings);
        every row has one value a column. The statement reads them from
        ``unnest(from_json($records::json, $structure), max_depth := 2)``; ``fixed`` are further
        named parameters. Without rows the statement is not run.
        """
        names = list(structure)
        shape = json.dumps([dict(structure)])
        returned: list[tuple[Any, ...]] = []
        batch: list[str] = []
        size = 0

        def flush() -> None:
            records = "[" + ",".join(batch) + "]"
            returned.extend(self.rows(statement, {"records": records, "structure": shape, **fixed}))

        for row in rows:
            entry = json.dumps(
                dict(zip(names, row, strict=True)), ensure_ascii=False, allow_nan=False
            )
            if batch and size + len(entry) > BATCH_CHARS:
                flush()
                batch, size = [], 0
            batch.append(entry)
            size += len(entry)
        if batch:
            flush()
        return returned

    def insert(self, table: str, structure: Structure, rows: Iterable[Sequence[Any]]) -> None:
        """Append rows to ``table``; the names of ``structure`` are its columns."""
        columns = ", ".join(identifier(name) for name in structure)
        schema, _, name = table.partition(".")
        self.send(
            f"insert into {identifier(schema)}.{identifier(name)} ({columns}) "
            f"select {columns} from ("
            "select unnest(from_json($records::json, $structure), max_depth := 2))",
            structure,
            rows,
        )

    def receive(self, statement: str, source: Session, sql: str) -> None:
        """Run ``statement`` with the relation ``received``: what ``sql`` returns in ``source``.

        Rows pass in batches and are never all in memory; no other statement may run meanwhile.
        """
        with translated(self.path):
            reader = source._connection.sql(sql).to_arrow_reader(RECEIVED_ROWS)
            self._connection.register("received", reader)
            try:
                self._connection.execute(statement)
            finally:
                self._connection.unregister("received")

    def read_only_table(self, statement: str, parameters: Parameters | None = None) -> Table:
        """Run one statement of a user's that can change nothing, and return its rows.

        Raises SqlRejected when the engine refuses it, or when it is no reading statement.
        """
        with self._reading(statement) as parsed:
            relation = self._connection.sql(parsed, params=parameters or None)
            columns = tuple(relation.columns)
            if any(str(kind) in _INEXACT for kind in relation.types):
                relation = relation.project(
                    ", ".join(
                        f"cast(#{number} as varchar)" if str(kind) in _INEXACT else f"#{number}"
                        for number, kind in enumerate(relation.types, start=1)
                    )
                )
            return Table(columns, tuple(relation.fetchall()))

    def read_only_arrow(self, statement: str, parameters: Parameters | None = None) -> pa.Table:
        """Run one statement as ``read_only_table`` does, and return an Arrow table."""
        with self._reading(statement) as parsed:
            relation = self._connection.sql(parsed, params=parameters or None)
            return cast("pa.Table", relation.to_arrow_table())

    @contextmanager
    def _reading(self, statement: str) -> Iterator[duckdb.Statement]:
        """Parse a user's statement and yield it inside a read-only transaction."""
        try:
            statement.encode()
        except UnicodeEncodeError as error:
            raise SqlRejected("the statement is not valid Unicode") from error
        with rejected():
            statements = self._connection.extract_statements(statement)
        if not statements:
            raise SqlRejected('the statement is empty; give one, such as "from report.leaderboard"')
        if len(statements) > 1:
            raise SqlRejected(f"expected one SQL statement, got {len(statements)}")
        if not _reads(statements[0]) or _SWITCHES.search(statement):
            raise SqlRejected(
                "only a statement that reads is allowed: SELECT, FROM, WITH, VALUES, DESCRIBE, "
                'SUMMARIZE or EXPLAIN; PIVOT as "from (pivot ... on ... in (...) using ...)"'
            )
        self.execute("begin transaction read only")
        try:
            with rejected(), translated(self.path):
                yield statements[0]
        finally:
            with translated(self.path, ignore_ended_transaction=True):
                self._connection.execute("rollback")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make everything inside one transaction: all of it is stored, or nothing."""
        self.execute("begin transaction")
        try:
            yield
        except BaseException:
            # The engine may have ended the transaction itself; that must not hide the cause.
            with translated(self.path, ignore_ended_transaction=True):
                self._connection.execute("rollback")
            raise
        self.execute("commit")
