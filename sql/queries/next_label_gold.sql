-- Every labelled span of one run's judgments, of any grade.
-- Parameters: run_id
select
    span.query_id,
    span.doc,
    span.start_offset,
    span.end_offset,
    gold.relevance >= 1 as is_relevant
from core.run as run
inner join core.gold_span as span
    on run.corpus_hash = span.corpus_hash and run.judgments_hash = span.judgments_hash
inner join core.gold as gold
    on
        span.judgments_hash = gold.judgments_hash
        and span.query_id = gold.query_id
        and span.gold_index = gold.gold_index
where run.run_id = $run_id
order by span.query_id, span.gold_index, span.span_index;
