-- How many documents a run retrieved for each judged query; 0 for one that it does not have.
with length as (
    select
        query_id,
        count(*) as num_retrieved
    from retrieved
    group by query_id
)

select
    judged.query_id,
    coalesce(any_value(length.num_retrieved), 0) as num_retrieved,
    coalesce(any_value(length.num_retrieved), 0) > 0 as is_retrieved
from judged
left join length on judged.query_id = length.query_id
group by judged.query_id;
