"""Runs and judgments in JSON, ``{query: {document: value}}``, as ranx and pytrec_eval dump them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from groundkit.errors import InputError
from groundkit.files.plain_file import BOM, PlainFile
from groundkit.files.trec import MAX_GRADE, MAX_PROBLEMS


def json_entries(file: PlainFile, what: str) -> Iterator[tuple[str, str, Any]]:
    """Yield (query, document, value) of a JSON object of objects, as ranx and pytrec_eval dump it.

    Raises InputError for what is not of that form, for a repeated key, and for an id that is
    empty or holds a tab or a line end.
    """

    def unique(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise InputError(f"{file.shown}: key {_quoted(twice)} stands twice in one object")
        return found

    try:
        text = file.path.read_bytes().removeprefix(BOM).decode()
        queries = json.loads(text, object_pairs_hook=unique)
    except UnicodeDecodeError as error:
        raise InputError(f"{file.shown}: is not UTF-8, expected {what}") from error
    except json.JSONDecodeError as error:
        raise InputError(f"{file.shown}:{error.lineno}: is not JSON: {error.msg}") from error
    except RecursionError as error:
        raise InputError(f"{file.shown}: is nested too deeply, expected {what}") from error
    for query_id, docs in queries.items():
        if not isinstance(docs, Mapping):
            raise InputError(
                f"{file.shown}: query {_quoted(query_id)} has no object of documents, "
                f"expected {what}"
            )
        for doc, value in docs.items():
            for text in (query_id, doc):
                if not text or re.search(r"[\t\n\r\0]", text):
                    raise InputError(f"{file.shown}: id {_quoted(text)} is empty or has a tab")
            yield query_id, doc, value


def entries(
    file: PlainFile, what: str, wrong: Callable[[Any], str | None]
) -> Iterator[tuple[str, str, Any]]:
    """Yield what ``json_entries`` yields; ``wrong`` says what is wrong with a value, or None."""
    problems: list[str] = []
    for query_id, doc, value in json_entries(file, what):
        problem = wrong(value)
        if problem is None:
            yield query_id, doc, value
        elif len(problems) < MAX_PROBLEMS:
            problems.append(
                f"{file.shown}: query {_quoted(query_id)}, document {_quoted(doc)}: {problem}"
            )
    if problems:
        raise InputError(problems)


def wrong_score(value: Any) -> str | None:
    """Say what is wrong with a score of a JSON run, or None."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"score {str(value)[:40]!r} is not a number"
    try:
        finite = math.isfinite(float(value))
    except OverflowError:
        finite = False
    return None if finite else "score is not a finite number"


def wrong_grade(value: Any) -> str | None:
    """Say what is wrong with a grade of JSON qrels, or None."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MAX_GRADE:
        return f"grade {str(value)[:40]!r} is not a whole number from {-MAX_GRADE} to {MAX_GRADE}"
    return None


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
