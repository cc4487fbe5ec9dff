-- The stages of one run in order of execution.
-- Parameters: run_id
from report.run_summary
where run_id = $run_id
order by position;
