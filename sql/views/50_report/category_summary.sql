-- report.category_summary
-- Grain:   one row per (run_id, stage, category)
-- Reads:   core.query, core.query_outcome, core.run, core.stage, report.category_mean, report.run_label
-- Serves:  people, and the summary that eval and show print
create or replace view report.category_summary as
with outcome_count as (
    select
        stage.run_id,
        stage.stage,
        query.category,
        bool_or(query.answerable) as answerable,
        count(*) as num_queries,
        count(*) filter (where outcome.status is distinct from 'ok') as num_failed,
        count(*) filter (where outcome.status = 'ok' and outcome.num_hits = 0) as num_abstained
    from core.stage as stage
    inner join core.run as run on stage.run_id = run.run_id
    inner join core.query as query on run.judgments_hash = query.judgments_hash
    left join core.query_outcome as outcome
        on
            stage.run_id = outcome.run_id
            and stage.stage = outcome.stage
            and query.query_id = outcome.query_id
    group by stage.run_id, stage.stage, query.category
)

select
    outcome_count.run_id,
    label.run_name,
    label.corpus_name,
    label.judgments_name,
    label.is_latest,
    outcome_count.stage,
    outcome_count.category,
    outcome_count.answerable,
    outcome_count.num_queries,
    outcome_count.num_failed,
    mean.recall_at_1,
    mean.recall_at_5,
    mean.recall_at_10,
    mean.mrr,
    mean.ndcg_at_10,
    outcome_count.num_abstained
from outcome_count
inner join report.run_label as label on outcome_count.run_id = label.run_id
left join report.category_mean as mean
    on
        outcome_count.run_id = mean.run_id
        and outcome_count.stage = mean.stage
        and outcome_count.category = mean.category;

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
