-- relevance.character_query
-- Grain:   one row per (run_id, stage, query_id), answerable queries of corpora with texts
-- Reads:   core.corpus, relevance.asked_query, relevance.gold_length, relevance.list_cover, relevance.list_length
-- Serves:  measure.by_character, queries/measures_character.sql
create or replace view relevance.character_query as
select
    asked.run_id,
    asked.stage,
    asked.is_result,
    asked.judgments_hash,
    asked.query_id,
    asked.category,
    asked.file_position,
    asked.status,
    asked.depth,
    coalesce(list_cover.held, []) as held,
    coalesce(gold_length.num_gold_chars, 0) as num_gold_chars,
    coalesce(list_length.lengths, []) as lengths
from relevance.asked_query as asked
inner join core.corpus as corpus on asked.corpus_hash = corpus.corpus_hash
left join relevance.list_cover as list_cover
    on
        asked.corpus_hash = list_cover.corpus_hash
        and asked.judgments_hash = list_cover.judgments_hash
        and asked.query_id = list_cover.query_id
        and asked.list_hash = list_cover.list_hash
left join relevance.gold_length as gold_length
    on
        asked.corpus_hash = gold_length.corpus_hash
        and asked.judgments_hash = gold_length.judgments_hash
        and asked.query_id = gold_length.query_id
left join relevance.list_length as list_length
    on
        asked.corpus_hash = list_length.corpus_hash
        and asked.list_hash = list_length.list_hash
where asked.answerable and corpus.kind != 'external';

comment on view relevance.character_query is 'One row per (run_id, stage, query_id): how many gold characters every answerable query has retrieved, and among how many. Means of character measures are over these rows.';
comment on column relevance.character_query.run_id is 'The run.';
comment on column relevance.character_query.stage is 'The stage.';
comment on column relevance.character_query.is_result is 'True for the newest run with this result: with it, each distinct result is seen once.';
comment on column relevance.character_query.judgments_hash is 'The judgment set.';
comment on column relevance.character_query.query_id is 'The query.';
comment on column relevance.character_query.category is 'Category of the query.';
comment on column relevance.character_query.file_position is 'Position in the judgments file, from 1.';
comment on column relevance.character_query.status is 'ok, failed or missing; the last two find nothing, so they count as 0 in every measure.';
comment on column relevance.character_query.depth is 'Longest list that was asked for; NULL means an imported list.';
comment on column relevance.character_query.held is 'By rank, the gold characters that no hit before it holds, as in relevance.list_cover; empty when there are none.';
comment on column relevance.character_query.num_gold_chars is 'Distinct gold characters of the query in this corpus; 0 when there are none.';
comment on column relevance.character_query.lengths is 'Characters of the hits in rank order, as in relevance.list_length; empty when there is no hit.';
