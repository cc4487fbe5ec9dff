-- The categories of one run: answerable ones first, each group by name. The same rows as
-- report.category_summary, with the means of summary_mean.sql.
-- Parameters: run_id
select
    outcome.run_id,
    label.run_name,
    label.corpus_name,
    label.judgments_name,
    label.is_latest,
    outcome.stage,
    outcome.category,
    outcome.answerable,
    outcome.num_queries,
    outcome.num_failed,
    mean.recall_at_1,
    mean.recall_at_5,
    mean.recall_at_10,
    mean.mrr,
    mean.ndcg_at_10,
    outcome.num_abstained
from report.category_outcome as outcome
inner join core.stage as stage
    on outcome.run_id = stage.run_id and outcome.stage = stage.stage
inner join report.run_label as label on outcome.run_id = label.run_id
left join run_mean as mean on outcome.stage = mean.stage and outcome.category = mean.category
where outcome.run_id = $run_id
order by stage.position, outcome.answerable desc, outcome.category;
