"""Looks into a corpus without labels: ranked chunks with line and snippet."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path

from groundkit.api.evaluate import Settings, plan
from groundkit.engine import migrations
from groundkit.engine.connection import open_memory_session
from groundkit.files.corpora import read_corpus_at
from groundkit.files.corpus_columns import CorpusColumns
from groundkit.files.last_search import FoundPassage, LastSearch
from groundkit.load import content
from groundkit.load.chunks import store_chunks
from groundkit.load.postings import store_postings
from groundkit.progress import Progress, silent
from groundkit.retrieve.protocol import Query
from groundkit.table import Table
from groundkit.text.quotes import line_of
from groundkit.text.snippets import first_match, snippet


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found."""

    table: Table
    """Rows of (rank, place, score, snippet), best first."""
    search: LastSearch
    """The search with the spans of its hits, for whoever makes a label of one."""


def search(
    words: str,
    corpus: Path,
    settings: Settings | None = None,
    *,
    columns: CorpusColumns | None = None,
    progress: Progress = silent,
) -> Table:
    """Return the best chunks of a corpus for ``words``, by the BM25 baseline.

    ``corpus`` is a folder, or one file whose ``columns`` say what is what.

    Rows are (rank, place, score, snippet): place is ``doc:line`` of the first searched word in
    the chunk, and the snippet is the text around it on one line. Nothing is stored. Raises
    InputError for the corpus and UsageError for the settings.
    """
    return find_passages(words, corpus, settings, columns=columns, progress=progress).table


def find_passages(
    words: str,
    corpus: Path,
    settings: Settings | None = None,
    *,
    columns: CorpusColumns | None = None,
    progress: Progress = silent,
) -> Found:
    """Return what ``search`` returns, with the span of every hit; nothing is stored."""
    planned = plan(settings or Settings())
    read = read_corpus_at(corpus, columns, max_document_bytes=planned.settings.max_document_bytes)
    documents = {document.doc: document for document in read.documents}
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    session = open_memory_session()
    try:
        migrations.migrate(session)
        content.store_corpus(session, read, now)
        chunk_set, _ = store_chunks(session, read, planned.chunker, now, progress)
        analyzer_id, _ = store_postings(session, chunk_set, planned.analyzer, now, progress)
        stage = planned.stages["bm25"]
        stage.prepare(session, chunk_set, analyzer_id)
        (answer,) = stage.answer([Query("search", words)], planned.settings.top_k)
    finally:
        session.close()
    rows = []
    hits = []
    for rank, hit in enumerate(answer.hits, start=1):
        text = documents[hit.doc].text
        start, end = hit.start or 0, hit.end or len(text)
        score = hit.score or 0.0  # BM25 gives every hit one.
        hits.append(FoundPassage(hit.doc, start, end, score, documents[hit.doc].text_hash))
        at = first_match(text, start, end, planned.analyzer, words)
        rows.append(
            (
                rank,
                f"{hit.doc}:{line_of(text, at)}",
                score,
                snippet(text[at:end], planned.analyzer, words),
            )
        )
    remembered = {
        "chunker": f"{planned.chunker.name}@{planned.chunker.revision}",
        "chunk_size": planned.chunker.chunk_size,
        "chunk_overlap": planned.chunker.chunk_overlap,
        "top_k": planned.settings.top_k,
        "k1": planned.settings.k1,
        "b": planned.settings.b,
    }
    return Found(
        Table(("rank", "place", "score", "snippet"), tuple(rows)),
        LastSearch(words, corpus.resolve().as_posix(), remembered, tuple(hits)),
    )
