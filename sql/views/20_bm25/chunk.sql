-- bm25.chunk
-- Grain:   one row per (corpus_hash, chunking_id, analyzer_id, doc, chunk_index)
-- Reads:   bm25.chunk_term, core.corpus_chunk, core.indexed_text
-- Serves:  bm25.collection, bm25.contribution
create or replace view bm25.chunk as
with token_count as (
    select
        corpus_hash,
        chunking_id,
        analyzer_id,
        doc,
        chunk_index,
        sum(term_frequency) as num_tokens
    from bm25.chunk_term
    group by corpus_hash, chunking_id, analyzer_id, doc, chunk_index
)

select
    chunk.corpus_hash,
    chunk.chunking_id,
    indexed.analyzer_id,
    chunk.doc,
    chunk.chunk_index,
    chunk.content_hash,
    coalesce(token_count.num_tokens, 0)::bigint as num_tokens
from core.corpus_chunk as chunk
inner join core.indexed_text as indexed
    on chunk.text_hash = indexed.text_hash and chunk.chunking_id = indexed.chunking_id
left join token_count
    on
        chunk.corpus_hash = token_count.corpus_hash
        and chunk.chunking_id = token_count.chunking_id
        and indexed.analyzer_id = token_count.analyzer_id
        and chunk.doc = token_count.doc
        and chunk.chunk_index = token_count.chunk_index;

comment on view bm25.chunk is 'One row per (corpus_hash, chunking_id, analyzer_id, doc, chunk_index): the length of every chunk, chunks without a token included.';
comment on column bm25.chunk.corpus_hash is 'The corpus.';
comment on column bm25.chunk.chunking_id is 'How it was cut.';
comment on column bm25.chunk.analyzer_id is 'How it was turned into terms.';
comment on column bm25.chunk.doc is 'The document.';
comment on column bm25.chunk.chunk_index is 'Position of the chunk in the document, from 0.';
comment on column bm25.chunk.content_hash is 'SHA-256 of the chunk''s text, hex; breaks ties between equal scores.';
comment on column bm25.chunk.num_tokens is 'Tokens in the chunk (dl), repeats counted; 0 when it has none.';
