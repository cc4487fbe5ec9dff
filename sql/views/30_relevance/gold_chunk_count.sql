-- relevance.gold_chunk_count
-- Grain:   one row per (corpus_hash, judgments_hash, query_id, chunking_id) with at least one gold chunk
-- Reads:   relevance.gold_chunk
-- Serves:  relevance.judged_query
create or replace view relevance.gold_chunk_count as
select
    corpus_hash,
    judgments_hash,
    query_id,
    chunking_id,
    count(*) as num_relevant
from relevance.gold_chunk
group by corpus_hash, judgments_hash, query_id, chunking_id;

comment on view relevance.gold_chunk_count is 'One row per (corpus_hash, judgments_hash, query_id, chunking_id): the size of the gold set, over all chunks and not only over retrieved ones.';
comment on column relevance.gold_chunk_count.corpus_hash is 'The corpus.';
comment on column relevance.gold_chunk_count.judgments_hash is 'The judgment set.';
comment on column relevance.gold_chunk_count.query_id is 'The query.';
comment on column relevance.gold_chunk_count.chunking_id is 'How the corpus was cut.';
comment on column relevance.gold_chunk_count.num_relevant is 'Distinct relevant chunks, from 1.';
