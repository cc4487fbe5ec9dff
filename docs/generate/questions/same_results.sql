select
    string_agg(name, ', ' order by name) as runs,
    count(*) as num_runs
from core.run
group by results_hash
order by num_runs desc, runs;
