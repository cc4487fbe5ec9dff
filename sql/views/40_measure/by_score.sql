-- measure.by_score
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   meta.measure, relevance.score_query
-- Serves:  measure.by_query
create or replace view measure.by_score as
select
    asked.run_id,
    asked.stage,
    asked.judgments_hash,
    asked.query_id,
    wanted.level,
    wanted.measure,
    wanted.family,
    measure.score_value(
        wanted.family, asked.num_lower, asked.num_equal, asked.num_others
    ) as value,
    false as is_truncated,
    asked.category,
    asked.file_position,
    asked.status,
    asked.is_result
from relevance.score_query as asked
inner join meta.measure as wanted
    on
        wanted.family = 'AbstentionAUC'
        and coalesce(wanted.params ->> 'category', 'no_answer') = asked.other_category;

comment on view measure.by_score is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): the measures of meta.measure that compare top scores, for judgment sets with unanswerable queries of the category.';
comment on column measure.by_score.run_id is 'The run.';
comment on column measure.by_score.stage is 'The stage.';
comment on column measure.by_score.judgments_hash is 'The judgment set.';
comment on column measure.by_score.query_id is 'The query.';
comment on column measure.by_score.level is 'What a hit is matched to: list, since no hit is matched.';
comment on column measure.by_score.measure is 'Name of the measure, such as nDCG@10.';
comment on column measure.by_score.family is 'Which formula computes it.';
comment on column measure.by_score.value is 'Unit interval; 0 when the query failed or is missing.';
comment on column measure.by_score.is_truncated is 'True when the list ended at its depth before the cutoff was reached.';
comment on column measure.by_score.category is 'Category of the query.';
comment on column measure.by_score.file_position is 'Position in the judgments file, from 1; means are summed in this order.';
comment on column measure.by_score.status is 'ok, failed or missing; failed also when one of the unanswerable queries has no answer.';
comment on column measure.by_score.is_result is 'True for the newest run with this result: with it, each distinct result is seen once.';
