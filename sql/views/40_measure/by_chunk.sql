-- measure.by_chunk
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   relevance.wanted_value
-- Serves:  measure.by_query, report.group_mean, report.stage_mean
create or replace view measure.by_chunk as
select
    wanted.run_id,
    wanted.stage,
    wanted.judgments_hash,
    wanted.query_id,
    wanted.level,
    wanted.measure,
    wanted.family,
    measure.chunk_value(
        wanted.family, wanted.relevant_ranks, wanted.cutoff, wanted.num_relevant
    ) as value,
    false as is_truncated,
    wanted.category,
    wanted.file_position,
    wanted.status,
    wanted.is_result
from relevance.wanted_value as wanted;

comment on view measure.by_chunk is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): the measures of meta.measure that ask at which ranks there are relevant chunks.';
comment on column measure.by_chunk.run_id is 'The run.';
comment on column measure.by_chunk.stage is 'The stage.';
comment on column measure.by_chunk.judgments_hash is 'The judgment set.';
comment on column measure.by_chunk.query_id is 'The query.';
comment on column measure.by_chunk.level is 'What a hit is matched to: chunk.';
comment on column measure.by_chunk.measure is 'Name of the measure, such as nDCG@10.';
comment on column measure.by_chunk.family is 'Which formula computes it.';
comment on column measure.by_chunk.value is 'Unit interval; 0 when the query failed or is missing. NULL means that meta.measure names a family that does not exist.';
comment on column measure.by_chunk.is_truncated is 'True when the list ended at its depth before the cutoff was reached.';
comment on column measure.by_chunk.category is 'Category of the query.';
comment on column measure.by_chunk.file_position is 'Position in the judgments file, from 1; means are summed in this order.';
comment on column measure.by_chunk.status is 'ok, failed or missing.';
comment on column measure.by_chunk.is_result is 'True for the newest run with this result: with it, each distinct result is seen once.';
