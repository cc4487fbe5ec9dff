-- Collects the measures that count characters of what was retrieved.
insert into measured
select
    asked.run_id,
    asked.stage,
    asked.query_id,
    asked.file_position,
    asked.status,
    wanted.position,
    measure.character_value(
        wanted.family,
        measure.reach(wanted.cutoff, wanted.budget, asked.lengths),
        asked.held,
        asked.lengths,
        asked.num_gold_chars
    ),
    measure.is_truncated(wanted.budget, asked.depth, asked.lengths)
from relevance.character_query as asked
inner join chosen_run on asked.run_id = chosen_run.run_id
inner join wanted_measure as wanted
    on
        wanted.level = 'character'
        and wanted.family not in ('PrecisionOmega', 'CharCeiling')
        and measure.is_reported(wanted.cutoff, wanted.budget, asked.depth, asked.lengths);
