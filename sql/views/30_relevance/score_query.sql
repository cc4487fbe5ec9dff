-- relevance.score_query
-- Grain:   one row per (run_id, stage, query_id, other_category), answerable queries
-- Reads:   core.list_hit, relevance.asked_query
-- Serves:  measure.by_score, queries/measures_score.sql
create or replace view relevance.score_query as
with scored as (
    select
        asked.run_id,
        asked.stage,
        asked.is_result,
        asked.judgments_hash,
        asked.query_id,
        asked.category,
        asked.answerable,
        asked.file_position,
        asked.status,
        case
            when asked.status = 'ok' and hit.list_hash is null then '-infinity'::double
            when asked.status = 'ok' then hit.score
        end as top_score
    from relevance.asked_query as asked
    left join core.list_hit as hit on asked.list_hash = hit.list_hash and hit.rank = 1
    where asked.category != 'unlabelled'
)

select
    asked.run_id,
    asked.stage,
    asked.is_result,
    asked.judgments_hash,
    asked.query_id,
    asked.category,
    asked.file_position,
    case when count(*) filter (where other.status != 'ok') > 0 then 'failed' else asked.status end
        as status,
    other.category as other_category,
    count(*) as num_others,
    count(*) filter (where asked.top_score > other.top_score) as num_lower,
    count(*) filter (where asked.top_score = other.top_score) as num_equal
from scored as asked
inner join scored as other
    on asked.run_id = other.run_id and asked.stage = other.stage and not other.answerable
where asked.answerable
group by
    asked.run_id,
    asked.stage,
    asked.is_result,
    asked.judgments_hash,
    asked.query_id,
    asked.category,
    asked.file_position,
    asked.status,
    other.category;

comment on view relevance.score_query is 'One row per (run_id, stage, query_id, other_category): how the top score of every answerable query compares with those of the unanswerable queries of one category. A list without a hit has the score minus infinity; a query that failed is neither above nor equal to any, and none is above it.';
comment on column relevance.score_query.run_id is 'The run.';
comment on column relevance.score_query.stage is 'The stage.';
comment on column relevance.score_query.is_result is 'True for the newest run with this result: with it, each distinct result is seen once.';
comment on column relevance.score_query.judgments_hash is 'The judgment set.';
comment on column relevance.score_query.query_id is 'The query.';
comment on column relevance.score_query.category is 'Category of the query.';
comment on column relevance.score_query.file_position is 'Position in the judgments file, from 1.';
comment on column relevance.score_query.status is 'ok, failed or missing; failed also when one of the unanswerable queries has no answer, since the share is then a lower bound.';
comment on column relevance.score_query.other_category is 'Category of the unanswerable queries, such as no_answer.';
comment on column relevance.score_query.num_others is 'Unanswerable queries of that category, from 1.';
comment on column relevance.score_query.num_lower is 'Of these, how many have a lower top score.';
comment on column relevance.score_query.num_equal is 'Of these, how many have the same top score.';
