-- quality.missing_outcome
-- Grain:   one row per offence
-- Reads:   core.query, core.query_outcome, core.run, core.stage
-- Serves:  people, and the tests of every load
create or replace view quality.missing_outcome as
select
    stage.run_id,
    stage.stage,
    query.query_id,
    'the stage has no outcome for this query' as problem
from core.stage as stage
inner join core.run as run on stage.run_id = run.run_id
inner join core.query as query on run.judgments_hash = query.judgments_hash
left join core.query_outcome as outcome
    on
        stage.run_id = outcome.run_id
        and stage.stage = outcome.stage
        and query.query_id = outcome.query_id
where outcome.query_id is null;

comment on view quality.missing_outcome is 'Queries of a judgment set for which a stage of a run has no outcome. Empty means healthy.';
comment on column quality.missing_outcome.run_id is 'The run.';
comment on column quality.missing_outcome.stage is 'The stage.';
comment on column quality.missing_outcome.query_id is 'The query.';
comment on column quality.missing_outcome.problem is 'What is wrong, in words.';
