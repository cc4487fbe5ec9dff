-- measure.precision
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   measure.by_query
-- Serves:  people who ask for one family
-- Source:  van Rijsbergen, Information Retrieval, 1979
create or replace view measure.precision as
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    value
from measure.by_query
where family = 'P';

comment on view measure.precision is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): relevant hits among the first k, divided by k however long the list is.';
comment on column measure.precision.run_id is 'The run.';
comment on column measure.precision.stage is 'The stage.';
comment on column measure.precision.judgments_hash is 'The judgment set.';
comment on column measure.precision.query_id is 'The query.';
comment on column measure.precision.level is 'What a hit is matched to: chunk or document.';
comment on column measure.precision.measure is 'P@k.';
comment on column measure.precision.value is 'Unit interval; 0 when the query failed or is missing.';
