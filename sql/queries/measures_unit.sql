-- Collects the measures that ask at which rank each unit of evidence is found.
insert into measured
select
    asked.run_id,
    asked.stage,
    asked.query_id,
    asked.file_position,
    asked.status,
    wanted.position,
    measure.unit_value(
        wanted.family,
        measure.reach(wanted.cutoff, wanted.budget, asked.lengths),
        measure.unit_ranks(asked.units, wanted.cover),
        asked.num_units
    ),
    measure.is_truncated(wanted.budget, asked.depth, asked.lengths)
from relevance.unit_query as asked
inner join chosen_run on asked.run_id = chosen_run.run_id
inner join wanted_measure as wanted
    on
        wanted.level = 'unit'
        and wanted.family != 'Whole'
        and measure.is_reported(wanted.cutoff, wanted.budget, asked.depth, asked.lengths);
