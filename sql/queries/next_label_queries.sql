-- The queries of one run's judgments in file order: repeat numbers those of one text, from 1.
-- Parameters: run_id
select
    query.query_id,
    query.text,
    row_number() over (partition by query.text order by query.file_position) as repeat,
    query.category,
    query.answerable
from core.run as run
inner join core.query as query on run.judgments_hash = query.judgments_hash
where run.run_id = $run_id
order by query.file_position;
