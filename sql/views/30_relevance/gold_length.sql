-- relevance.gold_length
-- Grain:   one row per (corpus_hash, judgments_hash, query_id) with at least one located span of grade 1 or above
-- Reads:   relevance.unit_span
-- Serves:  relevance.character_query, relevance.chunking_query
create or replace view relevance.gold_length as
with ordered as (
    select
        corpus_hash,
        judgments_hash,
        query_id,
        start_offset,
        end_offset,
        max(end_offset) over (
            partition by corpus_hash, judgments_hash, query_id, doc
            order by start_offset, end_offset, gold_index, span_index
            rows between unbounded preceding and 1 preceding
        ) as end_before
    from relevance.unit_span
    where start_offset is not null
),

added as (
    select
        corpus_hash,
        judgments_hash,
        query_id,
        relevance.added_chars(start_offset, end_offset, end_before) as num_chars
    from ordered
)

select
    corpus_hash,
    judgments_hash,
    query_id,
    sum(num_chars)::bigint as num_gold_chars
from added
group by corpus_hash, judgments_hash, query_id;

comment on view relevance.gold_length is 'One row per (corpus_hash, judgments_hash, query_id): how many distinct characters of the corpus are gold for a query.';
comment on column relevance.gold_length.corpus_hash is 'The corpus.';
comment on column relevance.gold_length.judgments_hash is 'The judgment set.';
comment on column relevance.gold_length.query_id is 'The query.';
comment on column relevance.gold_length.num_gold_chars is 'Characters in the union of all spans of grade 1 or above, from 1.';
