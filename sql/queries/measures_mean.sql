-- Every chosen measure over all queries, by run, stage and measure as they were asked for: a mean
-- in file order, unless the measure is a number of queries, a sum, or a geometric mean, for which
-- a value is taken as at least 0.00001.
select
    run.name as run_name,
    measured.stage,
    wanted.level,
    wanted.measure,
    case wanted.aggregate
        when 'count' then count(*)::double
        when 'sum' then sum(measured.value order by measured.file_position)
        when 'geometric mean'
            then
                exp(
                    sum(
                        ln(greatest(measured.value, 1.0e-5)) order by measured.file_position
                    ) / count(*)
                )
        else sum(measured.value order by measured.file_position) / count(*)
    end as value,
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
    wanted.aggregate,
    measured.run_id,
    chosen_run.position,
    stage.position,
    wanted.position
order by chosen_run.position, stage.position, wanted.position;
