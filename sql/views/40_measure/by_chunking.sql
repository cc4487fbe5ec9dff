-- measure.by_chunking
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   meta.measure, relevance.chunking_query
-- Serves:  measure.by_query
create or replace view measure.by_chunking as
select
    asked.run_id,
    asked.stage,
    asked.judgments_hash,
    asked.query_id,
    wanted.level,
    wanted.measure,
    wanted.family,
    measure.chunking_value(
        wanted.family,
        asked.num_held_chars,
        asked.num_chunk_chars,
        asked.num_gold_chars,
        asked.num_whole_units,
        asked.num_units
    ) as value,
    false as is_truncated,
    asked.category,
    asked.file_position,
    'ok' as status,
    asked.is_result
from relevance.chunking_query as asked
inner join meta.measure as wanted
    on wanted.family in ('PrecisionOmega', 'CharCeiling', 'Whole');

comment on view measure.by_chunking is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): the measures of meta.measure that are of the chunking alone, for stages with a chunk set.';
comment on column measure.by_chunking.run_id is 'The run.';
comment on column measure.by_chunking.stage is 'The stage.';
comment on column measure.by_chunking.judgments_hash is 'The judgment set.';
comment on column measure.by_chunking.query_id is 'The query.';
comment on column measure.by_chunking.level is 'What a hit is matched to: unit or character.';
comment on column measure.by_chunking.measure is 'Name of the measure, such as nDCG@10.';
comment on column measure.by_chunking.family is 'Which formula computes it.';
comment on column measure.by_chunking.value is 'Unit interval; 0 when the query has no gold, or no chunk overlaps it.';
comment on column measure.by_chunking.is_truncated is 'True when the list ended at its depth before the cutoff was reached.';
comment on column measure.by_chunking.category is 'Category of the query.';
comment on column measure.by_chunking.file_position is 'Position in the judgments file, from 1; means are summed in this order.';
comment on column measure.by_chunking.status is 'ok: these values do not depend on the answer.';
comment on column measure.by_chunking.is_result is 'True for the newest run with this result: with it, each distinct result is seen once.';
