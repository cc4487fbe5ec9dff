-- quality.failed_outcome
-- Grain:   one row per offence
-- Reads:   core.query_outcome, core.run
-- Serves:  people, and the tests of every load
create or replace view quality.failed_outcome as
select
    outcome.run_id,
    run.name as run_name,
    outcome.stage,
    outcome.query_id,
    'the query has status ' || outcome.status || coalesce(': ' || outcome.error, '') as problem
from core.query_outcome as outcome
inner join core.run as run on outcome.run_id = run.run_id
where outcome.status != 'ok';

comment on view quality.failed_outcome is 'Queries that a stage failed to answer; an answerable one counts as 0 in the means of its run. Empty means that no query failed.';
comment on column quality.failed_outcome.run_id is 'The run.';
comment on column quality.failed_outcome.run_name is 'Its name.';
comment on column quality.failed_outcome.stage is 'The stage.';
comment on column quality.failed_outcome.query_id is 'The query.';
comment on column quality.failed_outcome.problem is 'What is wrong, in words.';
