-- relevance.chunking_cover
-- Grain:   one row per (corpus_hash, judgments_hash, query_id, chunking_id) with at least one gold chunk
-- Reads:   core.corpus_chunk, relevance.unit_span
-- Serves:  relevance.chunking_query
create or replace view relevance.chunking_cover as
with part as (
    select
        span.corpus_hash,
        span.judgments_hash,
        span.query_id,
        chunk.chunking_id,
        span.doc,
        span.unit,
        chunk.start_offset as chunk_start,
        chunk.end_offset as chunk_end,
        greatest(span.start_offset, chunk.start_offset) as part_start,
        least(span.end_offset, chunk.end_offset) as part_end,
        chunk.start_offset <= span.start_offset and span.end_offset <= chunk.end_offset as is_whole
    from relevance.unit_span as span
    inner join core.corpus_chunk as chunk
        on
            span.corpus_hash = chunk.corpus_hash
            and span.doc = chunk.doc
            and chunk.start_offset < span.end_offset
            and span.start_offset < chunk.end_offset
),

ordered as (
    select
        corpus_hash,
        judgments_hash,
        query_id,
        chunking_id,
        unit,
        is_whole,
        chunk_start,
        chunk_end,
        part_start,
        part_end,
        max(chunk_end) over (
            partition by corpus_hash, judgments_hash, query_id, chunking_id, doc
            order by chunk_start, chunk_end, part_start, part_end, unit
            rows between unbounded preceding and 1 preceding
        ) as chunk_end_before,
        max(part_end) over (
            partition by corpus_hash, judgments_hash, query_id, chunking_id, doc
            order by part_start, part_end, chunk_start, chunk_end, unit
            rows between unbounded preceding and 1 preceding
        ) as part_end_before
    from part
),

added as (
    select
        corpus_hash,
        judgments_hash,
        query_id,
        chunking_id,
        case when is_whole then unit end as whole_unit,
        relevance.added_chars(chunk_start, chunk_end, chunk_end_before) as num_chunk_chars,
        relevance.added_chars(part_start, part_end, part_end_before) as num_chars
    from ordered
)

select
    corpus_hash,
    judgments_hash,
    query_id,
    chunking_id,
    sum(num_chars)::bigint as num_held_chars,
    sum(num_chunk_chars)::bigint as num_chunk_chars,
    count(distinct whole_unit) as num_whole_units
from added
group by corpus_hash, judgments_hash, query_id, chunking_id;

comment on view relevance.chunking_cover is 'One row per (corpus_hash, judgments_hash, query_id, chunking_id): what a chunking does to the evidence of a query, whatever is retrieved.';
comment on column relevance.chunking_cover.corpus_hash is 'The corpus.';
comment on column relevance.chunking_cover.judgments_hash is 'The judgment set.';
comment on column relevance.chunking_cover.query_id is 'The query.';
comment on column relevance.chunking_cover.chunking_id is 'How the corpus was cut.';
comment on column relevance.chunking_cover.num_held_chars is 'Distinct gold characters that lie in some chunk, from 1.';
comment on column relevance.chunking_cover.num_chunk_chars is 'Distinct characters of all chunks that overlap gold, from 1.';
comment on column relevance.chunking_cover.num_whole_units is 'Units of which some span lies whole in one chunk.';
