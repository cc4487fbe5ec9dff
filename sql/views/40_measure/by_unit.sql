-- measure.by_unit
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   meta.measure, relevance.unit_query
-- Serves:  measure.by_query
create or replace view measure.by_unit as
with wanted as (
    select
        measure,
        family,
        level,
        cutoff,
        (params ->> 'budget')::integer as budget,
        (params ->> 'cover')::double as cover
    from meta.measure
    where level = 'unit' and family in ('Success', 'Complete', 'R', 'RR', 'uDCG')
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
        measure.unit_ranks(asked.units, wanted.cover) as ranks,
        asked.num_units,
        measure.is_truncated(wanted.budget, asked.depth, asked.lengths) as is_truncated,
        asked.category,
        asked.file_position,
        asked.status,
        asked.is_result
    from relevance.unit_query as asked
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
    measure.unit_value(family, cutoff, ranks, num_units) as value,
    is_truncated,
    category,
    file_position,
    status,
    is_result
from reached;

comment on view measure.by_unit is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): the measures of meta.measure that ask at which rank each unit of evidence is found.';
comment on column measure.by_unit.run_id is 'The run.';
comment on column measure.by_unit.stage is 'The stage.';
comment on column measure.by_unit.judgments_hash is 'The judgment set.';
comment on column measure.by_unit.query_id is 'The query.';
comment on column measure.by_unit.level is 'What a hit is matched to: unit.';
comment on column measure.by_unit.measure is 'Name of the measure, such as nDCG@10.';
comment on column measure.by_unit.family is 'Which formula computes it.';
comment on column measure.by_unit.value is 'Unit interval; 0 when the query has no unit, failed or is missing.';
comment on column measure.by_unit.is_truncated is 'True when the list ended at its depth before the cutoff was reached.';
comment on column measure.by_unit.category is 'Category of the query.';
comment on column measure.by_unit.file_position is 'Position in the judgments file, from 1; means are summed in this order.';
comment on column measure.by_unit.status is 'ok, failed or missing.';
comment on column measure.by_unit.is_result is 'True for the newest run with this result: with it, each distinct result is seen once.';
