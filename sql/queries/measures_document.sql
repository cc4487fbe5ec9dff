-- Collects the measures that rank documents.
insert into measured
with asked as (
    select
        document_query.run_id,
        document_query.stage,
        document_query.query_id,
        document_query.file_position,
        document_query.status,
        wanted.position,
        wanted.family,
        coalesce(wanted.cutoff, wanted.parameters.share) as cutoff,
        wanted.parameters,
        document_query.pool,
        measure.cut_hits(
            document_query.hits, wanted.parameters.depth, wanted.parameters.judged_only
        ) as hits,
        measure.cut_length(
            document_query.hits,
            document_query.num_documents,
            wanted.parameters.depth,
            wanted.parameters.judged_only
        ) as num_retrieved,
        measure.is_short(
            wanted.cutoff, document_query.num_documents, document_query.is_full
        ) as is_truncated
    from relevance.document_query as document_query
    inner join chosen_run on document_query.run_id = chosen_run.run_id
    inner join (
        select
            position,
            family,
            cutoff,
            measure.document_parameters(params) as parameters
        from wanted_measure
        where level = 'document'
    ) as wanted
        on measure.is_reported(wanted.cutoff, null, document_query.depth, null)
)

select
    run_id,
    stage,
    query_id,
    file_position,
    status,
    position,
    measure.document_value(
        family,
        cutoff,
        parameters.rel,
        parameters,
        hits,
        pool,
        measure.relevant_ranks(hits, parameters.rel),
        num_retrieved,
        measure.num_graded(pool, parameters.rel, null)
    ),
    is_truncated
from asked;
