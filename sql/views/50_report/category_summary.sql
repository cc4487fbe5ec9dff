-- report.category_summary
-- Grain:   one row per (run_id, stage, category)
-- Reads:   report.category_outcome, report.group_mean, report.run_label
-- Serves:  people
create or replace view report.category_summary as
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
inner join report.run_label as label on outcome.run_id = label.run_id
left join report.group_mean as mean
    on
        outcome.run_id = mean.run_id
        and outcome.stage = mean.stage
        and outcome.category = mean.category;

comment on view report.category_summary is 'One row per (run_id, stage, category): the founding measures of each category of queries; unanswerable categories have no means, only counts.';
comment on column report.category_summary.run_id is 'The run.';
comment on column report.category_summary.run_name is 'The run''s name.';
comment on column report.category_summary.corpus_name is 'Name under which the corpus was given.';
comment on column report.category_summary.judgments_name is 'Name under which the judgments were given.';
comment on column report.category_summary.is_latest is 'True for the newest run of its collection: the pair of corpus name and judgments name.';
comment on column report.category_summary.stage is 'The stage.';
comment on column report.category_summary.category is 'Category of the queries.';
comment on column report.category_summary.answerable is 'Whether queries of this category enter the means.';
comment on column report.category_summary.num_queries is 'Queries of the category.';
comment on column report.category_summary.num_failed is 'Queries whose status is failed or missing; an answerable one counts as 0 in the means.';
comment on column report.category_summary.recall_at_1 is 'Success@1, the hit rate: share of answerable queries with a relevant hit at rank 1; NULL when nothing was measured.';
comment on column report.category_summary.recall_at_5 is 'Success@5, the hit rate; NULL when the stage is shallower or nothing was measured.';
comment on column report.category_summary.recall_at_10 is 'Success@10, the hit rate; NULL when the stage is shallower or nothing was measured.';
comment on column report.category_summary.mrr is 'Mean RR over the whole list, comparable only at equal depth; NULL when nothing was measured.';
comment on column report.category_summary.ndcg_at_10 is 'Mean nDCG@10; NULL when the stage is shallower or nothing was measured.';
comment on column report.category_summary.num_abstained is 'Queries with status ok and no hit.';
