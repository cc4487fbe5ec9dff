-- measure.by_query
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   measure.by_character, measure.by_chunk, measure.by_chunking, measure.by_document, measure.by_score, measure.by_unit
-- Serves:  report.group_measure, report.stage_delta, report.stage_measure, and every measure view
create or replace view measure.by_query as
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    family,
    value,
    is_truncated,
    category,
    file_position,
    status,
    is_result
from measure.by_chunk
union all
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    family,
    value,
    is_truncated,
    category,
    file_position,
    status,
    is_result
from measure.by_unit
union all
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    family,
    value,
    is_truncated,
    category,
    file_position,
    status,
    is_result
from measure.by_character
union all
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    family,
    value,
    is_truncated,
    category,
    file_position,
    status,
    is_result
from measure.by_chunking
union all
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    family,
    value,
    is_truncated,
    category,
    file_position,
    status,
    is_result
from measure.by_score
union all
select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    family,
    value,
    is_truncated,
    category,
    file_position,
    status,
    is_result
from measure.by_document;

comment on view measure.by_query is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): every measure of meta.measure, under the judgments of each query''s own run. One name can stand at several levels.';
comment on column measure.by_query.run_id is 'The run.';
comment on column measure.by_query.stage is 'The stage.';
comment on column measure.by_query.judgments_hash is 'The judgment set.';
comment on column measure.by_query.query_id is 'The query.';
comment on column measure.by_query.level is 'What a hit is matched to: chunk, unit, character, list or document.';
comment on column measure.by_query.measure is 'Name of the measure, such as nDCG@10.';
comment on column measure.by_query.family is 'Which formula computes it.';
comment on column measure.by_query.value is 'Unit interval; 0 when the query failed or is missing. NULL means that meta.measure names a family that does not exist.';
comment on column measure.by_query.is_truncated is 'True when the list ended at its depth before the cutoff was reached.';
comment on column measure.by_query.category is 'Category of the query.';
comment on column measure.by_query.file_position is 'Position in the judgments file, from 1; means are summed in this order.';
comment on column measure.by_query.status is 'ok, failed or missing.';
comment on column measure.by_query.is_result is 'True for the newest run with this result: with it, each distinct result is seen once.';
