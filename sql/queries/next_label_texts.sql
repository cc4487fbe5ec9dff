-- The texts of some documents of one corpus.
-- Parameters: corpus_hash, docs
select
    document.doc,
    content.text
from core.corpus_document as document
inner join core.document_text as content on document.text_hash = content.text_hash
where document.corpus_hash = $corpus_hash and list_contains($docs, document.doc)
order by document.doc;
