-- report.run_label
-- Grain:   one row per run_id
-- Reads:   core.run
-- Serves:  report.category_summary, report.leaderboard, report.query_history, report.stage_delta, report.stage_outcome, queries/summary_categories.sql
create or replace view report.run_label as
select
    run_id,
    name as run_name,
    corpus_name,
    judgments_name,
    created_at,
    row_number() over (
        partition by corpus_name, judgments_name
        order by created_at desc, run_id desc
    ) = 1 as is_latest
from core.run;

comment on view report.run_label is 'One row per run_id: the names people know a run by.';
comment on column report.run_label.run_id is 'The run.';
comment on column report.run_label.run_name is 'The run''s name.';
comment on column report.run_label.corpus_name is 'Name under which the corpus was given.';
comment on column report.run_label.judgments_name is 'Name under which the judgments were given.';
comment on column report.run_label.created_at is 'UTC time at which the run was appended.';
comment on column report.run_label.is_latest is 'True for the newest run of its collection: the pair of corpus name and judgments name.';
