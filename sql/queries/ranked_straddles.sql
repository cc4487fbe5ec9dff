-- One row: in how many judged queries hits of one score stand on both sides of a cutoff, or, where
-- the cutoff is NULL, anywhere. Reads: hit, qrel. The first parameter says whether to compare
-- scores as 32-bit numbers.
-- Parameters: single, cutoff
with tied as (
    select
        query_id,
        case when $single then score::float::double else score end as score,
        count(*) as num_hits
    from hit
    where query_id in (select query_id from qrel)
    group by all
),

placed as (
    select
        query_id,
        num_hits,
        sum(num_hits) over (partition by query_id order by score desc) as last_rank
    from tied
)

select count(distinct query_id) as num_queries
from placed
where
    num_hits > 1
    and ($cutoff::bigint is null or (last_rank - num_hits < $cutoff and $cutoff < last_rank));
