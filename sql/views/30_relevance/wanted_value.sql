-- relevance.wanted_value
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   meta.measure, relevance.judged_query
-- Serves:  measure.by_chunk
create or replace view relevance.wanted_value as
select
    judged.run_id,
    judged.stage,
    judged.judgments_hash,
    judged.query_id,
    judged.level,
    wanted.measure,
    wanted.family,
    wanted.cutoff,
    judged.relevant_ranks,
    judged.num_relevant,
    judged.category,
    judged.file_position,
    judged.status,
    judged.is_result
from relevance.judged_query as judged
inner join meta.measure as wanted
    on
        judged.level = wanted.level
        and (wanted.cutoff is null or judged.depth is null or wanted.cutoff <= judged.depth);

comment on view relevance.wanted_value is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): which values are to be computed, and from what. A cutoff beyond the depth of an evaluated stage is left out, since the list was never allowed to reach it.';
comment on column relevance.wanted_value.run_id is 'The run.';
comment on column relevance.wanted_value.stage is 'The stage.';
comment on column relevance.wanted_value.judgments_hash is 'The judgment set.';
comment on column relevance.wanted_value.query_id is 'The query.';
comment on column relevance.wanted_value.level is 'What a hit is matched to: chunk.';
comment on column relevance.wanted_value.measure is 'Name of the measure, such as nDCG@10.';
comment on column relevance.wanted_value.family is 'Which formula computes it.';
comment on column relevance.wanted_value.cutoff is 'Ranks looked at, from 1; NULL means the whole list.';
comment on column relevance.wanted_value.relevant_ranks is 'Ranks of the relevant hits, ascending, from 1; empty when there is none.';
comment on column relevance.wanted_value.num_relevant is 'Size of the gold set.';
comment on column relevance.wanted_value.category is 'Category of the query.';
comment on column relevance.wanted_value.file_position is 'Position in the judgments file, from 1.';
comment on column relevance.wanted_value.status is 'ok, failed or missing.';
comment on column relevance.wanted_value.is_result is 'True for the newest run with this result: with it, each distinct result is seen once.';
