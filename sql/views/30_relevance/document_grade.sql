-- relevance.document_grade
-- Grain:   one row per (judgments_hash, query_id, doc)
-- Reads:   core.gold
-- Serves:  relevance.document_pool, relevance.graded_document
create or replace view relevance.document_grade as
select
    judgments_hash,
    query_id,
    doc,
    max(relevance) as grade
from core.gold
group by judgments_hash, query_id, doc;

comment on view relevance.document_grade is 'One row per (judgments_hash, query_id, doc): the grade of every document that holds gold, or is gold as a whole, whether any corpus has it or not.';
comment on column relevance.document_grade.judgments_hash is 'The judgment set.';
comment on column relevance.document_grade.query_id is 'The query.';
comment on column relevance.document_grade.doc is 'The document.';
comment on column relevance.document_grade.grade is 'Highest grade among its gold entries; 1 and above is relevant, 0 judged not relevant, negative pooled but unjudged.';
