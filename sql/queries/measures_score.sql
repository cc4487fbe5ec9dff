-- Collects the measures that compare top scores.
insert into measured
select
    asked.run_id,
    asked.stage,
    asked.query_id,
    asked.file_position,
    asked.status,
    wanted.position,
    measure.score_value(wanted.family, asked.num_lower, asked.num_equal, asked.num_others),
    false
from relevance.score_query as asked
inner join chosen_run on asked.run_id = chosen_run.run_id
inner join wanted_measure as wanted
    on wanted.level = 'list' and wanted.category = asked.other_category;
