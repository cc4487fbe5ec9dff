-- measure.char_iou
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   measure.by_query
-- Serves:  people who ask for one family
-- Source:  Smith and Troynikov 2024
create or replace view measure.char_iou as
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    value
from measure.by_query
where family = 'CharIoU';

comment on view measure.char_iou is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): gold characters that the first hits hold, divided by all that is gold or was returned.';
comment on column measure.char_iou.run_id is 'The run.';
comment on column measure.char_iou.stage is 'The stage.';
comment on column measure.char_iou.judgments_hash is 'The judgment set.';
comment on column measure.char_iou.query_id is 'The query.';
comment on column measure.char_iou.level is 'What a hit is matched to: character.';
comment on column measure.char_iou.measure is 'CharIoU@k, or @Nc within a budget of characters.';
comment on column measure.char_iou.value is 'Unit interval; 0 when the query has no gold, failed or is missing.';
