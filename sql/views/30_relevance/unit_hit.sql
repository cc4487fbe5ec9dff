-- relevance.unit_hit
-- Grain:   one row per (corpus_hash, judgments_hash, query_id, list_hash, rank, unit)
-- Reads:   relevance.held_span
-- Serves:  relevance.unit_rank
create or replace view relevance.unit_hit as
select
    corpus_hash,
    judgments_hash,
    query_id,
    list_hash,
    rank,
    unit,
    max(cover) as cover
from relevance.held_span
group by corpus_hash, judgments_hash, query_id, list_hash, rank, unit;

comment on view relevance.unit_hit is 'One row per (corpus_hash, judgments_hash, query_id, list_hash, rank, unit): which units a hit overlaps, and how much of them it holds.';
comment on column relevance.unit_hit.corpus_hash is 'The corpus.';
comment on column relevance.unit_hit.judgments_hash is 'The judgment set.';
comment on column relevance.unit_hit.query_id is 'The query.';
comment on column relevance.unit_hit.list_hash is 'The ranked list.';
comment on column relevance.unit_hit.rank is 'Rank, from 1.';
comment on column relevance.unit_hit.unit is 'The unit, by relevance.gold_unit.';
comment on column relevance.unit_hit.cover is 'Largest share of the characters of one of its spans that the hit holds; unit interval.';
