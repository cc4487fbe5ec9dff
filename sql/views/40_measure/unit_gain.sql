-- measure.unit_gain
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   measure.by_query
-- Serves:  people who ask for one family
-- Source:  Jarvelin and Kekalainen 2002, not normalised
create or replace view measure.unit_gain as
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    value
from measure.by_query
where family = 'uDCG';

comment on view measure.unit_gain is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): mean over the units of evidence of 1 / log2(rank + 1), where the rank is that of the first hit that finds the unit. Not normalised: a quote that straddles chunks lowers nothing.';
comment on column measure.unit_gain.run_id is 'The run.';
comment on column measure.unit_gain.stage is 'The stage.';
comment on column measure.unit_gain.judgments_hash is 'The judgment set.';
comment on column measure.unit_gain.query_id is 'The query.';
comment on column measure.unit_gain.level is 'What a hit is matched to: unit.';
comment on column measure.unit_gain.measure is 'uDCG@k, or @Nc within a budget of characters.';
comment on column measure.unit_gain.value is 'Unit interval; 0 when the query has no unit, failed or is missing.';
