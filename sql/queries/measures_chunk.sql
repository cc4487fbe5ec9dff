-- Collects the measures that ask at which ranks there are relevant chunks.
insert into measured
select
    asked.run_id,
    asked.stage,
    asked.query_id,
    asked.file_position,
    asked.status,
    wanted.position,
    measure.chunk_value(
        wanted.family, asked.relevant_ranks, wanted.cutoff, asked.num_relevant
    ),
    false
from relevance.judged_query as asked
inner join chosen_run on asked.run_id = chosen_run.run_id
inner join wanted_measure as wanted
    on
        wanted.level = 'chunk'
        and measure.is_reported(wanted.cutoff, null, asked.depth, null);
