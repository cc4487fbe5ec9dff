-- relevance.chunking_query
-- Grain:   one row per (run_id, stage, query_id), answerable queries of stages with a chunk set
-- Reads:   relevance.asked_query, relevance.chunking_cover, relevance.gold_length, relevance.unit_count
-- Serves:  measure.by_chunking, queries/measures_chunking.sql
create or replace view relevance.chunking_query as
select
    asked.run_id,
    asked.stage,
    asked.is_result,
    asked.judgments_hash,
    asked.query_id,
    asked.category,
    asked.file_position,
    coalesce(chunking_cover.num_held_chars, 0) as num_held_chars,
    coalesce(chunking_cover.num_chunk_chars, 0) as num_chunk_chars,
    coalesce(gold_length.num_gold_chars, 0) as num_gold_chars,
    coalesce(chunking_cover.num_whole_units, 0) as num_whole_units,
    coalesce(unit_count.num_units, 0) as num_units
from relevance.asked_query as asked
left join relevance.chunking_cover as chunking_cover
    on
        asked.corpus_hash = chunking_cover.corpus_hash
        and asked.judgments_hash = chunking_cover.judgments_hash
        and asked.query_id = chunking_cover.query_id
        and asked.chunking_id = chunking_cover.chunking_id
left join relevance.gold_length as gold_length
    on
        asked.corpus_hash = gold_length.corpus_hash
        and asked.judgments_hash = gold_length.judgments_hash
        and asked.query_id = gold_length.query_id
left join relevance.unit_count as unit_count
    on
        asked.judgments_hash = unit_count.judgments_hash
        and asked.query_id = unit_count.query_id
where asked.answerable and asked.chunking_id is not null;

comment on view relevance.chunking_query is 'One row per (run_id, stage, query_id): what the chunking of a stage does to the evidence of every answerable query. It does not depend on what the stage returned.';
comment on column relevance.chunking_query.run_id is 'The run.';
comment on column relevance.chunking_query.stage is 'The stage.';
comment on column relevance.chunking_query.is_result is 'True for the newest run with this result: with it, each distinct result is seen once.';
comment on column relevance.chunking_query.judgments_hash is 'The judgment set.';
comment on column relevance.chunking_query.query_id is 'The query.';
comment on column relevance.chunking_query.category is 'Category of the query.';
comment on column relevance.chunking_query.file_position is 'Position in the judgments file, from 1.';
comment on column relevance.chunking_query.num_held_chars is 'Distinct gold characters that lie in some chunk.';
comment on column relevance.chunking_query.num_chunk_chars is 'Distinct characters of all chunks that overlap gold.';
comment on column relevance.chunking_query.num_gold_chars is 'Distinct gold characters of the query in this corpus; 0 when there are none.';
comment on column relevance.chunking_query.num_whole_units is 'Units of which some span lies whole in one chunk.';
comment on column relevance.chunking_query.num_units is 'Units of evidence of the query; 0 when all its gold has grade 0 or less.';
