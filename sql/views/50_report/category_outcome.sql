-- report.category_outcome
-- Grain:   one row per (run_id, stage, category)
-- Reads:   core.query, core.query_outcome, core.run, core.stage
-- Serves:  report.category_summary, queries/summary_categories.sql
create or replace view report.category_outcome as
select
    stage.run_id,
    stage.stage,
    query.category,
    bool_or(query.answerable) as answerable,
    count(*) as num_queries,
    count(*) filter (where outcome.status is distinct from 'ok') as num_failed,
    count(*) filter (where outcome.status = 'ok' and outcome.num_hits = 0) as num_abstained
from core.stage as stage
inner join core.run as run on stage.run_id = run.run_id
inner join core.query as query on run.judgments_hash = query.judgments_hash
left join core.query_outcome as outcome
    on
        stage.run_id = outcome.run_id
        and stage.stage = outcome.stage
        and query.query_id = outcome.query_id
group by stage.run_id, stage.stage, query.category;

comment on view report.category_outcome is 'One row per (run_id, stage, category): how the queries of each category ended; failures and abstention, without any measure.';
comment on column report.category_outcome.run_id is 'The run.';
comment on column report.category_outcome.stage is 'The stage.';
comment on column report.category_outcome.category is 'Category of the queries.';
comment on column report.category_outcome.answerable is 'Whether queries of this category enter the means.';
comment on column report.category_outcome.num_queries is 'Queries of the category.';
comment on column report.category_outcome.num_failed is 'Queries whose status is failed or missing; an answerable one counts as 0 in the means.';
comment on column report.category_outcome.num_abstained is 'Queries with status ok and no hit.';
