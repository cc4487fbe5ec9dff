-- bm25.collection
-- Grain:   one row per (corpus_hash, chunking_id, analyzer_id)
-- Reads:   bm25.chunk, core.corpus, core.corpus_document, core.indexed_text
-- Serves:  bm25.contribution, bm25.term
create or replace view bm25.collection as
with indexed_documents as (
    select
        document.corpus_hash,
        indexed.chunking_id,
        indexed.analyzer_id,
        count(*) as num_documents
    from core.corpus_document as document
    inner join core.indexed_text as indexed on document.text_hash = indexed.text_hash
    group by document.corpus_hash, indexed.chunking_id, indexed.analyzer_id
),

totals as (
    select
        corpus_hash,
        chunking_id,
        analyzer_id,
        count(*) as num_chunks,
        sum(num_tokens)::bigint as num_tokens
    from bm25.chunk
    group by corpus_hash, chunking_id, analyzer_id
)

select
    totals.corpus_hash,
    totals.chunking_id,
    totals.analyzer_id,
    totals.num_chunks,
    totals.num_tokens,
    totals.num_tokens / totals.num_chunks as average_num_tokens,
    indexed_documents.num_documents = corpus.num_documents as is_complete
from totals
inner join core.corpus as corpus on totals.corpus_hash = corpus.corpus_hash
inner join indexed_documents
    on
        totals.corpus_hash = indexed_documents.corpus_hash
        and totals.chunking_id = indexed_documents.chunking_id
        and totals.analyzer_id = indexed_documents.analyzer_id;

comment on view bm25.collection is 'One row per (corpus_hash, chunking_id, analyzer_id): the statistics of a collection of chunks.';
comment on column bm25.collection.corpus_hash is 'The corpus.';
comment on column bm25.collection.chunking_id is 'How it was cut.';
comment on column bm25.collection.analyzer_id is 'How it was turned into terms.';
comment on column bm25.collection.num_chunks is 'Number of chunks (N), chunks without a token included.';
comment on column bm25.collection.num_tokens is 'Tokens of all chunks.';
comment on column bm25.collection.average_num_tokens is 'Tokens a chunk (avgdl).';
comment on column bm25.collection.is_complete is 'False when only some documents of this corpus are indexed so, because another corpus shares them; its numbers mean nothing then.';
