"""Rows with names, between the engine and what prints them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Table:
    """Rows with named columns, as queries return them and formats print them."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    title: str | None = field(default=None, compare=False)

    def as_dicts(self) -> list[dict[str, Any]]:
        """Return one dict a row, in row order."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]
