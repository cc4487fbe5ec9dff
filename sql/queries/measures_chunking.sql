-- Collects the measures that are of the chunking alone; they do not depend on the answer.
insert into measured
select
    asked.run_id,
    asked.stage,
    asked.query_id,
    asked.file_position,
    'ok',
    wanted.position,
    measure.chunking_value(
        wanted.family,
        asked.num_held_chars,
        asked.num_chunk_chars,
        asked.num_gold_chars,
        asked.num_whole_units,
        asked.num_units
    ),
    false
from relevance.chunking_query as asked
inner join chosen_run on asked.run_id = chosen_run.run_id
inner join wanted_measure as wanted
    on wanted.family in ('PrecisionOmega', 'CharCeiling', 'Whole');
