"""A label that is to be added, and what can be said against it without any file."""

from __future__ import annotations

from dataclasses import dataclass

from groundkit.errors import UsageError
from groundkit.text.quotes import shown


@dataclass(frozen=True, slots=True)
class NewLabel:
    """What is to be added; what is None is left out, or filled in from a hit."""

    query: str | None = None
    query_id: str | None = None
    """Made from the query's words when None."""
    category: str | None = None
    """``normal`` when None; with ``append``, the one that the query has."""
    doc: str | None = None
    """Found by the quote when None."""
    quote: str | None = None
    occurrence: str | None = None
    """``all`` or a number from 1; None means that the quote occurs once."""
    prefix: str | None = None
    suffix: str | None = None
    match: str | None = None
    relevance: int | None = None
    alternative: str | None = None
    tags: tuple[str, ...] = ()
    notes: str | None = None
    origin: str | None = None
    """How the label was found; ``hand`` or the hit when None."""
    append: bool = False
    """Add the gold to the query ``query_id``, which exists."""


def check_text(label: NewLabel) -> None:
    """Raise UsageError for a text that no file can hold: bytes of the terminal's that are none."""
    for option in ("query", "doc", "quote", "prefix", "suffix", "notes", "origin", "alternative"):
        value = getattr(label, option)
        try:
            (value or "").encode()
        except UnicodeEncodeError:
            raise UsageError(f'--{option} "{shown(value)}" is not valid UTF-8') from None
    if label.quote is not None and not label.quote.strip():
        raise UsageError("--quote is blank: copy some words of the document")


def check_options(label: NewLabel, *, from_hit: bool) -> None:
    """Raise UsageError for what says nothing, or says twice what the hit says."""
    of_gold = ("doc", "occurrence", "prefix", "suffix", "match", "relevance", "alternative")
    given = [name for name in of_gold if getattr(label, name) is not None]
    if from_hit:
        said = [name for name in given if name not in ("relevance", "alternative")]
        if said:
            raise UsageError(f"--{said[0]} does not go with --from-hit, which says the place")
    elif given and label.quote is None:
        raise UsageError(f"--{given[0]} says something about a quote: give --quote")
    if not label.append:
        return
    if label.quote is None and not from_hit:
        raise UsageError("--append adds gold: give --quote, or --from-hit")
    if label.query is not None or label.tags or label.notes is not None:
        raise UsageError(
            "--append changes gold, category and origin only: leave --query, --tag and --notes out"
        )
