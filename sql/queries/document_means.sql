-- Number of queries, sum and sum of logarithms of every measure, over judged and over retrieved queries.
select
    position,
    'judged' as population,
    count(*) as num_queries,
    sum(value order by query_id) as total,
    sum(ln(greatest(value, 0.00001e0)) order by query_id) as logarithms
from measured
group by position
union all
select
    position,
    'intersection' as population,
    count(*) as num_queries,
    sum(value order by query_id) as total,
    sum(ln(greatest(value, 0.00001e0)) order by query_id) as logarithms
from measured
where is_retrieved
group by position;
