-- relevance.document_query
-- Grain:   one row per (run_id, stage, query_id), answerable queries
-- Reads:   core.query_outcome, relevance.asked_query, relevance.document_pool, relevance.list_grades, relevance.seen_count
-- Serves:  measure.by_document, queries/measures_document.sql
create or replace view relevance.document_query as
select
    asked.run_id,
    asked.stage,
    asked.is_result,
    asked.judgments_hash,
    asked.query_id,
    asked.category,
    asked.file_position,
    asked.status,
    asked.depth,
    coalesce(found.hits, []) as hits,
    coalesce(pool.grades, []) as pool,
    coalesce(seen_count.num_documents, outcome.num_hits, 0) as num_documents,
    coalesce(outcome.num_hits = asked.depth, false) as is_full
from relevance.asked_query as asked
left join core.query_outcome as outcome
    on
        asked.run_id = outcome.run_id
        and asked.stage = outcome.stage
        and asked.query_id = outcome.query_id
left join relevance.list_grades as found
    on
        asked.judgments_hash = found.judgments_hash
        and asked.query_id = found.query_id
        and asked.list_hash = found.list_hash
left join relevance.seen_count as seen_count on asked.list_hash = seen_count.list_hash
left join relevance.document_pool as pool
    on asked.judgments_hash = pool.judgments_hash and asked.query_id = pool.query_id
where asked.answerable;

comment on view relevance.document_query is 'One row per (run_id, stage, query_id): which graded documents every answerable query was shown, of which. A list of passages is taken as the list of its distinct documents, each where it first appears.';
comment on column relevance.document_query.run_id is 'The run.';
comment on column relevance.document_query.stage is 'The stage.';
comment on column relevance.document_query.is_result is 'True for the newest run with this result: with it, each distinct result is seen once.';
comment on column relevance.document_query.judgments_hash is 'The judgment set.';
comment on column relevance.document_query.query_id is 'The query.';
comment on column relevance.document_query.category is 'Category of the query.';
comment on column relevance.document_query.file_position is 'Position in the judgments file, from 1.';
comment on column relevance.document_query.status is 'ok, failed or missing; the last two show nothing, so they count as 0 in every measure.';
comment on column relevance.document_query.depth is 'Longest list that was asked for, in hits; NULL means an imported list.';
comment on column relevance.document_query.hits is 'Rank among the distinct documents and grade of each graded one, in rank order; empty when there is none.';
comment on column relevance.document_query.pool is 'Grades of all judged documents of the query, highest first; empty when there is none.';
comment on column relevance.document_query.num_documents is 'Distinct documents of the list.';
comment on column relevance.document_query.is_full is 'True when the list ended at its depth: further documents were never asked for.';
