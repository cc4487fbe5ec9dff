-- measure.abstention_auc
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   measure.by_query
-- Serves:  people who ask for one family
-- Source:  Hanley and McNeil 1982
create or replace view measure.abstention_auc as
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    value
from measure.by_query
where family = 'AbstentionAUC';

comment on view measure.abstention_auc is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): share of the unanswerable queries of one category whose top score is lower than that of this query, an equal one counting half. Free of any threshold.';
comment on column measure.abstention_auc.run_id is 'The run.';
comment on column measure.abstention_auc.stage is 'The stage.';
comment on column measure.abstention_auc.judgments_hash is 'The judgment set.';
comment on column measure.abstention_auc.query_id is 'The query.';
comment on column measure.abstention_auc.level is 'What a hit is matched to: list, since no hit is matched.';
comment on column measure.abstention_auc.measure is 'AbstentionAUC, of no_answer queries unless it names another category.';
comment on column measure.abstention_auc.value is 'Unit interval; 0 when the query failed or is missing.';
