with version as (
    select
        run.name as run_name,
        document.doc,
        document.text_hash,
        document_text.num_chars
    from core.run as run
    inner join core.corpus_document as document on run.corpus_hash = document.corpus_hash
    inner join core.document_text as document_text on document.text_hash = document_text.text_hash
)

select
    coalesce(old.doc, new.doc) as doc,
    case
        when old.doc is null then 'added'
        when new.doc is null then 'removed'
        else 'edited'
    end as change,
    old.num_chars as chars_before,
    new.num_chars as chars_after
from (from version where run_name = 'chunks-512') as old
full join (from version where run_name = 'edited-corpus') as new on old.doc = new.doc
where old.text_hash is distinct from new.text_hash
order by doc;
