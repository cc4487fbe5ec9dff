-- Temporary table query_value: one row a measure that is wanted and a query that it is over.
-- Reads: query_list, wanted. Only measures that compare scores at the precision given.
-- Parameters: scores
insert into query_value
with cut as (
    select distinct
        rel,
        depth,
        judged_only
    from wanted
    where scores = $scores
),

cut_list as (
    select
        cut.rel,
        cut.depth,
        cut.judged_only,
        query_list.query_id,
        query_list.is_judged,
        query_list.is_retrieved,
        query_list.is_topic,
        query_list.pool,
        measure.cut_hits(query_list.hits, cut.depth, cut.judged_only) as hits,
        measure.cut_length(
            query_list.hits, query_list.num_retrieved, cut.depth, cut.judged_only
        ) as num_retrieved,
        measure.num_graded(query_list.pool, cut.rel, null) as num_relevant
    from query_list
    cross join cut
),

measured as (
    select
        cut_list.*,
        measure.relevant_ranks(cut_list.hits, cut_list.rel) as ranks
    from cut_list
)

select
    wanted.position,
    measured.query_id,
    measured.is_retrieved,
    measure.document_value(
        wanted.family,
        wanted.cutoff,
        wanted.rel,
        wanted.parameters,
        measured.hits,
        measured.pool,
        measured.ranks,
        measured.num_retrieved,
        measured.num_relevant
    ) as value,
    case
        when wanted.family = 'RelString'
            then measure.grade_text(measured.hits, measured.num_retrieved, wanted.cutoff)
    end as text
from wanted
inner join measured
    on wanted.rel is not distinct from measured.rel
    and wanted.depth is not distinct from measured.depth
    and wanted.judged_only = measured.judged_only
where
    wanted.scores = $scores
    and case wanted.population
        when 'judged' then measured.is_judged
        when 'intersection' then measured.is_judged and measured.is_retrieved
        else measured.is_topic
    end;
