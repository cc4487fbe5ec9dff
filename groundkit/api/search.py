"""Looks into a corpus without labels: ranked chunks with line and snippet."""

from __future__ import annotations

import datetime
from pathlib import Path

from groundkit.api.evaluate import Settings, plan
from groundkit.engine import migrations
from groundkit.engine.connection import open_memory_session
from groundkit.files.corpus_folder import read_corpus
from groundkit.load import content
from groundkit.load.chunks import store_chunks
from groundkit.load.postings import store_postings
from groundkit.progress import Progress, silent
from groundkit.retrieve.protocol import Query
from groundkit.table import Table
from groundkit.text.analyzers import Analyzer
from groundkit.text.quotes import line_of

SNIPPET_CHARS = 100


def search(
    words: str, corpus: Path, settings: Settings | None = None, *, progress: Progress = silent
) -> Table:
    """Return the best chunks of a corpus folder for ``words``, by the BM25 baseline.

    Rows are (rank, place, score, snippet): place is ``doc:line`` of the first searched word in
    the chunk, and the snippet is the text around it on one line. Nothing is stored. Raises
    InputError for the corpus and UsageError for the settings.
    """
    planned = plan(settings or Settings())
    read = read_corpus(corpus, max_document_bytes=planned.settings.max_document_bytes)
    texts = {document.doc: document.text for document in read.documents}
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
    for rank, hit in enumerate(answer.hits, start=1):
        text = texts[hit.doc]
        at = _first_match(text, hit.start or 0, hit.end or len(text), planned.analyzer, words)
        rows.append(
            (
                rank,
                f"{hit.doc}:{line_of(text, at)}",
                hit.score,
                _snippet(text[at : hit.end], planned.analyzer, words),
            )
        )
    return Table(("rank", "place", "score", "snippet"), tuple(rows))


def _first_match(text: str, start: int, end: int, analyzer: Analyzer, words: str) -> int:
    """Return the offset of the first line of the chunk that holds most of the searched terms."""
    wanted = set(analyzer.tokens(words))
    best, most = start, 0
    line_start = start
    while line_start < end:
        line_end = text.find("\n", line_start, end)
        line_end = end if line_end < 0 else line_end
        held = len(wanted.intersection(analyzer.tokens(text[line_start:line_end])))
        if held > most:
            best, most = line_start, held
        line_start = line_end + 1
    return best


def _snippet(text: str, analyzer: Analyzer, words: str) -> str:
    """Return ``text`` on one line, from its beginning or from a little before a searched term."""
    wanted = set(analyzer.tokens(words))
    pieces = text.split()
    first = next(
        (
            index
            for index, piece in enumerate(pieces)
            if wanted.intersection(analyzer.tokens(piece))
        ),
        0,
    )
    if len(" ".join(pieces[: first + 1])) <= SNIPPET_CHARS - 3:
        first = 0
    line = ("... " if first else "") + " ".join(pieces[max(0, first - 3) if first else 0 :])
    return line if len(line) <= SNIPPET_CHARS else line[: SNIPPET_CHARS - 3].rstrip() + "..."
