-- The means of one run, of all queries and of each category, for the queries beside this one:
-- report.run_summary and report.category_summary would each compute every value again.
-- Parameters: run_id
create or replace temp table run_mean as
from report.group_mean
where run_id = $run_id;
