-- One row a measure that is wanted: its value over all queries, in the order of their ids.
-- Reads: query_value, wanted.
select
    wanted.position,
    case wanted.aggregate
        when 'count'
            then count(query_value.query_id)::double
        when 'sum'
            then coalesce(sum(query_value.value order by query_value.query_id), 0.0e0)
        when 'geometric mean'
            then
                exp(
                    sum(ln(greatest(query_value.value, 0.00001e0)) order by query_value.query_id)
                    / count(query_value.query_id)
                )
        else sum(query_value.value order by query_value.query_id) / count(query_value.query_id)
    end as value,
    count(query_value.query_id) as num_queries,
    count(query_value.query_id) filter (where not query_value.is_retrieved) as num_missing
from wanted
left join query_value using (position)
group by wanted.position, wanted.aggregate
order by wanted.position;
