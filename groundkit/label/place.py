"""Finds the one place that a quote means, or says what would settle it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from groundkit.errors import InputError
from groundkit.records import Gold, Span
from groundkit.text.advice import SEARCH_BUDGET, Advisor
from groundkit.text.folds import LEVELS, Folds
from groundkit.text.nearest import nearest_text
from groundkit.text.quotes import line_of, shown
from groundkit.text.resolution import Resolved, resolve_gold

MOST_SHOWN = 10
"""Occurrences, or documents, that one message lists."""


def place_of_gold(gold: Gold, texts: Mapping[str, str]) -> tuple[Gold, Span]:
    """Return a gold entry with its document, and the first span that it means there.

    A ``doc`` that is empty is the one document that holds the quote. Raises InputError when the
    document is missing, or the quote is, or it means several places and does not say which.
    """
    if not gold.doc:
        gold = replace(gold, doc=_only_document(gold, texts))
    if gold.doc not in texts:
        raise InputError(
            f'document "{shown(gold.doc, None)}" is not in the corpus; '
            f"{Advisor(texts).similar_document(gold.doc)}"
        )
    folds = Folds(texts[gold.doc])
    resolved = resolve_gold(gold, folds)
    if resolved.spans:
        return gold, resolved.spans[0]
    if resolved.found and gold.occurrence == "unique":
        raise InputError(_repeated(gold, texts[gold.doc], resolved.found))
    advice = Advisor(texts).missing(gold, folds, resolved.found)
    raise InputError(f"{advice.message}; {advice.suggestion}")


def _repeated(gold: Gold, text: str, found: Sequence[Span]) -> str:
    """Say where a quote stands, and with which options one of the places is meant."""
    numbered = [
        f"--occurrence {number} is line {line_of(text, span.start)}"
        for number, span in enumerate(found[:MOST_SHOWN], start=1)
    ]
    more = [f"{len(found) - MOST_SHOWN} more"] if len(found) > MOST_SHOWN else []
    return (
        f'quote occurs {len(found)} times in {shown(gold.doc, None)}: "{shown(gold.quote or "")}"; '
        "quote more of the text around it, or say which is meant: "
        f"{', '.join(numbered + more)}, --occurrence all is any of them; or give the text directly "
        "before it with --prefix, or after it with --suffix"
    )


def _only_document(gold: Gold, texts: Mapping[str, str]) -> str:
    """Return the document that holds the quote, at the least fold at which any does."""
    held: dict[str, Resolved] = {}
    for doc, text in texts.items():
        resolved = resolve_gold(gold, Folds(text))
        if resolved.level is not None:
            held[doc] = resolved
    least = min((LEVELS.index(found.level or "") for found in held.values()), default=0)
    docs = [doc for doc, found in held.items() if found.level == LEVELS[least]]
    if len(docs) == 1:
        return docs[0]
    if docs:
        places = [
            f"{shown(doc, None)}:{line_of(texts[doc], held[doc].found[0].start)}"
            for doc in docs[:MOST_SHOWN]
        ]
        more = [f"{len(docs) - MOST_SHOWN} more"] if len(docs) > MOST_SHOWN else []
        raise InputError(
            f'quote occurs in {len(docs)} documents: "{shown(gold.quote or "")}"; '
            f"name one with --doc: {', '.join(places + more)}"
        )
    raise InputError(_nowhere(gold, texts))


def _nowhere(gold: Gold, texts: Mapping[str, str]) -> str:
    """Say that no document holds a quote, with the nearest text of all of them."""
    quote = gold.quote or ""
    best, most, budget = None, 0.0, SEARCH_BUDGET
    for doc, text in texts.items():
        budget -= len(text)
        near = nearest_text(text, quote) if budget >= 0 else None
        if near is not None and near[1] > most:
            best, most = doc, near[1]
    if best is None:
        number = f"any of {len(texts)} documents" if len(texts) != 1 else "the document"
        return f'quote not found in {number}: "{shown(quote)}"; nothing in them is similar'
    advice = Advisor(texts).missing(replace(gold, doc=best), Folds(texts[best]), ())
    return f"{advice.message}; {advice.suggestion}"
