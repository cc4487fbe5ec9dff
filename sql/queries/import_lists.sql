-- Temporary table ranked_list: one row per asked query that the run has, with the identity of its list. The ranks of
-- the file are kept where they are numbers and are not 1 to num_hits.
create or replace temp table ranked_list as
with listed as (
    select
        query_id,
        sha256(string_agg(core.hit_text(doc, null, null, true, score), '' order by rank)) as list_hash,
        count(*) as num_hits,
        bool_and(file_rank = rank) as is_plain,
        count(*) = count(file_rank) as has_ranks
    from ranked_hit
    group by query_id
),

stated as (
    select
        ranked_hit.query_id,
        list(ranked_hit.file_rank order by ranked_hit.rank) as original_ranks
    from ranked_hit
    inner join listed on ranked_hit.query_id = listed.query_id
    where listed.has_ranks and not listed.is_plain
    group by ranked_hit.query_id
)

select
    asked.query_id,
    coalesce(listed.list_hash, sha256('')) as list_hash,
    coalesce(listed.num_hits, 0) as num_hits,
    coalesce(listed.has_ranks, true) as has_ranks,
    stated.original_ranks,
    coalesce(stated.original_ranks != list_sort(list_distinct(stated.original_ranks)), false) as is_misplaced,
    list_length.num_dropped
from asked
inner join list_length on asked.query_id = list_length.query_id
left join listed on asked.query_id = listed.query_id
left join stated on asked.query_id = stated.query_id;
