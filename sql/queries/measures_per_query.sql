-- Every chosen measure of every query, by run, stage, query and measure.
select
    run.name as run_name,
    measured.stage,
    measured.query_id,
    wanted.level,
    wanted.measure,
    measured.value,
    measured.status,
    measured.is_truncated,
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
order by chosen_run.position, stage.position, measured.file_position, wanted.position;
