-- The best hits of every stage and query of one run, as far as they have a place in a document.
-- Parameters: run_id, cutoff
select
    outcome.stage,
    outcome.query_id,
    hit.rank,
    hit.doc,
    hit.start_offset,
    hit.end_offset
from core.query_outcome as outcome
inner join core.list_hit as hit on outcome.list_hash = hit.list_hash
where outcome.run_id = $run_id and hit.rank <= $cutoff and hit.located
order by outcome.stage, outcome.query_id, hit.rank;
