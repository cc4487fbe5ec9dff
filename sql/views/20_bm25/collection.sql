-- bm25.collection
-- Grain:   one row per (corpus_hash, chunking_id, analyzer_id)
-- Reads:   bm25.chunk, core.corpus
-- Serves:  bm25.contribution, bm25.term
create or replace view bm25.collection as
with totals as (
    select
        corpus_hash,
        chunking_id,
        analyzer_id,
        count(*) as num_chunks,
        sum(num_tokens)::bigint as num_tokens,
        count(distinct doc) as num_documents
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
    totals.num_documents = corpus.num_documents as is_complete
from totals
inner join core.corpus as corpus on totals.corpus_hash = corpus.corpus_hash;

comment on view bm25.collection is 'One row per (corpus_hash, chunking_id, analyzer_id): the statistics of a collection of chunks.';
comment on column bm25.collection.corpus_hash is 'The corpus.';
comment on column bm25.collection.chunking_id is 'How it was cut.';
comment on column bm25.collection.analyzer_id is 'How it was turned into terms.';
comment on column bm25.collection.num_chunks is 'Number of chunks (N), chunks without a token included.';
comment on column bm25.collection.num_tokens is 'Tokens of all chunks.';
comment on column bm25.collection.average_num_tokens is 'Tokens a chunk (avgdl).';
comment on column bm25.collection.is_complete is 'False when only some documents of this corpus are indexed so, because another corpus shares them; its numbers mean nothing then.';
