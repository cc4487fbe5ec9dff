-- Temporary table hole_list: the lists of the population, cut at a depth, with the ranks of hits
-- that are not judged, and in which part they are tried, so many choices and hits at a time.
-- Reads: query_list.
-- Parameters: population, depth, cutoff, size
create or replace temp table hole_list as
with cut as (
    select
        query_id,
        list_filter(pool, lambda grade: grade >= 0) as pool,
        list_filter(
            hits,
            lambda hit: hit.grade >= 0 and hit.rank <= coalesce($depth::bigint, hit.rank)
        ) as hits,
        least(num_retrieved, coalesce($depth::bigint, num_retrieved)) as num_retrieved
    from query_list
    where
        case $population
            when 'judged' then is_judged
            when 'intersection' then is_judged and is_retrieved
            else is_topic
        end
),

ranked as (
    select
        query_id,
        pool,
        hits,
        num_retrieved,
        list_transform(hits, lambda hit: hit.rank) as ranks
    from cut
),

holed as (
    select
        query_id,
        pool,
        hits,
        num_retrieved,
        list_filter(
            range(1, num_retrieved + 1), lambda rank: not list_contains(ranks, rank)
        ) as holes
    from ranked
),

within as (
    select
        query_id,
        pool,
        list_filter(hits, lambda hit: hit.rank <= coalesce($cutoff::bigint, hit.rank)) as hits,
        num_retrieved,
        holes,
        len(list_filter(holes, lambda hole: hole <= coalesce($cutoff::bigint, hole)))
            as num_within
    from holed
)

select
    query_id,
    pool,
    hits,
    num_retrieved,
    holes,
    num_within,
    (
        sum((num_within + 1) * (num_retrieved + len(pool))) over (order by query_id)
        // $size::bigint
    )::bigint as part
from within;
