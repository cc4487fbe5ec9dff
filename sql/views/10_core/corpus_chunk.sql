-- core.corpus_chunk
-- Grain:   one row per (corpus_hash, chunking_id, doc, chunk_index)
-- Reads:   core.chunk, core.corpus_document
-- Serves:  bm25.chunk, core.hit, relevance.gold_chunk, report.stage_outcome
create or replace view core.corpus_chunk as
select
    document.corpus_hash,
    chunk.chunking_id,
    document.doc,
    chunk.chunk_index,
    document.text_hash,
    chunk.start_offset,
    chunk.end_offset,
    chunk.content_hash
from core.corpus_document as document
inner join core.chunk as chunk on document.text_hash = chunk.text_hash;

comment on view core.corpus_chunk is 'One row per (corpus_hash, chunking_id, doc, chunk_index): the chunks of every corpus. A text that two documents share gives chunks to both.';
comment on column core.corpus_chunk.corpus_hash is 'The corpus.';
comment on column core.corpus_chunk.chunking_id is 'How it was cut.';
comment on column core.corpus_chunk.doc is 'The document.';
comment on column core.corpus_chunk.chunk_index is 'Position of the chunk in the document, from 0.';
comment on column core.corpus_chunk.text_hash is 'The document''s text.';
comment on column core.corpus_chunk.start_offset is 'First code point of the chunk, from 0.';
comment on column core.corpus_chunk.end_offset is 'One past its last code point.';
comment on column core.corpus_chunk.content_hash is 'SHA-256 of the chunk''s text, hex.';
