-- measure.success
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   measure.by_query
-- Serves:  people who ask for one family
-- Source:  hit rate; the founding name is recall_at_k
create or replace view measure.success as
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    value
from measure.by_query
where family = 'Success';

comment on view measure.success is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): whether any of the first k hits is relevant.';
comment on column measure.success.run_id is 'The run.';
comment on column measure.success.stage is 'The stage.';
comment on column measure.success.judgments_hash is 'The judgment set.';
comment on column measure.success.query_id is 'The query.';
comment on column measure.success.level is 'What a hit is matched to: chunk, unit or document.';
comment on column measure.success.measure is 'Success@k.';
comment on column measure.success.value is '0 or 1; 0 when the query failed or is missing.';
