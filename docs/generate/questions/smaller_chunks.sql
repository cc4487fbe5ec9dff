with valued as (
    select
        run.name as run_name,
        by_query.measure,
        by_query.query_id,
        by_query.file_position,
        by_query.value
    from measure.by_query as by_query
    inner join core.run as run on by_query.run_id = run.run_id
    where
        run.name in ('chunks-512', 'chunks-256')
        and by_query.level = 'chunk'
        and by_query.measure in ('Success@1', 'Success@5', 'Success@10', 'RR', 'nDCG@10')
)

select
    large.measure,
    sum(large.value order by large.file_position) / count(*) as chunks_512,
    sum(small.value order by small.file_position) / count(*) as chunks_256,
    chunks_256 - chunks_512 as delta,
    count(*) filter (where small.value > large.value) as wins,
    count(*) filter (where small.value = large.value) as ties,
    count(*) filter (where small.value < large.value) as losses
from valued as large
inner join valued as small
    on large.measure = small.measure and large.query_id = small.query_id
where large.run_name = 'chunks-512' and small.run_name = 'chunks-256'
group by large.measure
order by large.measure;
