-- report.stage_measure
-- Grain:   one row per (run_id, stage, level, measure)
-- Reads:   measure.by_query
-- Serves:  people
create or replace view report.stage_measure as
select
    run_id,
    stage,
    level,
    measure,
    sum(value order by file_position) / count(*) as value,
    count(*) as num_queries,
    count(*) filter (where status != 'ok') as num_failed,
    num_failed > 0 as is_lower_bound,
    count(*) filter (where is_truncated) as num_truncated,
    is_result
from measure.by_query
group by run_id, stage, level, measure, is_result;

comment on view report.stage_measure is 'One row per (run_id, stage, level, measure): every mean over the answerable queries of the judgment set, summed in file order.';
comment on column report.stage_measure.run_id is 'The run.';
comment on column report.stage_measure.stage is 'The stage.';
comment on column report.stage_measure.level is 'What a hit is matched to: chunk, unit, character, list or document.';
comment on column report.stage_measure.measure is 'Name of the measure, such as nDCG@10.';
comment on column report.stage_measure.value is 'Mean over all answerable queries; unit interval.';
comment on column report.stage_measure.num_queries is 'Queries in the mean, from 1.';
comment on column report.stage_measure.num_failed is 'Queries whose status is failed or missing; each counts as 0 in the means.';
comment on column report.stage_measure.is_lower_bound is 'True when a failed or missing query counts as 0 in the mean.';
comment on column report.stage_measure.num_truncated is 'Queries whose list ended at its depth before the cutoff was reached.';
comment on column report.stage_measure.is_result is 'True for the newest run with this result: with it, each distinct result is seen once.';
