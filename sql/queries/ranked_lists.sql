-- Temporary table query_list: one row a query that is judged, retrieved or a topic, with its graded
-- hits in rank order, the length of its list, and the grades of its judged documents, best first.
-- Reads: judged_hit, qrel, list_length, topic.
create or replace temp table query_list as
with pool as (
    select
        query_id,
        list(grade order by grade desc) as pool
    from qrel
    group by query_id
),

graded as (
    select
        query_id,
        list({'rank': rank, 'grade': grade} order by rank) as hits
    from judged_hit
    group by query_id
),

known as (
    select query_id from pool
    union
    select query_id from list_length
    union
    select query_id from topic
)

select
    known.query_id,
    pool.query_id is not null as is_judged,
    list_length.query_id is not null as is_retrieved,
    topic.query_id is not null as is_topic,
    coalesce(list_length.num_hits, 0) as num_retrieved,
    coalesce(graded.hits, []) as hits,
    coalesce(pool.pool, []) as pool
from known
left join pool using (query_id)
left join list_length using (query_id)
left join topic using (query_id)
left join graded using (query_id);
