-- measure.reciprocal_rank
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   measure.by_query
-- Serves:  people who ask for one family
-- Source:  Voorhees, TREC-8 question answering track, 1999
create or replace view measure.reciprocal_rank as
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    value
from measure.by_query
where family = 'RR';

comment on view measure.reciprocal_rank is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): one divided by the rank of the first relevant hit. Uncut RR is comparable only between stages of equal depth.';
comment on column measure.reciprocal_rank.run_id is 'The run.';
comment on column measure.reciprocal_rank.stage is 'The stage.';
comment on column measure.reciprocal_rank.judgments_hash is 'The judgment set.';
comment on column measure.reciprocal_rank.query_id is 'The query.';
comment on column measure.reciprocal_rank.level is 'What a hit is matched to: chunk, unit or document.';
comment on column measure.reciprocal_rank.measure is 'RR, or RR@k when cut at k.';
comment on column measure.reciprocal_rank.value is 'Unit interval; 0 when no relevant hit was retrieved (up to k), or the query failed or is missing.';
