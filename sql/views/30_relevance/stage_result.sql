-- relevance.stage_result
-- Grain:   one row per (run_id, stage)
-- Reads:   core.run, core.stage
-- Serves:  relevance.asked_query, report.leaderboard, queries/runs.sql
create or replace view relevance.stage_result as
with result as (
    select
        stage.run_id,
        stage.stage,
        first_value(stage.run_id) over (
            partition by run.results_hash, stage.stage, stage.chunking_id, stage.depth
            order by run.created_at desc, stage.run_id desc
        ) as result_run_id,
        count(*) over (
            partition by run.results_hash, stage.stage, stage.chunking_id, stage.depth
        ) as num_runs
    from core.stage as stage
    inner join core.run as run on stage.run_id = run.run_id
)

select
    run_id,
    stage,
    result_run_id,
    run_id = result_run_id as is_result,
    num_runs
from result;

comment on view relevance.stage_result is 'One row per (run_id, stage): which run stands for all that have the same result. Equal results under equal chunking and depth have equal measures, so a question over all history need only look at the rows where is_result holds.';
comment on column relevance.stage_result.run_id is 'The run.';
comment on column relevance.stage_result.stage is 'The stage.';
comment on column relevance.stage_result.result_run_id is 'The newest run with the same result of this stage.';
comment on column relevance.stage_result.is_result is 'True when the run is that newest one.';
comment on column relevance.stage_result.num_runs is 'Runs with the same result of this stage, from 1.';
