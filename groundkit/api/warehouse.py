"""The warehouse as a Python object."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from groundkit.api import references
from groundkit.api.summary import Summary, summary, summary_tables
from groundkit.engine import migrations
from groundkit.engine.connection import Mode, open_session, require_file
from groundkit.engine.session import Session
from groundkit.engine.template import copy_template
from groundkit.errors import UsageError, WarehouseError, WarehouseInUse, unknown_name
from groundkit.files.resources import query
from groundkit.progress import Progress, silent
from groundkit.table import Table

if TYPE_CHECKING:
    import pyarrow as pa

    from groundkit.api.evaluate import Evaluated
    from groundkit.api.inputs import Inputs
    from groundkit.files.corpus_columns import CorpusColumns


class Run:
    """One stored run."""

    def __init__(
        self, warehouse: Warehouse, run_id: str, evaluated: Evaluated | None = None
    ) -> None:
        self._warehouse = warehouse
        self.run_id = run_id
        """UUIDv7."""
        self.evaluated = evaluated
        """What the evaluation that made the run stored and reused; None for a run looked up."""

    def summary(self) -> Summary:
        """Return the report views' rows of this run as Arrow tables."""
        return summary(self._warehouse.session, self.run_id)

    def tables(self) -> dict[str, Table]:
        """Return the summary as plain rows: ``run``, ``stages``, ``categories``, ``deltas``."""
        return summary_tables(self._warehouse.session, self.run_id)

    def queries(self) -> Table:
        """Return one row per query and stage: status, hits, rank of the first relevant hit."""
        return self._warehouse.session.table(query("run_queries"), {"run_id": self.run_id})

    def __repr__(self) -> str:
        """Return the run with its id."""
        return f"Run({self.run_id!r})"


class Warehouse:
    """One DuckDB file that keeps every run for ever.

    Use it as a context manager::

        with Warehouse.open("runs/warehouse.duckdb") as wh:
            run = wh.evaluate(corpus="evals/corpus", judgments="evals/judgments.jsonl")
            print(run.summary().stages)
    """

    def __init__(self, path: Path, mode: Mode, threads: int | None) -> None:
        self.path = path
        self._mode = mode
        self._threads = threads
        self._session: Session | None = None
        self._closed = False

    @classmethod
    def open(cls, path: str | Path, *, read_only: bool = False, threads: int | None = None) -> Self:
        """Open the warehouse at ``path``.

        For writing (the default), a file that does not exist is made by the first thing that is
        stored. ``threads`` bounds the engine's threads and changes no result. Raises
        WarehouseError when an existing file is no warehouse, is in use, or is of another version.
        """
        warehouse = cls(Path(path), "read" if read_only else "write", threads)
        if read_only or warehouse.path.exists():
            _ = warehouse.session
        return warehouse

    @property
    def session(self) -> Session:
        """The connection, opened and checked when it is first needed."""
        if self._closed:
            raise UsageError(f"{self.path}: the warehouse was closed; open it again")
        if self._session is None:
            self._session = self._open(self._mode)
        return self._session

    def close(self) -> None:
        """Close the file; other processes can open it then."""
        self._closed = True
        if self._session is not None:
            self._session.close()
            self._session = None

    def __enter__(self) -> Self:
        """Return the warehouse."""
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the file."""
        self.close()

    def evaluate(
        self,
        corpus: str | Path | None = None,
        judgments: str | Path | None = None,
        *,
        columns: CorpusColumns | None = None,
        inputs: Inputs | None = None,
        name: str | None = None,
        categories: Mapping[str, bool] | None = None,
        progress: Progress = silent,
        **settings: Any,
    ) -> Run:
        """Evaluate a corpus with judgments and append the run.

        ``corpus`` is a folder, or a file whose ``columns`` say what is what, and ``judgments`` a
        JSONL file; or each is a name or hash of what is stored; or ``inputs`` has both.
        ``categories`` are a project's own beside the built-in ones: name to whether its queries
        are answerable. ``settings`` are the fields of ``Settings``: chunker, chunk_size,
        chunk_overlap, top_k, k1, b, timed, max_document_bytes, and stages, a mapping of names to
        callables ``(query_text, depth) -> ranked (doc, start, end, score)``.

        Raises UsageError for settings, InputError for files (with every problem found) and
        WarehouseError for the warehouse, which is then as before.
        """
        from groundkit.api.evaluate import Settings, evaluate, plan, refuse_warehouse_in_corpus
        from groundkit.api.inputs import read_inputs
        from groundkit.categories import with_custom

        self._require_writable()
        if name is not None:
            references.check_name(name)
        unknown = set(settings) - set(Settings.__dataclass_fields__)
        if unknown:
            raise UsageError(unknown_name("setting", min(unknown), Settings.__dataclass_fields__))
        planned = plan(Settings(**settings))
        if inputs is None:
            if corpus is None or judgments is None:
                raise UsageError("evaluate() needs a corpus and judgments")
            refuse_warehouse_in_corpus(Path(corpus), self.path)
            inputs = read_inputs(
                Path(corpus),
                Path(judgments),
                columns=columns,
                categories=with_custom(categories or {}),
                max_document_bytes=planned.settings.max_document_bytes,
                stored=self.session if self.path.exists() else None,
            )
        refuse_warehouse_in_corpus(inputs.root, self.path)
        evaluated = evaluate(self.session, inputs, planned, name=name, progress=progress)
        return Run(self, evaluated.appended.run_id, evaluated)

    def demo(self, *, name: str | None = None, **settings: Any) -> Run:
        """Evaluate the collection that comes with groundkit, and append the run."""
        from groundkit.api.inputs import read_example

        return self.evaluate(inputs=read_example(), name=name, **settings)

    def run(self, reference: str = references.LATEST) -> Run:
        """Return the run that ``reference`` means: an id, a unique prefix, a name, ``latest``."""
        return Run(self, references.find_run(self.session, reference))

    def runs(self) -> Table:
        """Return one row per stage of every run, newest run first."""
        return self.session.table(query("runs"))

    def leaderboard(self) -> Table:
        """Return ``report.leaderboard``: every distinct result, best first."""
        return self.session.table(query("leaderboard"))

    def rename_run(self, reference: str, name: str) -> str:
        """Give a run another name and return its id; everything else of a run is for ever."""
        self._require_writable()
        references.check_name(name)
        require_file(self.path)
        run_id = references.find_run(self.session, reference)
        with self.session.transaction():
            self.session.execute(
                "update core.run set name = $name where run_id = $run_id",
                {"name": name, "run_id": run_id},
            )
        return run_id

    def sql(self, statement: str, parameters: Mapping[str, Any] | None = None) -> pa.Table:
        """Run one read-only SQL statement and return its rows as an Arrow table.

        Raises SqlRejected when the engine refuses it, or when it would change anything.
        """
        return self.session.read_only_arrow(statement, parameters)

    def query(self, statement: str, parameters: Mapping[str, Any] | None = None) -> Table:
        """Run one read-only SQL statement and return its rows as plain values."""
        return self.session.read_only_table(statement, parameters)

    def schema(self) -> Table:
        """Return the data dictionary: every object and column with its comment."""
        return self.session.table(query("dictionary"))

    def info(self) -> Table:
        """Return what the warehouse is: path, size, versions, and how much it holds."""
        from groundkit.api.info import info

        return info(self.session)

    def verify(self) -> Table:
        """Return one (check, place, problem) row for everything that is wrong; none when sound."""
        from groundkit.api.verify import verify

        return verify(self.session)

    def add_measure(self, name: str, *, level: str | None = None) -> None:
        """Add a measure such as ``nDCG@7`` to what the views compute, for all of history.

        ``level`` is what a hit is matched to: ``chunk``, ``unit``, ``character``, ``list`` or
        ``document``; without it the first of them at which the measure exists. Nothing happens
        when it is there already. Raises UsageError for a name that no view computes.
        """
        from groundkit.load.measures import store_measure

        self._require_writable()
        with self.session.transaction():
            store_measure(self.session, name, level)

    def measures(
        self,
        names: Iterable[str],
        runs: Iterable[str] = (references.LATEST,),
        *,
        level: str | None = None,
        population: str | None = None,
        per_query: bool = False,
    ) -> Table:
        """Return chosen measures of stored runs, of any cutoff and parameters.

        One row per run, stage and measure with the mean and its number of queries, or with
        ``per_query`` one per query. ``level`` is what a hit is matched to; without it, chunks
        where the runs have chunks and documents where they have none. ``population`` says which
        queries a mean is over: ``judged``, every answerable one, or ``intersection``, those with
        a hit. Raises UsageError for what is not known.
        """
        from groundkit.api.measure_runs import measure_runs

        return measure_runs(
            self.session,
            names,
            runs,
            level=level,
            parameters=None if population is None else {"population": population},
            per_query=per_query,
        )

    def export(self, folder: str | Path, *, with_text: bool = False) -> list[Path]:
        """Write every table and report view as Parquet, with a manifest; return the files.

        Document text and quotes are left out unless ``with_text``.
        """
        from groundkit.export.parquet import export

        return export(self.session, Path(folder), with_text=with_text)

    @staticmethod
    def migrate(path: str | Path, *, threads: int | None = None) -> list[str]:
        """Bring the tables and views of an existing warehouse up to date.

        Returns what was done, a line each; nothing when it is current. Raises WarehouseError
        when there is no warehouse, or it cannot be migrated by this version.
        """
        path = Path(path)
        if not path.exists():
            raise WarehouseError(f"{path}: no warehouse here; nothing to migrate")
        session = open_session(path, "write", threads=threads)
        try:
            return migrations.migrate(session)
        finally:
            session.close()

    def _require_writable(self) -> None:
        if self._mode == "read":
            raise UsageError(f"{self.path}: the warehouse was opened to be read only")

    def _open(self, mode: Mode) -> Session:
        new = mode == "write" and not self.path.exists()
        if new:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise WarehouseError(
                    f"{self.path}: the folder cannot be made: {error.strerror}; "
                    "name another warehouse with --warehouse"
                ) from error
            copy_template(self.path)
        try:
            return self._checked_session(mode, new)
        except WarehouseInUse:
            raise
        except BaseException:
            # What this call has made and could not finish must not be in the way of the next.
            if new:
                self.path.unlink(missing_ok=True)
                self.path.with_name(f"{self.path.name}.wal").unlink(missing_ok=True)
            raise

    def _checked_session(self, mode: Mode, new: bool) -> Session:
        session = open_session(self.path, mode, threads=self._threads)
        try:
            found = migrations.status(session)
            if mode == "write" and (found.kind == "empty" or (new and found.kind == "older")):
                migrations.migrate(session)
            elif found.kind != "current":
                raise WarehouseError(found.message)
            if new:
                migrations.date(session)
        except BaseException:
            with suppress(WarehouseError):
                session.close()
            raise
        return session
