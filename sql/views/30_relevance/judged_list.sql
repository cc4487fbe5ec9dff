-- relevance.judged_list
-- Grain:   one row per (corpus_hash, judgments_hash, query_id, list_hash)
-- Reads:   core.query_outcome, core.run
-- Serves:  relevance.held_span, relevance.relevant_hit
create or replace view relevance.judged_list as
with result as (
    -- Equal results are equal lists for the same queries: one run stands for all that have them.
    select
        results_hash,
        min(run_id) as run_id
    from core.run
    group by results_hash
)

select distinct
    run.corpus_hash,
    run.judgments_hash,
    outcome.query_id,
    outcome.list_hash
from result
inner join core.run as run on result.run_id = run.run_id
inner join core.query_outcome as outcome on run.run_id = outcome.run_id
where outcome.status = 'ok';

comment on view relevance.judged_list is 'One row per (corpus_hash, judgments_hash, query_id, list_hash): which ranked lists there are to be judged, each once however many runs returned it. Runs with one results_hash have the same lists, so only one of them is looked at.';
comment on column relevance.judged_list.corpus_hash is 'The corpus.';
comment on column relevance.judged_list.judgments_hash is 'The judgment set.';
comment on column relevance.judged_list.query_id is 'The query.';
comment on column relevance.judged_list.list_hash is 'The ranked list.';
