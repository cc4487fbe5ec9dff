-- measure.by_document
-- Grain:   one row per (run_id, stage, judgments_hash, query_id, level, measure)
-- Reads:   meta.measure, relevance.document_query
-- Serves:  measure.by_query
create or replace view measure.by_document as
with wanted as (
    select
        measure,
        family,
        level,
        cutoff,
        measure.document_parameters(params) as parameters
    from meta.measure
    where level = 'document'
),

cut as (
    select
        asked.run_id,
        asked.stage,
        asked.judgments_hash,
        asked.query_id,
        wanted.level,
        wanted.measure,
        wanted.family,
        coalesce(wanted.cutoff, wanted.parameters.share) as cutoff,
        wanted.parameters,
        case
            when wanted.family = 'NumRet' then wanted.parameters.rel
            else coalesce(wanted.parameters.rel, 1)
        end as rel,
        measure.cut_hits(
            asked.hits, wanted.parameters.depth, coalesce(wanted.parameters.judged_only, false)
        ) as hits,
        asked.pool,
        measure.cut_length(
            asked.hits,
            asked.num_documents,
            wanted.parameters.depth,
            coalesce(wanted.parameters.judged_only, false)
        ) as num_retrieved,
        measure.is_short(wanted.cutoff, asked.num_documents, asked.is_full) as is_truncated,
        asked.category,
        asked.file_position,
        asked.status,
        asked.is_result
    from relevance.document_query as asked
    inner join wanted
        on measure.is_reported(wanted.cutoff, null, asked.depth, null)
)

select
    run_id,
    stage,
    judgments_hash,
    query_id,
    level,
    measure,
    family,
    measure.document_value(
        family,
        cutoff,
        rel,
        parameters,
        hits,
        pool,
        measure.relevant_ranks(hits, rel),
        num_retrieved,
        measure.num_graded(pool, rel, null)
    ) as value,
    is_truncated,
    category,
    file_position,
    status,
    is_result
from cut;

comment on view measure.by_document is 'One row per (run_id, stage, judgments_hash, query_id, level, measure): the measures of meta.measure that rank documents.';
comment on column measure.by_document.run_id is 'The run.';
comment on column measure.by_document.stage is 'The stage.';
comment on column measure.by_document.judgments_hash is 'The judgment set.';
comment on column measure.by_document.query_id is 'The query.';
comment on column measure.by_document.level is 'What a hit is matched to: document.';
comment on column measure.by_document.measure is 'Name of the measure, such as AP.';
comment on column measure.by_document.family is 'Which formula computes it.';
comment on column measure.by_document.value is 'Unit interval for most families; counts and utilities have ranges of their own. 0 when the query failed or is missing.';
comment on column measure.by_document.is_truncated is 'True when the list ended at its depth before it showed as many documents as the cutoff.';
comment on column measure.by_document.category is 'Category of the query.';
comment on column measure.by_document.file_position is 'Position in the judgments file, from 1; means are summed in this order.';
comment on column measure.by_document.status is 'ok, failed or missing.';
comment on column measure.by_document.is_result is 'True for the newest run with this result: with it, each distinct result is seen once.';
