-- relevance.gold_chunk
-- Grain:   one row per (corpus_hash, judgments_hash, query_id, chunking_id, doc, chunk_index)
-- Reads:   core.corpus_chunk, core.gold, core.gold_span
-- Serves:  relevance.gold_chunk_count
create or replace view relevance.gold_chunk as
select
    span.corpus_hash,
    span.judgments_hash,
    span.query_id,
    chunk.chunking_id,
    chunk.doc,
    chunk.chunk_index,
    max(gold.relevance) as relevance
from core.gold_span as span
inner join core.gold as gold
    on
        span.judgments_hash = gold.judgments_hash
        and span.query_id = gold.query_id
        and span.gold_index = gold.gold_index
inner join core.corpus_chunk as chunk
    on
        span.corpus_hash = chunk.corpus_hash
        and span.doc = chunk.doc
        and chunk.start_offset < span.end_offset
        and span.start_offset < chunk.end_offset
where gold.relevance >= 1
group by
    span.corpus_hash,
    span.judgments_hash,
    span.query_id,
    chunk.chunking_id,
    chunk.doc,
    chunk.chunk_index;

comment on view relevance.gold_chunk is 'One row per (corpus_hash, judgments_hash, query_id, chunking_id, doc, chunk_index): the chunks that overlap a gold span of grade 1 or above. Touching is not overlapping. Whole-document gold without a span has no row.';
comment on column relevance.gold_chunk.corpus_hash is 'The corpus.';
comment on column relevance.gold_chunk.judgments_hash is 'The judgment set.';
comment on column relevance.gold_chunk.query_id is 'The query.';
comment on column relevance.gold_chunk.chunking_id is 'How the corpus was cut.';
comment on column relevance.gold_chunk.doc is 'The document.';
comment on column relevance.gold_chunk.chunk_index is 'Position of the chunk in the document, from 0.';
comment on column relevance.gold_chunk.relevance is 'Highest grade among the gold spans that the chunk overlaps, from 1.';
