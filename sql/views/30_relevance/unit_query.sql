-- relevance.unit_query
-- Grain:   one row per (run_id, stage, query_id), answerable queries
-- Reads:   core.corpus, relevance.asked_query, relevance.list_length, relevance.list_units, relevance.unit_count
-- Serves:  measure.by_unit, queries/measures_unit.sql
create or replace view relevance.unit_query as
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
    coalesce(found.units, []) as units,
    coalesce(unit_count.num_units, 0) as num_units,
    case
        when corpus.kind != 'external' then coalesce(list_length.lengths, [])
    end as lengths
from relevance.asked_query as asked
left join relevance.list_units as found
    on
        asked.corpus_hash = found.corpus_hash
        and asked.judgments_hash = found.judgments_hash
        and asked.query_id = found.query_id
        and asked.list_hash = found.list_hash
left join relevance.unit_count as unit_count
    on
        asked.judgments_hash = unit_count.judgments_hash
        and asked.query_id = unit_count.query_id
left join core.corpus as corpus on asked.corpus_hash = corpus.corpus_hash
left join relevance.list_length as list_length
    on
        asked.corpus_hash = list_length.corpus_hash
        and asked.list_hash = list_length.list_hash
where asked.answerable;

comment on view relevance.unit_query is 'One row per (run_id, stage, query_id): what every answerable query has found of its units of evidence, at any stage, whatever it ranks. Means at level unit are over these rows.';
comment on column relevance.unit_query.run_id is 'The run.';
comment on column relevance.unit_query.stage is 'The stage.';
comment on column relevance.unit_query.is_result is 'True for the newest run with this result: with it, each distinct result is seen once.';
comment on column relevance.unit_query.judgments_hash is 'The judgment set.';
comment on column relevance.unit_query.query_id is 'The query.';
comment on column relevance.unit_query.category is 'Category of the query.';
comment on column relevance.unit_query.file_position is 'Position in the judgments file, from 1.';
comment on column relevance.unit_query.status is 'ok, failed or missing; the last two find nothing, so they count as 0 in every measure.';
comment on column relevance.unit_query.depth is 'Longest list that was asked for; NULL means an imported list.';
comment on column relevance.unit_query.units is 'For every unit that the list finds, the rank of each hit that overlaps it and the share that it holds, as in relevance.list_units; empty when there is none.';
comment on column relevance.unit_query.num_units is 'Units of evidence of the query; 0 when all its gold has grade 0 or less.';
comment on column relevance.unit_query.lengths is 'Characters of the hits in rank order, as in relevance.list_length; empty when there is no hit, NULL when the corpus has no texts.';
