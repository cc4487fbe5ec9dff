-- measure.char_recall
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   measure.by_query
-- Serves:  people who ask for one family
-- Source:  Smith and Troynikov 2024
create or replace view measure.char_recall as
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    value
from measure.by_query
where family = 'CharRecall';

comment on view measure.char_recall is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): share of the gold characters that the first hits hold.';
comment on column measure.char_recall.run_id is 'The run.';
comment on column measure.char_recall.stage is 'The stage.';
comment on column measure.char_recall.judgments_hash is 'The judgment set.';
comment on column measure.char_recall.query_id is 'The query.';
comment on column measure.char_recall.level is 'What a hit is matched to: character.';
comment on column measure.char_recall.measure is 'CharRecall@k, or @Nc within a budget of characters.';
comment on column measure.char_recall.value is 'Unit interval; 0 when the query has no gold, failed or is missing.';
