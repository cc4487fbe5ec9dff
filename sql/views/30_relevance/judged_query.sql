-- relevance.judged_query
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level)
-- Reads:   relevance.asked_query, relevance.gold_chunk_count, relevance.list_ranks
-- Serves:  relevance.wanted_value
create or replace view relevance.judged_query as
select
    asked.run_id,
    asked.stage,
    asked.is_result,
    asked.judgments_hash,
    asked.query_id,
    'chunk' as level,
    asked.category,
    asked.file_position,
    asked.status,
    asked.depth,
    coalesce(ranks.relevant_ranks, []) as relevant_ranks,
    coalesce(gold.num_relevant, 0) as num_relevant
from relevance.asked_query as asked
left join relevance.list_ranks as ranks
    on
        asked.corpus_hash = ranks.corpus_hash
        and asked.judgments_hash = ranks.judgments_hash
        and asked.query_id = ranks.query_id
        and asked.list_hash = ranks.list_hash
left join relevance.gold_chunk_count as gold
    on
        asked.corpus_hash = gold.corpus_hash
        and asked.judgments_hash = gold.judgments_hash
        and asked.query_id = gold.query_id
        and asked.chunking_id = gold.chunking_id
where asked.answerable and asked.chunking_id is not null;

comment on view relevance.judged_query is 'One row per (run_id, stage, judgments_hash, query_id, level): every answerable query of every stage with a chunk set, whatever the stage returned. Means are over these rows.';
comment on column relevance.judged_query.run_id is 'The run.';
comment on column relevance.judged_query.stage is 'The stage.';
comment on column relevance.judged_query.is_result is 'True for the newest run with this result: with it, each distinct result is seen once.';
comment on column relevance.judged_query.judgments_hash is 'The judgment set.';
comment on column relevance.judged_query.query_id is 'The query.';
comment on column relevance.judged_query.level is 'What a hit is matched to: chunk.';
comment on column relevance.judged_query.category is 'Category of the query.';
comment on column relevance.judged_query.file_position is 'Position in the judgments file, from 1.';
comment on column relevance.judged_query.status is 'ok, failed or missing; the last two have no relevant rank, so they count as 0 in every measure.';
comment on column relevance.judged_query.depth is 'Longest list that was asked for; NULL means an imported list.';
comment on column relevance.judged_query.relevant_ranks is 'Ranks of the relevant hits, ascending, from 1; empty when there is none.';
comment on column relevance.judged_query.num_relevant is 'Size of the gold set in this chunk set; 0 when no chunk overlaps any gold span.';
