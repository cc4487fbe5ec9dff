"""Finds the SQL and the example collection: in the checkout, or in the installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def _data_root() -> Path:
    package = Path(__file__).resolve().parent.parent
    installed = package / "_data"
    return installed if installed.is_dir() else package.parent


def sql_folder() -> Path:
    """Return the folder that holds migrations/, views/ and queries/."""
    return _data_root() / "sql"


def example_folder() -> Path:
    """Return the folder of the bundled collection: corpus/ and judgments.jsonl."""
    return _data_root() / "evals"


@cache
def query(name: str) -> str:
    """Return the SQL of ``sql/queries/NAME.sql``."""
    return (sql_folder() / "queries" / f"{name}.sql").read_text(encoding="utf-8")


def template_file() -> Path | None:
    """Return the ready-made empty warehouse of an installed wheel; None in a checkout."""
    path = _data_root() / "template.warehouse"
    return path if path.is_file() else None
