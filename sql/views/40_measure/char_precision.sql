-- measure.char_precision
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   measure.by_query
-- Serves:  people who ask for one family
-- Source:  Smith and Troynikov 2024
create or replace view measure.char_precision as
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    value
from measure.by_query
where family = 'CharPrecision';

comment on view measure.char_precision is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): share of the characters of the first hits that are gold, each gold character counted once, everything else as often as it was returned.';
comment on column measure.char_precision.run_id is 'The run.';
comment on column measure.char_precision.stage is 'The stage.';
comment on column measure.char_precision.judgments_hash is 'The judgment set.';
comment on column measure.char_precision.query_id is 'The query.';
comment on column measure.char_precision.level is 'What a hit is matched to: character.';
comment on column measure.char_precision.measure is 'CharPrecision@k, or @Nc within a budget of characters.';
comment on column measure.char_precision.value is 'Unit interval; 0 when nothing was retrieved, or the query failed or is missing.';
