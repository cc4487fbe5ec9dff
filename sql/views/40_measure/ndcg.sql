-- measure.ndcg
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   measure.by_query
-- Serves:  people who ask for one family
-- Source:  Jarvelin and Kekalainen 2002, binary gain, log2(rank + 1)
create or replace view measure.ndcg as
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    value
from measure.by_query
where family = 'nDCG';

comment on view measure.ndcg is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): discounted gain of the relevant hits among the first k, divided by that of an ideal list.';
comment on column measure.ndcg.run_id is 'The run.';
comment on column measure.ndcg.stage is 'The stage.';
comment on column measure.ndcg.judgments_hash is 'The judgment set.';
comment on column measure.ndcg.query_id is 'The query.';
comment on column measure.ndcg.level is 'What a hit is matched to: chunk or document.';
comment on column measure.ndcg.measure is 'nDCG@k.';
comment on column measure.ndcg.value is 'Unit interval, clamped; 0 when the gold set is empty, or the query failed or is missing.';
