-- measure.average_precision
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   measure.by_query
-- Serves:  people who ask for one family
-- Source:  Buckley and Voorhees 2005
create or replace view measure.average_precision as
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    value
from measure.by_query
where family = 'AP';

comment on view measure.average_precision is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): precision at each relevant document, added up and divided by the number of relevant documents.';
comment on column measure.average_precision.run_id is 'The run.';
comment on column measure.average_precision.stage is 'The stage.';
comment on column measure.average_precision.judgments_hash is 'The judgment set.';
comment on column measure.average_precision.query_id is 'The query.';
comment on column measure.average_precision.level is 'What a hit is matched to: document.';
comment on column measure.average_precision.measure is 'AP, or AP@k when cut at k.';
comment on column measure.average_precision.value is 'Unit interval; 0 when nothing relevant was retrieved, or the query failed or is missing.';
