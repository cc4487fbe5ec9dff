-- measure.char_ceiling
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   measure.by_query
-- Serves:  people who ask for one family
-- Source:  Smith and Troynikov 2024, the ceiling of recall
create or replace view measure.char_ceiling as
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    value
from measure.by_query
where family = 'CharCeiling';

comment on view measure.char_ceiling is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): share of the gold characters that lie in some chunk: of the chunking alone, and the most that CharRecall can be.';
comment on column measure.char_ceiling.run_id is 'The run.';
comment on column measure.char_ceiling.stage is 'The stage.';
comment on column measure.char_ceiling.judgments_hash is 'The judgment set.';
comment on column measure.char_ceiling.query_id is 'The query.';
comment on column measure.char_ceiling.level is 'What a hit is matched to: character.';
comment on column measure.char_ceiling.measure is 'CharCeiling.';
comment on column measure.char_ceiling.value is 'Unit interval; 0 when the query has no gold.';
