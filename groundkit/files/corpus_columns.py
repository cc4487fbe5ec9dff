"""Which columns of a corpus file are what, and what its values become."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from groundkit.errors import nearest
from groundkit.text.quotes import shown

CORPUS_FILE_FORM = "documents as .jsonl, .csv (both also .gz) or .parquet"

_FORMS = {".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".parquet": "parquet"}


@dataclass(frozen=True, slots=True)
class CorpusColumns:
    """Which columns of a corpus file are what."""

    id: str
    text: str
    title: str | None = None
    metadata: tuple[str, ...] = ()

    def named(self) -> tuple[str, ...]:
        """Return every column that must be there."""
        title = () if self.title is None else (self.title,)
        return (self.id, self.text, *title, *self.metadata)


BEIR_COLUMNS = CorpusColumns("_id", "text", "title", ("metadata",))
"""What BEIR calls them; title and metadata may be missing."""


def form_of(path: Path) -> str | None:
    """Return ``jsonl``, ``csv`` or ``parquet`` by the ending of a file's name, else None."""
    name = path.name.lower().removesuffix(".gz")
    return _FORMS.get(Path(name).suffix)


def no_column(column: str, header: Sequence[str]) -> str:
    """Return what is said of a column that is not there, with the nearest that is."""
    guess = nearest(column, header)
    hint = f'did you mean "{shown(guess)}"?' if guess else f"it has {shown(', '.join(header))}"
    return f'has no column "{shown(column)}"; {hint}'


def as_json(value: Any) -> Any:
    """Return a value that JSON can hold: what it cannot (a date, bytes) becomes text."""
    if isinstance(value, Mapping):
        return {str(key): as_json(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(inner) for inner in value]
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, float) and value == value and abs(value) != float("inf"):
        return value
    return str(value)
