-- relevance.seen_document
-- Grain:   one row per (list_hash, doc), lists with passages
-- Reads:   core.list_hit, relevance.passage_list
-- Serves:  relevance.graded_document, relevance.seen_count
create or replace view relevance.seen_document as
with seen as (
    select
        hit.list_hash,
        hit.doc,
        min(hit.rank) as first_rank
    from core.list_hit as hit
    semi join relevance.passage_list as passage_list on hit.list_hash = passage_list.list_hash
    group by hit.list_hash, hit.doc
)

select
    list_hash,
    doc,
    first_rank,
    row_number() over (partition by list_hash order by first_rank) as rank
from seen;

comment on view relevance.seen_document is 'One row per (list_hash, doc): the documents of a list of passages, in the order in which it first shows them.';
comment on column relevance.seen_document.list_hash is 'The ranked list.';
comment on column relevance.seen_document.doc is 'The document.';
comment on column relevance.seen_document.first_rank is 'Rank of its first hit, from 1.';
comment on column relevance.seen_document.rank is 'Rank among the distinct documents, from 1.';
