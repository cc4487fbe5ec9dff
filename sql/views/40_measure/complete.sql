-- measure.complete
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   measure.by_query
-- Serves:  people who ask for one family
-- Source:  all evidence found
create or replace view measure.complete as
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    value
from measure.by_query
where family = 'Complete';

comment on view measure.complete is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): whether the first hits find every unit of evidence.';
comment on column measure.complete.run_id is 'The run.';
comment on column measure.complete.stage is 'The stage.';
comment on column measure.complete.judgments_hash is 'The judgment set.';
comment on column measure.complete.query_id is 'The query.';
comment on column measure.complete.level is 'What a hit is matched to: unit.';
comment on column measure.complete.measure is 'Complete@k, or @Nc within a budget of characters.';
comment on column measure.complete.value is '0 or 1; 0 when the query has no unit, failed or is missing.';
