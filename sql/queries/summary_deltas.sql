-- Every stage of one run against its baseline, by stage and measure of chunks. The same rows as
-- report.stage_delta has at level chunk, without the other levels, which would be planned too.
-- Parameters: run_id
with paired as (
    select
        by_chunk.run_id,
        by_chunk.stage,
        by_chunk.level,
        by_chunk.measure,
        by_chunk.value,
        by_chunk.file_position,
        stage.is_baseline,
        max(by_chunk.value) filter (where stage.is_baseline) over query as baseline_value,
        max(by_chunk.stage) filter (where stage.is_baseline) over query as baseline
    from measure.by_chunk as by_chunk
    inner join core.stage as stage
        on by_chunk.run_id = stage.run_id and by_chunk.stage = stage.stage
    where by_chunk.run_id = $run_id
    window query as (
        partition by
            by_chunk.run_id,
            by_chunk.judgments_hash,
            by_chunk.query_id,
            by_chunk.level,
            by_chunk.measure
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
inner join report.run_label as label on compared.run_id = label.run_id
inner join core.stage as stage
    on compared.run_id = stage.run_id and compared.stage = stage.stage
order by stage.position, compared.measure;
