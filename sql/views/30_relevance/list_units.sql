-- relevance.list_units
-- Grain:   one row per (corpus_hash, judgments_hash, query_id, list_hash) with at least one unit found
-- Reads:   relevance.unit_rank
-- Serves:  relevance.unit_query
create or replace view relevance.list_units as
select
    corpus_hash,
    judgments_hash,
    query_id,
    list_hash,
    list(hits order by unit) as units
from relevance.unit_rank
group by corpus_hash, judgments_hash, query_id, list_hash;

comment on view relevance.list_units is 'One row per (corpus_hash, judgments_hash, query_id, list_hash): the units that a list finds, for the formulas.';
comment on column relevance.list_units.corpus_hash is 'The corpus.';
comment on column relevance.list_units.judgments_hash is 'The judgment set.';
comment on column relevance.list_units.query_id is 'The query.';
comment on column relevance.list_units.list_hash is 'The ranked list.';
comment on column relevance.list_units.units is 'For every unit that is found, in order, the hits that overlap it as in relevance.unit_rank; never empty.';
