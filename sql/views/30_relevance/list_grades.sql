-- relevance.list_grades
-- Grain:   one row per (judgments_hash, query_id, list_hash) with at least one graded document
-- Reads:   relevance.graded_document
-- Serves:  relevance.document_query
create or replace view relevance.list_grades as
select
    judgments_hash,
    query_id,
    list_hash,
    list({'rank': rank, 'grade': grade} order by rank) as hits
from relevance.graded_document
group by judgments_hash, query_id, list_hash;

comment on view relevance.list_grades is 'One row per (judgments_hash, query_id, list_hash): where a list shows which grades.';
comment on column relevance.list_grades.judgments_hash is 'The judgment set.';
comment on column relevance.list_grades.query_id is 'The query.';
comment on column relevance.list_grades.list_hash is 'The ranked list.';
comment on column relevance.list_grades.hits is 'Rank among the distinct documents and grade of each graded one, in rank order; never empty.';
