select
    query_id,
    category,
    count(distinct run_id) as num_runs,
    text
from report.query_history
where answerable
group by query_id, label_hash, category, text
having count(first_relevant_rank) = 0
order by query_id;
