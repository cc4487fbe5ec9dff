-- relevance.seen_count
-- Grain:   one row per list_hash, lists with passages
-- Reads:   relevance.seen_document
-- Serves:  relevance.document_query
create or replace view relevance.seen_count as
select
    list_hash,
    count(*) as num_documents
from relevance.seen_document
group by list_hash;

comment on view relevance.seen_count is 'One row per list_hash: how many distinct documents a list of passages shows.';
comment on column relevance.seen_count.list_hash is 'The ranked list.';
comment on column relevance.seen_count.num_documents is 'Distinct documents, from 1.';
