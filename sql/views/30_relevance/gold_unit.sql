-- relevance.gold_unit
-- Grain:   one row per (judgments_hash, query_id, gold_index), grades of 1 and above
-- Reads:   core.gold
-- Serves:  relevance.unit_count, relevance.unit_span
create or replace view relevance.gold_unit as
select
    judgments_hash,
    query_id,
    gold_index,
    min(gold_index) over (
        partition by
            judgments_hash,
            query_id,
            coalesce('alternative ' || alternative, 'entry ' || gold_index)
    ) as unit,
    relevance
from core.gold
where relevance >= 1;

comment on view relevance.gold_unit is 'One row per (judgments_hash, query_id, gold_index): which piece of evidence, a unit, a gold entry of grade 1 or above belongs to. Entries that share an alternative are one unit; every other entry is a unit of its own.';
comment on column relevance.gold_unit.judgments_hash is 'The judgment set.';
comment on column relevance.gold_unit.query_id is 'The query.';
comment on column relevance.gold_unit.gold_index is 'The gold entry, from 0.';
comment on column relevance.gold_unit.unit is 'The unit: the lowest gold_index among its entries.';
comment on column relevance.gold_unit.relevance is 'Grade of the entry, from 1.';
