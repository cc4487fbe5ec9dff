-- Every stage of one run against its baseline, by stage and measure.
-- Parameters: run_id
select stage_delta.*
from report.stage_delta as stage_delta
inner join core.stage as stage
    on stage_delta.run_id = stage.run_id and stage_delta.stage = stage.stage
where stage_delta.run_id = $run_id
order by stage.position, stage_delta.level, stage_delta.measure;
