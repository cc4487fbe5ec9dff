-- measure.by_character
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   meta.measure, relevance.character_query
-- Serves:  measure.by_query
create or replace view measure.by_character as
with wanted as (
    select
        measure,
        family,
        level,
        cutoff,
        (params ->> 'budget')::integer as budget
    from meta.measure
    where level = 'character' and family in ('CharRecall', 'CharPrecision', 'CharIoU')
),

reached as (
    select
        asked.run_id,
        asked.stage,
        asked.judgments_hash,
        asked.query_id,
        wanted.level,
        wanted.measure,
        wanted.family,
        measure.reach(wanted.cutoff, wanted.budget, asked.lengths) as cutoff,
        asked.held,
        asked.lengths,
        asked.num_gold_chars,
        measure.is_truncated(wanted.budget, asked.depth, asked.lengths) as is_truncated,
        asked.category,
        asked.file_position,
        asked.status,
        asked.is_result
    from relevance.character_query as asked
    inner join wanted
        on measure.is_reported(wanted.cutoff, wanted.budget, asked.depth, asked.lengths)
)

select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    family,
    measure.character_value(family, cutoff, held, lengths, num_gold_chars) as value,
    is_truncated,
    category,
    file_position,
    status,
    is_result
from reached;

comment on view measure.by_character is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): the measures of meta.measure that count characters of what was retrieved.';
comment on column measure.by_character.run_id is 'The run.';
comment on column measure.by_character.stage is 'The stage.';
comment on column measure.by_character.judgments_hash is 'The judgment set.';
comment on column measure.by_character.query_id is 'The query.';
comment on column measure.by_character.level is 'What a hit is matched to: character.';
comment on column measure.by_character.measure is 'Name of the measure, such as nDCG@10.';
comment on column measure.by_character.family is 'Which formula computes it.';
comment on column measure.by_character.value is 'Unit interval; 0 when the query has no gold, failed or is missing.';
comment on column measure.by_character.is_truncated is 'True when the list ended at its depth before the cutoff was reached.';
comment on column measure.by_character.category is 'Category of the query.';
comment on column measure.by_character.file_position is 'Position in the judgments file, from 1; means are summed in this order.';
comment on column measure.by_character.status is 'ok, failed or missing.';
comment on column measure.by_character.is_result is 'True for the newest run with this result: with it, each distinct result is seen once.';
