-- report.stage_delta
-- Grain:   one row per (run_id, stage, level, measure), stages other than the baseline
-- Reads:   core.stage, measure.by_query, report.run_label
-- Serves:  people
create or replace view report.stage_delta as
with paired as (
    select
        by_query.run_id,
        by_query.stage,
        by_query.level,
        by_query.measure,
        by_query.value,
        by_query.file_position,
        stage.is_baseline,
        max(by_query.value) filter (where stage.is_baseline) over query as baseline_value,
        max(by_query.stage) filter (where stage.is_baseline) over query as baseline
    from measure.by_query as by_query
    inner join core.stage as stage
        on by_query.run_id = stage.run_id and by_query.stage = stage.stage
    window query as (
        partition by
            by_query.run_id,
            by_query.judgments_hash,
            by_query.query_id,
            by_query.level,
            by_query.measure
    )
),

compared as (
    select
        run_id,
        stage,
        baseline,
        level,
        measure,
        sum(value order by file_position) / count(*) as value,
        sum(baseline_value order by file_position) / count(*) as baseline_value,
        count(*) filter (where value > baseline_value) as num_wins,
        count(*) filter (where value = baseline_value) as num_ties,
        count(*) filter (where value < baseline_value) as num_losses,
        count(*) as num_queries
    from paired
    where not is_baseline and baseline is not null
    group by run_id, stage, baseline, level, measure
)

select
    compared.run_id,
    label.run_name,
    label.corpus_name,
    label.judgments_name,
    label.is_latest,
    compared.stage,
    compared.baseline,
    compared.level,
    compared.measure,
    compared.value,
    compared.baseline_value,
    compared.value - compared.baseline_value as delta,
    compared.num_wins,
    compared.num_ties,
    compared.num_losses,
    compared.num_queries
from compared
inner join report.run_label as label on compared.run_id = label.run_id;

comment on view report.stage_delta is 'One row per (run_id, stage, level, measure): every stage against the baseline of its run, losses as plainly as wins.';
comment on column report.stage_delta.run_id is 'The run.';
comment on column report.stage_delta.run_name is 'The run''s name.';
comment on column report.stage_delta.corpus_name is 'Name under which the corpus was given.';
comment on column report.stage_delta.judgments_name is 'Name under which the judgments were given.';
comment on column report.stage_delta.is_latest is 'True for the newest run of its collection: the pair of corpus name and judgments name.';
comment on column report.stage_delta.stage is 'The stage.';
comment on column report.stage_delta.baseline is 'The baseline stage of the run.';
comment on column report.stage_delta.level is 'What a hit is matched to: chunk, unit, character, list or document.';
comment on column report.stage_delta.measure is 'Name of the measure, such as nDCG@10.';
comment on column report.stage_delta.value is 'Mean of the stage; unit interval.';
comment on column report.stage_delta.baseline_value is 'Mean of the baseline over the same queries; unit interval.';
comment on column report.stage_delta.delta is 'value minus baseline_value; negative means the stage lost.';
comment on column report.stage_delta.num_wins is 'Queries on which the stage is above the baseline.';
comment on column report.stage_delta.num_ties is 'Queries on which both are equal.';
comment on column report.stage_delta.num_losses is 'Queries on which the stage is below the baseline.';
comment on column report.stage_delta.num_queries is 'Queries compared.';
