"""Ids of queries, made from their words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from pathlib import PurePosixPath

from groundkit.identity import text_hash

MOST_WORDS = 5
MOST_CHARS = 40

_FUNCTION_WORDS = frozenset(
    "a an and are as at be by can do does for from how i if in is it its my of on or that the "  # noqa: SIM905
    "there they this to was we were what when where which who why will with you your".split()
)
"""Words that say nothing about what a query is about."""


def new_query_id(query: str, used: Container[str], doc: str | None = None) -> str:
    """Return an id for a query that none of ``used`` has.

    It is made of the query's first words that say something, without accents. Letters that have
    no ASCII form are left out; where no word is left the id is made of the document's name and a
    hash of the query.
    """
    words = _ascii_words(query)
    telling = [word for word in words if word not in _FUNCTION_WORDS] or words
    if all(word.isdigit() for word in telling):
        stem = _ascii_words(PurePosixPath(doc).stem)[:2] if doc else []
        telling = [*(stem or ["query"]), text_hash(query)[:8]]
    made = telling[0][:MOST_CHARS]
    for word in telling[1:MOST_WORDS]:
        if len(made) + 1 + len(word) > MOST_CHARS:
            break
        made += f"-{word}"
    numbered, number = made, 1
    while numbered in used:
        number += 1
        numbered = f"{made}-{number}"
    return numbered


def _ascii_words(text: str) -> list[str]:
    """Return the runs of ASCII letters and digits, lower-cased, accents taken off."""
    plain = unicodedata.normalize("NFKD", re.sub("['’]", "", text).casefold())
    letters = "".join(
        character for character in plain if not unicodedata.category(character).startswith("M")
    )
    # A word of another script is none, even where it holds a digit.
    return [word for word in re.findall(r"[^\W_]+", letters) if re.fullmatch("[a-z0-9]+", word)]
