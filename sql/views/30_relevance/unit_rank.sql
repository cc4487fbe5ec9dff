-- relevance.unit_rank
-- Grain:   one row per (corpus_hash, judgments_hash, query_id, list_hash, unit) with at least one hit
-- Reads:   relevance.unit_hit
-- Serves:  relevance.list_units
create or replace view relevance.unit_rank as
select
    corpus_hash,
    judgments_hash,
    query_id,
    list_hash,
    unit,
    min(rank) as best_rank,
    min(rank) filter (where cover >= 1.0e0) as best_whole_rank,
    list({'rank': rank, 'cover': cover} order by rank) as hits
from relevance.unit_hit
group by corpus_hash, judgments_hash, query_id, list_hash, unit;

comment on view relevance.unit_rank is 'One row per (corpus_hash, judgments_hash, query_id, list_hash, unit): at which ranks a list finds a unit. A unit that the list does not find has no row.';
comment on column relevance.unit_rank.corpus_hash is 'The corpus.';
comment on column relevance.unit_rank.judgments_hash is 'The judgment set.';
comment on column relevance.unit_rank.query_id is 'The query.';
comment on column relevance.unit_rank.list_hash is 'The ranked list.';
comment on column relevance.unit_rank.unit is 'The unit, by relevance.gold_unit.';
comment on column relevance.unit_rank.best_rank is 'First rank of a hit that overlaps the unit, from 1.';
comment on column relevance.unit_rank.best_whole_rank is 'First rank of a hit that holds one of its spans whole; NULL means none.';
comment on column relevance.unit_rank.hits is 'Every hit that overlaps the unit, by rank: its rank and the share of a span that it holds.';
