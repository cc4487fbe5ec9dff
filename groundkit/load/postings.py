"""Indexes the chunks of a corpus: which terms stand in which chunk, and how often."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from groundkit.engine.session import Session
from groundkit.files.resources import query
from groundkit.identity import canonical_json
from groundkit.load.chunks import ChunkSet
from groundkit.load.content import Loaded, record_load
from groundkit.progress import Progress, silent
from groundkit.text.analyzers import Analyzer, analyzer_id


def store_postings(
    session: Session,
    chunk_set: ChunkSet,
    analyzer: Analyzer,
    now: datetime.datetime,
    progress: Progress = silent,
) -> tuple[str, Loaded]:
    """Store the postings of the texts that are not indexed so; inside a transaction.

    Returns the analyzer_id and what was added.
    """
    identity = analyzer_id(analyzer)
    session.execute(
        "insert into core.analyzer select $id, $name, $revision, $params::json, $unicode "
        "where not exists (from core.analyzer where analyzer_id = $id)",
        {
            "id": identity,
            "name": analyzer.name,
            "revision": analyzer.revision,
            "params": canonical_json(dict(analyzer.params)),
            "unicode": analyzer.unicode_version,
        },
    )
    indexed = {
        text_hash
        for (text_hash,) in session.rows(
            "select text_hash from core.indexed_text "
            "where chunking_id = $chunking and analyzer_id = $analyzer",
            {"chunking": chunk_set.chunking_id, "analyzer": identity},
        )
    }
    texts = {
        document.text_hash: document.text
        for document in chunk_set.corpus.documents
        if document.text_hash not in indexed
    }
    first_key = session.value("select coalesce(max(index_key) + 1, 0) from core.indexed_text")
    keys = {text_hash: first_key + position for position, text_hash in enumerate(texts)}
    session.insert(
        "core.indexed_text",
        {
            "index_key": "integer",
            "text_hash": "varchar",
            "chunking_id": "varchar",
            "analyzer_id": "varchar",
        },
        ((keys[of_text], of_text, chunk_set.chunking_id, identity) for of_text in texts),
    )

    def chunk_tokens() -> Iterator[tuple[int, int, list[str]]]:
        for done, (of_text, text) in enumerate(texts.items()):
            progress("indexing chunks", done, len(texts))
            for chunk_index, span in enumerate(chunk_set.spans[of_text]):
                yield keys[of_text], chunk_index, analyzer.tokens(text[span.start : span.end])

    session.send(
        query("insert_postings"),
        {"index_key": "integer", "chunk_index": "integer", "tokens": ["varchar"]},
        chunk_tokens(),
    )
    loaded = Loaded("postings", len(chunk_set.spans), len(texts))
    record_load(session, loaded, chunk_set.corpus.name, identity, now)
    return identity, loaded
