-- relevance.asked_query
-- Grain:   one row per (run_id, stage, query_id)
-- Reads:   core.query, core.query_outcome, core.run, core.stage, relevance.stage_result
-- Serves:  relevance.character_query, relevance.chunking_query, relevance.judged_query, relevance.score_query, relevance.unit_query
create or replace view relevance.asked_query as
select
    run.run_id,
    stage.stage,
    result.is_result,
    run.corpus_hash,
    run.judgments_hash,
    query.query_id,
    query.category,
    query.answerable,
    query.file_position,
    coalesce(outcome.status, 'missing') as status,
    stage.depth,
    stage.chunking_id,
    outcome.list_hash
from core.run as run
inner join core.stage as stage on run.run_id = stage.run_id
inner join relevance.stage_result as result
    on stage.run_id = result.run_id and stage.stage = result.stage
inner join core.query as query on run.judgments_hash = query.judgments_hash
left join core.query_outcome as outcome
    on
        stage.run_id = outcome.run_id
        and stage.stage = outcome.stage
        and query.query_id = outcome.query_id;

comment on view relevance.asked_query is 'One row per (run_id, stage, query_id): every query of the judgment set for every stage, answerable or not, whatever the stage returned.';
comment on column relevance.asked_query.run_id is 'The run.';
comment on column relevance.asked_query.stage is 'The stage.';
comment on column relevance.asked_query.is_result is 'True for the newest run with this result: with it, each distinct result is seen once.';
comment on column relevance.asked_query.corpus_hash is 'The corpus.';
comment on column relevance.asked_query.judgments_hash is 'The judgment set.';
comment on column relevance.asked_query.query_id is 'The query.';
comment on column relevance.asked_query.category is 'Category of the query.';
comment on column relevance.asked_query.answerable is 'True: it has an answer in the corpus and enters the means.';
comment on column relevance.asked_query.file_position is 'Position in the judgments file, from 1.';
comment on column relevance.asked_query.status is 'ok, failed or missing.';
comment on column relevance.asked_query.depth is 'Longest list that was asked for; NULL means an imported list.';
comment on column relevance.asked_query.chunking_id is 'The chunk set that was ranked; NULL means the hits are not chunks of one.';
comment on column relevance.asked_query.list_hash is 'The ranked list; NULL unless status is ok.';
