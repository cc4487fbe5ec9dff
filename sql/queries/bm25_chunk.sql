-- The chunks of one collection in tie-break order: chunk_key is the order among equal scores.
-- Parameters: corpus_hash, chunking_id
create or replace temp table bm25_chunk as
select
    row_number() over (order by content_hash asc, doc asc, chunk_index asc) as chunk_key,
    doc,
    chunk_index,
    start_offset,
    end_offset
from core.corpus_chunk
where corpus_hash = $corpus_hash and chunking_id = $chunking_id;
