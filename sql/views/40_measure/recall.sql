-- measure.recall
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   measure.by_query
-- Serves:  people who ask for one family
-- Source:  van Rijsbergen, Information Retrieval, 1979
create or replace view measure.recall as
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    value
from measure.by_query
where family = 'R';

comment on view measure.recall is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): share of the gold set that the first k hits hold.';
comment on column measure.recall.run_id is 'The run.';
comment on column measure.recall.stage is 'The stage.';
comment on column measure.recall.judgments_hash is 'The judgment set.';
comment on column measure.recall.query_id is 'The query.';
comment on column measure.recall.level is 'What a hit is matched to: chunk, unit or document.';
comment on column measure.recall.measure is 'R@k.';
comment on column measure.recall.value is 'Unit interval; 0 when the gold set is empty, or the query failed or is missing.';
