-- All stages of all runs, newest run first. Measures are computed once per distinct result.
with failure as (
    select
        run_id,
        stage,
        count(*) as num_failed
    from core.query_outcome
    where status != 'ok'
    group by run_id, stage
)

select
    stage.run_id,
    label.run_name,
    label.created_at,
    label.corpus_name,
    label.judgments_name,
    stage.stage,
    stage.depth,
    chunking.chunker,
    chunking.chunk_size,
    chunking.chunk_overlap,
    mean.recall_at_1,
    mean.recall_at_5,
    mean.recall_at_10,
    mean.mrr,
    mean.ndcg_at_10,
    coalesce(failure.num_failed, 0) as num_failed
from core.stage as stage
inner join report.run_label as label on stage.run_id = label.run_id
inner join relevance.stage_result as result
    on stage.run_id = result.run_id and stage.stage = result.stage
left join core.chunking as chunking on stage.chunking_id = chunking.chunking_id
left join (from report.stage_mean where is_result) as mean
    on result.result_run_id = mean.run_id and result.stage = mean.stage
left join failure on stage.run_id = failure.run_id and stage.stage = failure.stage
order by label.created_at desc, stage.run_id desc, stage.position;
