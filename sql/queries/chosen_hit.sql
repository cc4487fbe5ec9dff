-- One query of one stage of one run, with the hit at a rank; the hit is NULL where there is none.
-- Parameters: run_id, stage, query_id, rank
select
    query.text,
    coalesce(run.config ->> '$.corpus', run.corpus_hash) as corpus,
    outcome.status,
    outcome.num_hits,
    hit.doc,
    hit.start_offset,
    hit.end_offset,
    hit.located,
    document.text_hash
from core.query_outcome as outcome
inner join core.run as run on outcome.run_id = run.run_id
inner join core.query as query
    on run.judgments_hash = query.judgments_hash and outcome.query_id = query.query_id
left join core.list_hit as hit
    on outcome.list_hash = hit.list_hash and hit.rank = $rank
left join core.corpus_document as document
    on run.corpus_hash = document.corpus_hash and hit.doc = document.doc
where
    outcome.run_id = $run_id
    and outcome.stage = $stage
    and outcome.query_id = $query_id;
