-- measure.precision_omega
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   measure.by_query
-- Serves:  people who ask for one family
-- Source:  Smith and Troynikov 2024
create or replace view measure.precision_omega as
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    value
from measure.by_query
where family = 'PrecisionOmega';

comment on view measure.precision_omega is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): share of gold among the characters of all chunks that overlap gold: of the chunking alone.';
comment on column measure.precision_omega.run_id is 'The run.';
comment on column measure.precision_omega.stage is 'The stage.';
comment on column measure.precision_omega.judgments_hash is 'The judgment set.';
comment on column measure.precision_omega.query_id is 'The query.';
comment on column measure.precision_omega.level is 'What a hit is matched to: character.';
comment on column measure.precision_omega.measure is 'PrecisionOmega.';
comment on column measure.precision_omega.value is 'Unit interval; 0 when no chunk overlaps gold.';
