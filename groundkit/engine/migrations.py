"""Brings the tables and views of a warehouse to this program's version, and checks them.

Tables change only by the numbered files in ``sql/migrations/``, each with its record in one
transaction. Views are rebuilt in full when the fingerprint of their files changes. Nothing of
this happens by itself: a new file gets everything, an older one is refused until
``groundkit-wh db migrate``, a newer one is refused for good.
"""

from __future__ import annotations

import datetime
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from groundkit.engine.session import Session
from groundkit.errors import WarehouseError
from groundkit.files import resources
from groundkit.identity import sha256_hex
from groundkit.version import VERSION

LAYERS = ("bm25", "relevance", "measure", "report", "quality")
"""Schemas that hold nothing but views and macros, in the order in which they are read."""

_CREATES = re.compile(r"^create table (\S+) \(", re.MULTILINE)
_HEADER = re.compile(r"-- (?P<key>Reads): +(?P<names>.*)")


class Migration(NamedTuple):
    """One numbered change of the tables."""

    number: int
    name: str
    sql: str
    checksum: str


class ViewFile(NamedTuple):
    """One file of ``sql/views/``: a view or macro with its comments."""

    name: str
    """Qualified name, as on the file's first line."""
    reads: tuple[str, ...]
    """What the header says it reads."""
    sql: str


class Status(NamedTuple):
    """How a warehouse stands to this program."""

    kind: str
    """``empty``, ``current``, ``older``, ``newer``, ``foreign`` or ``damaged``."""
    applied: int
    """Highest migration applied; 0 when there is none."""
    views_current: bool
    message: str
    """What is wrong and what to do, in one line; empty when current."""


@cache
def migrations() -> tuple[Migration, ...]:
    """Return this program's migrations in ascending order."""
    found = []
    for path in sorted((resources.sql_folder() / "migrations").glob("*.sql")):
        number, _, name = path.stem.partition("_")
        sql = path.read_text(encoding="utf-8")
        found.append(Migration(int(number), name, sql, sha256_hex(sql.encode())))
    return tuple(found)


@cache
def _view_sql() -> dict[Path, str]:
    folder = resources.sql_folder() / "views"
    return {path: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*/*.sql"))}


@cache
def view_files() -> tuple[ViewFile, ...]:
    """Return the files of all views and macros, each after those it reads."""
    import graphlib

    files = {
        _object_name(path): ViewFile(_object_name(path), _reads(sql), sql)
        for path, sql in _view_sql().items()
    }
    order = graphlib.TopologicalSorter(
        {name: [read for read in file.reads if read in files] for name, file in files.items()}
    )
    for name, file in files.items():
        # Macros named in a formula are found by their use; a header lists relations only.
        used = [other for other in files if other != name and f"{other}(" in file.sql]
        order.add(name, *used)
    return tuple(files[name] for name in order.static_order())


@cache
def view_fingerprint() -> str:
    """Return the SHA-256 over the SQL of all views and macros, by path."""
    return sha256_hex("\0".join(_view_sql().values()).encode())


def status(session: Session) -> Status:
    """Compare a warehouse with this program, without changing it."""
    tables = {
        f"{schema}.{table}"
        for schema, table in session.rows(
            "select schema_name, table_name from duckdb_tables() where database_name = 'warehouse'"
        )
    }
    if not tables and not _has_other_objects(session):
        return Status("empty", 0, False, f"{session.path}: the file is empty")
    if "meta.migration" not in tables:
        return Status(
            "foreign",
            0,
            False,
            f"{session.path}: a DuckDB file, but not a groundkit warehouse; "
            "name another with --warehouse",
        )
    applied = session.rows(
        "select number, name, checksum, groundkit_version from meta.migration order by number"
    )
    known = {migration.number: migration for migration in migrations()}
    last = max((number for number, *_ in applied), default=0)
    if last > max(known):
        newest = applied[-1][3]
        return Status(
            "newer",
            last,
            False,
            f"{session.path}: written by groundkit {newest} (schema {last}), newer than this "
            f"groundkit {VERSION} (schema {max(known)}); upgrade groundkit-warehouse",
        )
    for expected, (number, name, checksum, _) in enumerate(applied, start=1):
        if number != expected or checksum != known[number].checksum:
            return Status(
                "damaged",
                last,
                False,
                f"{session.path}: half-migrated: migration {expected} ({name}) is not the one of "
                f"groundkit {VERSION}; restore the file from a copy",
            )
    for migration in known.values():
        for table in _CREATES.findall(migration.sql):
            if (table in tables) != (migration.number <= last):
                state = "there already" if table in tables else "missing"
                return Status(
                    "damaged",
                    last,
                    False,
                    f"{session.path}: half-migrated: table {table} of migration "
                    f"{migration.number} is {state}; restore the file from a copy",
                )
    fingerprint = session.row("select fingerprint from meta.view_build")
    views_current = fingerprint is not None and fingerprint[0] == view_fingerprint()
    if last < max(known) or not views_current:
        what = (
            f"schema {last}, this groundkit {VERSION} needs schema {max(known)}"
            if last < max(known)
            else f"its views are not those of groundkit {VERSION}"
        )
        return Status(
            "older",
            last,
            views_current,
            f"{session.path}: {what}; run `groundkit-wh db migrate -w {session.path}`",
        )
    return Status("current", last, True, "")


def _has_other_objects(session: Session) -> bool:
    return bool(
        session.value(
            "select (select count(*) from duckdb_views() where database_name = 'warehouse' "
            "and not internal) + (select count(*) from duckdb_sequences() "
            "where database_name = 'warehouse')"
        )
    )


def missing_objects(session: Session) -> list[str]:
    """Return the views and macros of this version that the warehouse does not have."""
    present = {
        f"{schema}.{name}"
        for schema, name in session.rows(
            "select schema_name, view_name from duckdb_views() where database_name = 'warehouse' "
            "union all select schema_name, function_name from duckdb_functions() "
            "where database_name = 'warehouse'"
        )
    }
    return [file.name for file in view_files() if file.name not in present]


def migrate(session: Session) -> list[str]:
    """Bring tables and views up to date and return what was done, a line each.

    Each migration is one transaction with its record; a new warehouse is made in one. Raises
    WarehouseError when the file is newer, damaged, or no warehouse.
    """
    found = status(session)
    if found.kind in ("newer", "damaged", "foreign"):
        raise WarehouseError(found.message)
    if found.kind == "empty":
        with session.transaction():
            for migration in migrations():
                _apply(session, migration)
            _build_views(session)
        return [f"created {session.path} with schema {migrations()[-1].number}"]
    done = []
    for migration in migrations()[found.applied :]:
        with session.transaction():
            _apply(session, migration)
        done.append(f"applied migration {migration.number} ({migration.name})")
    if not found.views_current or missing_objects(session):
        with session.transaction():
            _build_views(session)
        done.append(f"rebuilt {len(view_files())} views and macros")
    return done


def date(session: Session) -> None:
    """Date the migrations and views of a new warehouse to now: a template is older."""
    with session.transaction():
        session.execute("update meta.migration set applied_at = $now", {"now": _now()})
        session.execute("update meta.view_build set built_at = $now", {"now": _now()})


def _apply(session: Session, migration: Migration) -> None:
    session.execute(migration.sql)
    session.execute(
        "insert into meta.migration values ($number, $name, $checksum, $now, $version)",
        {
            "number": migration.number,
            "name": migration.name,
            "checksum": migration.checksum,
            "now": _now(),
            "version": VERSION,
        },
    )


def _build_views(session: Session) -> None:
    for schema in reversed(LAYERS):
        session.execute(f"drop schema if exists {schema} cascade")
    for (view,) in session.rows(
        "select view_name from duckdb_views() "
        "where database_name = 'warehouse' and schema_name = 'core' and not internal"
    ):
        session.execute(f'drop view core."{view}"')
    session.execute((resources.sql_folder() / "views" / "layers.sql").read_text(encoding="utf-8"))
    session.execute("\n".join(file.sql for file in view_files()))
    session.execute("delete from meta.view_build")
    session.execute(
        "insert into meta.view_build values ($fingerprint, $now, $version)",
        {"fingerprint": view_fingerprint(), "now": _now(), "version": VERSION},
    )


def build_formulas(session: Session) -> None:
    """Make the measure formulas, and nothing else, in a session that holds no warehouse."""
    session.execute("create schema measure")
    session.execute(
        "\n".join(
            file.sql
            for file in view_files()
            if file.name.startswith("measure.") and "create or replace macro" in file.sql
        )
    )


def _object_name(path: Path) -> str:
    return f"{path.parent.name.partition('_')[2]}.{path.stem}"


def _reads(sql: str) -> tuple[str, ...]:
    for line in sql.splitlines():
        header = _HEADER.match(line)
        if header:
            return tuple(name.strip() for name in header["names"].split(",") if "." in name)
    return ()


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
