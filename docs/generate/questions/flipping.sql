select
    query_id,
    string_agg(run_name, ', ' order by run_name)
        filter (where first_relevant_rank <= 10) as found_by,
    string_agg(run_name, ', ' order by run_name)
        filter (where first_relevant_rank is null) as missed_by
from report.query_history
where answerable and run_name in ('chunks-512', 'chunks-256', 'fixed-512', 'recursive-1')
group by query_id, label_hash
having found_by is not null and missed_by is not null
order by query_id;
