-- relevance.passage_list
-- Grain:   one row per list_hash with at least one hit that is not a whole document
-- Reads:   core.list_hit
-- Serves:  relevance.graded_document, relevance.seen_document
create or replace view relevance.passage_list as
select distinct list_hash
from core.list_hit
where start_offset is not null or not located;

comment on view relevance.passage_list is 'One row per list_hash: lists that can show a document more than once, because their hits are passages. In all others a rank is the rank of a document.';
comment on column relevance.passage_list.list_hash is 'The ranked list.';
