-- report.stage_mean
-- Grain:   one row per (run_id, stage) with at least one answerable query and a chunk set
-- Reads:   measure.by_chunk
-- Serves:  report.leaderboard, report.run_summary, queries/runs.sql
create or replace view report.stage_mean as
-- The rows of report.stage_measure that it needs, without the other levels.
with chunk_measure as (
    select
        run_id,
        stage,
        measure,
        sum(value order by file_position) / count(*) as value,
        count(*) as num_queries,
        count(*) filter (where status != 'ok') as num_failed,
        is_result
    from measure.by_chunk
    where measure in ('Success@1', 'Success@5', 'Success@10', 'RR', 'nDCG@10')
    group by run_id, stage, measure, is_result
)

select
    run_id,
    stage,
    is_result,
    max(num_queries) as num_queries,
    max(num_failed) as num_failed,
    max(value) filter (where measure = 'Success@1') as recall_at_1,
    max(value) filter (where measure = 'Success@5') as recall_at_5,
    max(value) filter (where measure = 'Success@10') as recall_at_10,
    max(value) filter (where measure = 'RR') as mrr,
    max(value) filter (where measure = 'nDCG@10') as ndcg_at_10
from chunk_measure
group by run_id, stage, is_result;

comment on view report.stage_mean is 'One row per (run_id, stage) with at least one answerable query and a chunk set: the founding measures side by side, over all answerable queries.';
comment on column report.stage_mean.run_id is 'The run.';
comment on column report.stage_mean.stage is 'The stage.';
comment on column report.stage_mean.is_result is 'True for the newest run with this result: with it, each distinct result is seen once.';
comment on column report.stage_mean.num_queries is 'Queries in the means, from 1.';
comment on column report.stage_mean.num_failed is 'Of these, how many failed or are missing; each counts as 0.';
comment on column report.stage_mean.recall_at_1 is 'Success@1, the hit rate: share of answerable queries with a relevant hit at rank 1.';
comment on column report.stage_mean.recall_at_5 is 'Success@5, the hit rate; NULL when the stage is shallower.';
comment on column report.stage_mean.recall_at_10 is 'Success@10, the hit rate; NULL when the stage is shallower.';
comment on column report.stage_mean.mrr is 'Mean RR over the whole list, comparable only at equal depth.';
comment on column report.stage_mean.ndcg_at_10 is 'Mean nDCG@10; NULL when the stage is shallower.';
