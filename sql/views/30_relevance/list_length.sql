-- relevance.list_length
-- Grain:   one row per (corpus_hash, list_hash) with at least one hit, corpora with texts
-- Reads:   core.corpus_document, core.document_text, core.list_hit, relevance.judged_list
-- Serves:  relevance.character_query, relevance.unit_query
create or replace view relevance.list_length as
with stored_list as (
    select distinct
        judged.corpus_hash,
        judged.list_hash
    from relevance.judged_list as judged
    semi join core.corpus_document as document on judged.corpus_hash = document.corpus_hash
)

select
    stored_list.corpus_hash,
    stored_list.list_hash,
    list(
        coalesce(hit.end_offset - hit.start_offset, content.num_chars)
        order by hit.rank
    ) as lengths
from stored_list
inner join core.list_hit as hit on stored_list.list_hash = hit.list_hash
left join core.corpus_document as document
    on stored_list.corpus_hash = document.corpus_hash and hit.doc = document.doc
left join core.document_text as content on document.text_hash = content.text_hash
group by stored_list.corpus_hash, stored_list.list_hash;

comment on view relevance.list_length is 'One row per (corpus_hash, list_hash): how many characters each hit of a list has. A corpus without texts has no row.';
comment on column relevance.list_length.corpus_hash is 'The corpus.';
comment on column relevance.list_length.list_hash is 'The ranked list.';
comment on column relevance.list_length.lengths is 'Characters of the hits in rank order. A hit without offsets has the length of its document: so has one that was not located, whose own length is not known, so that values are not flattered.';
