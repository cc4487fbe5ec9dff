-- relevance.document_pool
-- Grain:   one row per (judgments_hash, query_id) with at least one graded document
-- Reads:   relevance.document_grade
-- Serves:  relevance.document_query
create or replace view relevance.document_pool as
select
    judgments_hash,
    query_id,
    list(grade order by grade desc) as grades
from relevance.document_grade
group by judgments_hash, query_id;

comment on view relevance.document_pool is 'One row per (judgments_hash, query_id): the grades of all documents that were judged for a query.';
comment on column relevance.document_pool.judgments_hash is 'The judgment set.';
comment on column relevance.document_pool.query_id is 'The query.';
comment on column relevance.document_pool.grades is 'One grade a document, highest first; never empty.';
