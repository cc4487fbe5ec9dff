-- The mean of every chosen measure, by run, stage and measure as they were asked for.
select
    run.name as run_name,
    measured.stage,
    wanted.level,
    wanted.measure,
    sum(measured.value order by measured.file_position) / count(*) as value,
    count(*) as num_queries,
    count(*) filter (where measured.status != 'ok') as num_failed,
    count(*) filter (where measured.is_truncated) as num_truncated,
    measured.run_id
from measured
inner join wanted_measure as wanted on measured.measure_position = wanted.position
inner join chosen_run on measured.run_id = chosen_run.run_id
inner join core.run as run on measured.run_id = run.run_id
inner join core.stage as stage
    on measured.run_id = stage.run_id and measured.stage = stage.stage
left join core.query_outcome as outcome
    on
        measured.run_id = outcome.run_id
        and measured.stage = outcome.stage
        and measured.query_id = outcome.query_id
where wanted.population = 'judged' or outcome.num_hits > 0
group by
    run.name,
    measured.stage,
    wanted.level,
    wanted.measure,
    measured.run_id,
    chosen_run.position,
    stage.position,
    wanted.position
order by chosen_run.position, stage.position, wanted.position;
