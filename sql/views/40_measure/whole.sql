-- measure.whole
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   measure.by_query
-- Serves:  people who ask for one family
-- Source:  definition of level unit
create or replace view measure.whole as
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    value
from measure.by_query
where family = 'Whole';

comment on view measure.whole is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): share of the units of evidence that lie whole in one chunk: of the chunking alone.';
comment on column measure.whole.run_id is 'The run.';
comment on column measure.whole.stage is 'The stage.';
comment on column measure.whole.judgments_hash is 'The judgment set.';
comment on column measure.whole.query_id is 'The query.';
comment on column measure.whole.level is 'What a hit is matched to: unit.';
comment on column measure.whole.measure is 'Whole.';
comment on column measure.whole.value is 'Unit interval; 0 when the query has no unit.';
