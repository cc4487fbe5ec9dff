"""Cuts the texts of a corpus into chunks and stores each text's chunks once per chunking."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from groundkit.chunking.protocol import Chunker, checked_spans, chunking_id_of
from groundkit.chunking.registry import is_built_in
from groundkit.engine.session import Session
from groundkit.errors import InputError
from groundkit.identity import canonical_json, chunks_hash, text_hash
from groundkit.load.content import Loaded, record_load
from groundkit.progress import Progress, silent
from groundkit.records import Corpus, Document, Span


@dataclass(frozen=True, slots=True)
class ChunkSet:
    """The chunks of one corpus under one chunking."""

    corpus: Corpus
    chunking_id: str
    chunks_hash: str
    spans: dict[str, list[Span]]
    """Spans in chunk_index order, by text_hash."""
    num_chunks: int
    """Over all documents; a text that two documents share counts twice."""

    def numbers(self, document: Document) -> dict[Span, int]:
        """Return the chunk_index of every chunk of a document by its span."""
        return {span: number for number, span in enumerate(self.spans[document.text_hash])}


def store_chunks(
    session: Session,
    corpus: Corpus,
    chunker: Chunker,
    now: datetime.datetime,
    progress: Progress = silent,
) -> tuple[ChunkSet, Loaded]:
    """Store the chunks of the texts that are new under this chunking; inside a transaction.

    The bundled chunkers are pure functions of text and parameters, so their stored chunks are
    reused. Anybody else's chunker is run on every text again, and InputError is raised when it
    cuts a text in another way than before under the same name, revision and parameters.
    """
    chunking_id = chunking_id_of(chunker)
    session.execute(
        "insert into core.chunking "
        "select $id, $name, $revision, $size, $overlap, $params::json "
        "where not exists (from core.chunking where chunking_id = $id)",
        {
            "id": chunking_id,
            "name": chunker.name,
            "revision": chunker.revision,
            "size": chunker.chunk_size,
            "overlap": chunker.chunk_overlap,
            "params": canonical_json(dict(chunker.params)),
        },
    )
    texts = {document.text_hash: document for document in corpus.documents}
    stored = _stored_spans(session, corpus.corpus_hash, chunking_id)
    reuse = is_built_in(chunker)
    spans: dict[str, list[Span]] = {}
    new: list[str] = []
    for done, (of_text, document) in enumerate(texts.items()):
        progress("cutting documents into chunks", done, len(texts))
        if reuse and of_text in stored:
            spans[of_text] = stored[of_text]
            continue
        spans[of_text] = checked_spans(chunker, document.text, document.doc)
        if of_text not in stored:
            new.append(of_text)
        elif spans[of_text] != stored[of_text]:
            raise InputError(_changed(chunker, document, stored[of_text], spans[of_text]))
    session.insert(
        "core.chunk",
        {
            "text_hash": "varchar",
            "chunking_id": "varchar",
            "chunk_index": "integer",
            "start_offset": "integer",
            "end_offset": "integer",
            "content_hash": "varchar",
        },
        (
            (
                of_text,
                chunking_id,
                chunk_index,
                span.start,
                span.end,
                text_hash(texts[of_text].text[span.start : span.end]),
            )
            for of_text in new
            for chunk_index, span in enumerate(spans[of_text])
        ),
    )
    session.insert(
        "core.chunked_text",
        {"text_hash": "varchar", "chunking_id": "varchar", "num_chunks": "integer"},
        ((of_text, chunking_id, len(spans[of_text])) for of_text in new),
    )
    chunk_set = ChunkSet(
        corpus,
        chunking_id,
        chunks_hash(
            (document.doc, span.start, span.end)
            for document in corpus.documents
            for span in spans[document.text_hash]
        ),
        spans,
        sum(len(spans[document.text_hash]) for document in corpus.documents),
    )
    loaded = Loaded("chunks", len(texts), len(new))
    record_load(session, loaded, corpus.name, chunking_id, now)
    return chunk_set, loaded


def _stored_spans(session: Session, corpus_hash: str, chunking_id: str) -> dict[str, list[Span]]:
    spans: dict[str, list[Span]] = {
        of_text: []
        for (of_text,) in session.rows(
            "select distinct text_hash from core.chunked_text "
            "inner join core.corpus_document using (text_hash) "
            "where corpus_hash = $corpus and chunking_id = $chunking",
            {"corpus": corpus_hash, "chunking": chunking_id},
        )
    }
    for of_text, start, end in session.rows(
        "select distinct on (text_hash, chunk_index) text_hash, start_offset, end_offset "
        "from core.corpus_chunk where corpus_hash = $corpus and chunking_id = $chunking "
        "order by text_hash, chunk_index",
        {"corpus": corpus_hash, "chunking": chunking_id},
    ):
        spans[of_text].append(Span(start, end))
    return spans


def _changed(chunker: Chunker, document: Document, before: list[Span], after: list[Span]) -> str:
    index = next(
        (index for index, (old, new) in enumerate(zip(before, after, strict=False)) if old != new),
        min(len(before), len(after)),
    )
    return (
        f"{document.doc}: chunker {chunker.name} revision {chunker.revision} cuts this text in "
        f"another way than before, from chunk {index} on; raise the chunker's revision"
    )
