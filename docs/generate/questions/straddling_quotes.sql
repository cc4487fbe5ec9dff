with touched as (
    select
        span.query_id,
        span.gold_index,
        span.doc,
        span.end_offset - span.start_offset as num_chars,
        count(*) as num_chunks,
        max(
            least(span.end_offset, chunk.end_offset)
            - greatest(span.start_offset, chunk.start_offset)
        ) as most_chars_in_one
    from core.run as run
    inner join core.stage as stage on run.run_id = stage.run_id
    inner join core.gold_span as span
        on run.corpus_hash = span.corpus_hash and run.judgments_hash = span.judgments_hash
    inner join core.corpus_chunk as chunk
        on
            run.corpus_hash = chunk.corpus_hash
            and stage.chunking_id = chunk.chunking_id
            and span.doc = chunk.doc
            and chunk.start_offset < span.end_offset
            and span.start_offset < chunk.end_offset
    where run.name = 'chunks-512'
    group by span.query_id, span.gold_index, span.doc, span.start_offset, span.end_offset
)

select
    query_id,
    gold_index,
    doc,
    num_chunks,
    num_chars,
    most_chars_in_one
from touched
where most_chars_in_one < num_chars
order by query_id, gold_index;
