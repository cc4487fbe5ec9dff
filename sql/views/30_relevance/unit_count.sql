-- relevance.unit_count
-- Grain:   one row per (judgments_hash, query_id) with at least one unit
-- Reads:   relevance.gold_unit
-- Serves:  relevance.chunking_query, relevance.unit_query
create or replace view relevance.unit_count as
select
    judgments_hash,
    query_id,
    count(distinct unit) as num_units
from relevance.gold_unit
group by judgments_hash, query_id;

comment on view relevance.unit_count is 'One row per (judgments_hash, query_id): how many units of evidence a query has, whether the corpus holds them or not.';
comment on column relevance.unit_count.judgments_hash is 'The judgment set.';
comment on column relevance.unit_count.query_id is 'The query.';
comment on column relevance.unit_count.num_units is 'Units, from 1.';
