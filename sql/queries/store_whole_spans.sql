-- Stores where every document that is gold as a whole begins and ends, in a corpus that has its text, unless spans of
-- these judgments in this corpus are stored.
-- Parameters: corpus_hash, judgments_hash
insert into core.gold_span (
    corpus_hash, judgments_hash, query_id, gold_index, span_index, doc, start_offset, end_offset, match_level
)
select
    document.corpus_hash,
    gold.judgments_hash,
    gold.query_id,
    gold.gold_index,
    0,
    gold.doc,
    0,
    text.num_chars,
    'exact'
from core.gold as gold
inner join core.corpus_document as document on gold.doc = document.doc
inner join core.document_text as text on document.text_hash = text.text_hash
where
    gold.judgments_hash = $judgments_hash
    and gold.quote is null
    and document.corpus_hash = $corpus_hash
    and not exists (
        select 1
        from core.gold_span as span
        where span.corpus_hash = $corpus_hash and span.judgments_hash = $judgments_hash
    )
order by gold.query_id, gold.gold_index;
