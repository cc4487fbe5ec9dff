-- Number of queries, sum and sum of logarithms of every measure, over judged and over retrieved queries.
select
    measured.position,
    population.name as population,
    count(*) as num_queries,
    sum(measured.value order by measured.query_id) as total,
    sum(ln(greatest(measured.value, 0.00001e0)) order by measured.query_id) as logarithms
from measured
inner join (values ('judged'), ('intersection')) as population (name) on
    population.name = 'judged' or measured.is_retrieved
group by measured.position, population.name;
