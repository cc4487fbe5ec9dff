-- measure.by_query
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   relevance.wanted_value
-- Serves:  report.group_measure, report.stage_delta, report.stage_measure
create or replace view measure.by_query as
select
    wanted.run_id,
    wanted.stage,
    wanted.judgments_hash,
    wanted.query_id,
    wanted.level,
    wanted.measure,
    case wanted.family
        when 'Success'
            then measure.success_at(wanted.relevant_ranks, wanted.cutoff)
        when 'RR'
            then measure.reciprocal_rank_at(wanted.relevant_ranks, wanted.cutoff)
        when 'P'
            then measure.precision_at(wanted.relevant_ranks, wanted.cutoff)
        when 'R'
            then measure.recall_at(wanted.relevant_ranks, wanted.cutoff, wanted.num_relevant)
        when 'nDCG'
            then measure.ndcg_at(wanted.relevant_ranks, wanted.cutoff, wanted.num_relevant)
    end as value,
    wanted.category,
    wanted.file_position,
    wanted.status,
    wanted.is_result
from relevance.wanted_value as wanted;

comment on view measure.by_query is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): the measure views together, under the judgments of each query''s own run. It calls their formulas itself, so that the relevant ranks are looked up once and not once a family; a test holds it equal to their union.';
comment on column measure.by_query.run_id is 'The run.';
comment on column measure.by_query.stage is 'The stage.';
comment on column measure.by_query.judgments_hash is 'The judgment set.';
comment on column measure.by_query.query_id is 'The query.';
comment on column measure.by_query.level is 'What a hit is matched to: chunk.';
comment on column measure.by_query.measure is 'Name of the measure, such as nDCG@10.';
comment on column measure.by_query.value is 'Unit interval; 0 when the query failed or is missing. NULL means that meta.measure names a family that does not exist.';
comment on column measure.by_query.category is 'Category of the query.';
comment on column measure.by_query.file_position is 'Position in the judgments file, from 1; means are summed in this order.';
comment on column measure.by_query.status is 'ok, failed or missing.';
comment on column measure.by_query.is_result is 'True for the newest run with this result: with it, each distinct result is seen once.';
