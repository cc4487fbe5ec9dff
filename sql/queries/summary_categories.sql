-- The categories of one run: answerable ones first, each group by name.
-- Parameters: run_id
select category_summary.*
from report.category_summary as category_summary
inner join core.stage as stage
    on category_summary.run_id = stage.run_id and category_summary.stage = stage.stage
where category_summary.run_id = $run_id
order by stage.position, category_summary.answerable desc, category_summary.category;
