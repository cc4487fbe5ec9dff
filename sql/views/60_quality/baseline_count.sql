-- quality.baseline_count
-- Grain:   one row per offence
-- Reads:   core.run, core.stage
-- Serves:  people, and the tests of every load
create or replace view quality.baseline_count as
select
    run.run_id,
    run.name as run_name,
    count(stage.stage) filter (where stage.is_baseline) as num_baselines,
    'the run has ' || count(stage.stage) filter (where stage.is_baseline)
    || ' baseline stages instead of 1' as problem
from core.run as run
left join core.stage as stage on run.run_id = stage.run_id
group by run.run_id, run.name
having count(stage.stage) filter (where stage.is_baseline) != 1;

comment on view quality.baseline_count is 'Runs that have not exactly one baseline stage. Empty means healthy.';
comment on column quality.baseline_count.run_id is 'The run.';
comment on column quality.baseline_count.run_name is 'Its name.';
comment on column quality.baseline_count.num_baselines is 'Its baseline stages.';
comment on column quality.baseline_count.problem is 'What is wrong, in words.';
