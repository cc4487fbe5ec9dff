-- relevance.graded_document
-- Grain:   one row per (judgments_hash, query_id, list_hash, rank)
-- Reads:   core.list_hit, relevance.document_grade, relevance.judged_list, relevance.passage_list, relevance.seen_document
-- Serves:  relevance.list_grades
create or replace view relevance.graded_document as
with judged as (
    select distinct
        judgments_hash,
        query_id,
        list_hash
    from relevance.judged_list
)

select
    judged.judgments_hash,
    judged.query_id,
    judged.list_hash,
    hit.rank::bigint as rank,
    document.grade
from judged
inner join core.list_hit as hit on judged.list_hash = hit.list_hash
inner join relevance.document_grade as document
    on
        judged.judgments_hash = document.judgments_hash
        and judged.query_id = document.query_id
        and hit.doc = document.doc
anti join relevance.passage_list as passage_list on judged.list_hash = passage_list.list_hash
union all
select
    judged.judgments_hash,
    judged.query_id,
    judged.list_hash,
    seen.rank,
    document.grade
from judged
inner join relevance.seen_document as seen on judged.list_hash = seen.list_hash
inner join relevance.document_grade as document
    on
        judged.judgments_hash = document.judgments_hash
        and judged.query_id = document.query_id
        and seen.doc = document.doc;

comment on view relevance.graded_document is 'One row per (judgments_hash, query_id, list_hash, rank): the graded documents of every list. Documents without a grade have no row, but they take a rank.';
comment on column relevance.graded_document.judgments_hash is 'The judgment set.';
comment on column relevance.graded_document.query_id is 'The query.';
comment on column relevance.graded_document.list_hash is 'The ranked list.';
comment on column relevance.graded_document.rank is 'Rank among the distinct documents of the list, from 1.';
comment on column relevance.graded_document.grade is 'Grade of the document, by relevance.document_grade.';
