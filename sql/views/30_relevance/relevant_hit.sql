-- relevance.relevant_hit
-- Grain:   one row per (corpus_hash, judgments_hash, query_id, list_hash, rank)
-- Reads:   core.gold, core.gold_span, core.list_hit, core.query_outcome, core.run
-- Serves:  relevance.list_ranks, report.query_history
create or replace view relevance.relevant_hit as
with result as (
    -- Equal results are equal lists for the same queries: one run stands for all that have them.
    select
        results_hash,
        min(run_id) as run_id
    from core.run
    group by results_hash
),

judged_list as (
    select distinct
        run.corpus_hash,
        run.judgments_hash,
        outcome.query_id,
        outcome.list_hash
    from result
    inner join core.run as run on result.run_id = run.run_id
    inner join core.query_outcome as outcome on run.run_id = outcome.run_id
    where outcome.status = 'ok'
)

select distinct
    judged_list.corpus_hash,
    judged_list.judgments_hash,
    judged_list.query_id,
    judged_list.list_hash,
    hit.rank
from judged_list
inner join core.list_hit as hit on judged_list.list_hash = hit.list_hash
inner join core.gold_span as span
    on
        judged_list.corpus_hash = span.corpus_hash
        and judged_list.judgments_hash = span.judgments_hash
        and judged_list.query_id = span.query_id
        and hit.doc = span.doc
        and hit.start_offset < span.end_offset
        and span.start_offset < hit.end_offset
inner join core.gold as gold
    on
        span.judgments_hash = gold.judgments_hash
        and span.query_id = gold.query_id
        and span.gold_index = gold.gold_index
where gold.relevance >= 1;

comment on view relevance.relevant_hit is 'One row per (corpus_hash, judgments_hash, query_id, list_hash, rank): the hits that overlap a gold span of grade 1 or above. Keyed by content, so a list that many runs share is looked at once; runs with one results_hash have the same lists.';
comment on column relevance.relevant_hit.corpus_hash is 'The corpus.';
comment on column relevance.relevant_hit.judgments_hash is 'The judgment set.';
comment on column relevance.relevant_hit.query_id is 'The query.';
comment on column relevance.relevant_hit.list_hash is 'The ranked list.';
comment on column relevance.relevant_hit.rank is 'Rank of the relevant hit, from 1.';
