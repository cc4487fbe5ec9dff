"""Stores the terms of queries, so that SQL can see what a query asks for."""

from __future__ import annotations

from collections.abc import Iterable

from groundkit.engine.session import Session
from groundkit.files.resources import query
from groundkit.text.analyzers import Analyzer


def store_query_terms(
    session: Session, texts: Iterable[str], analyzer: Analyzer, analyzer_id: str
) -> int:
    """Store the terms of query texts that have none yet; inside a transaction.

    Each (analyzer, text) is stored once; a text without a token has no row. ``analyzer_id`` is
    the identity of ``analyzer``. Returns the number of texts that were added.
    """
    known = {
        text
        for (text,) in session.rows(
            "select distinct query_text from core.query_term where analyzer_id = $analyzer",
            {"analyzer": analyzer_id},
        )
    }
    terms = {text: analyzer.tokens(text) for text in dict.fromkeys(texts) if text not in known}
    session.send(
        query("insert_query_terms"),
        {"query_text": "varchar", "tokens": ["varchar"]},
        terms.items(),
        analyzer_id=analyzer_id,
    )
    return sum(bool(of_text) for of_text in terms.values())
