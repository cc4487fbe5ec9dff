-- The list of every judged query, as each wanted variant shows it: cut at a depth, or without unjudged documents.
-- Parameters: narrow, wanted, structure
with variant as (
    select distinct
        judged_only,
        depth
    from (select unnest(from_json($wanted::json, $structure), max_depth := 2))
    where narrow = $narrow
),

-- Ranks close up where unjudged documents are taken out.
visible_hit as (
    select
        variant.judged_only,
        variant.depth,
        hit.query_id,
        hit.grade,
        case
            when variant.judged_only
                then row_number() over (
                    partition by variant.judged_only, variant.depth, hit.query_id
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
        judged_only,
        depth,
        query_id,
        list({'rank': rank, 'grade': grade} order by rank) as judged_hits
    from visible_hit
    group by judged_only, depth, query_id
)

select
    size.query_id,
    size.is_retrieved,
    $narrow as narrow,
    variant.judged_only,
    variant.depth,
    coalesce(hit_list.judged_hits, []) as judged_hits,
    case
        when variant.judged_only then coalesce(len(hit_list.judged_hits), 0)
        else least(size.num_retrieved, variant.depth)
    end as num_retrieved
from list_size as size
cross join variant
left join hit_list on
    size.query_id = hit_list.query_id
    and variant.judged_only = hit_list.judged_only
    and variant.depth is not distinct from hit_list.depth
