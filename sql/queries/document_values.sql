-- Every wanted measure of every judged query: from judged, judged_hit and list_size of one run.
-- Parameters: wanted, structure
with wanted as (
    select unnest(from_json($wanted::json, $structure), max_depth := 2)
),

variant as (
    select distinct
        rel,
        judged_only,
        depth,
        gains
    from wanted
),

grade_list as (
    select
        query_id,
        list(grade) as grades
    from judged
    group by query_id
),

-- Ranks close up where unjudged documents are taken out.
visible_hit as (
    select
        variant.rel,
        variant.judged_only,
        variant.depth,
        variant.gains,
        hit.query_id,
        hit.grade,
        case
            when variant.judged_only
                then row_number() over (
                    partition by
                        variant.rel, variant.judged_only, variant.depth, variant.gains, hit.query_id
                    order by hit.rank
                )
            else hit.rank
        end as rank
    from judged_hit as hit
    inner join variant on
        hit.rank <= coalesce(variant.depth, hit.rank)
        and (hit.grade >= 0 or not variant.judged_only)
),

hit_list as (
    select
        rel,
        judged_only,
        depth,
        gains,
        query_id,
        list({'rank': rank, 'grade': grade} order by rank) as judged_hits
    from visible_hit
    group by rel, judged_only, depth, gains, query_id
),

document_list as (
    select
        size.query_id,
        size.is_retrieved,
        variant.rel,
        variant.judged_only,
        variant.depth,
        variant.gains,
        grade_list.grades,
        coalesce(hit_list.judged_hits, []) as judged_hits,
        case
            when variant.judged_only then coalesce(len(hit_list.judged_hits), 0)
            else least(size.num_retrieved, variant.depth)
        end as num_retrieved
    from list_size as size
    inner join grade_list on size.query_id = grade_list.query_id
    cross join variant
    left join hit_list on
        size.query_id = hit_list.query_id
        and variant.rel = hit_list.rel
        and variant.judged_only = hit_list.judged_only
        and variant.depth is not distinct from hit_list.depth
        and variant.gains is not distinct from hit_list.gains
),

measured_list as (
    select
        query_id,
        is_retrieved,
        rel,
        judged_only,
        depth,
        gains,
        measure.document_list(
            judged_hits,
            grades,
            num_retrieved,
            rel,
            map_from_entries(
                list_transform(
                    coalesce(gains, []), lambda pair: {'k': pair.grade, 'v': pair.gain}
                )
            )
        ) as list
    from document_list
)

select
    list.query_id,
    list.is_retrieved,
    wanted.position,
    measure.document_value(
        wanted.family, wanted.cutoff, wanted.weight, wanted.flavour, list.list
    ) as value
from measured_list as list
inner join wanted on
    list.rel = wanted.rel
    and list.judged_only = wanted.judged_only
    and list.depth is not distinct from wanted.depth
    and list.gains is not distinct from wanted.gains
