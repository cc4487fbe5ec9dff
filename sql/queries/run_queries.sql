-- Every query of one run, in file order: what each stage made of it.
-- Parameters: run_id
select
    history.query_id,
    history.category,
    history.stage,
    history.status,
    history.num_hits,
    history.first_relevant_rank,
    history.reciprocal_rank,
    history.text
from report.query_history as history
inner join core.stage as stage
    on history.run_id = stage.run_id and history.stage = stage.stage
inner join core.run as run on history.run_id = run.run_id
inner join core.query as query
    on run.judgments_hash = query.judgments_hash and history.query_id = query.query_id
where history.run_id = $run_id
order by query.file_position, stage.position;
