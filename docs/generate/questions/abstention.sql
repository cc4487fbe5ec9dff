select
    run_name,
    stage,
    no_answer_queries,
    no_answer_abstained,
    near_miss_queries,
    near_miss_abstained
from report.run_summary
order by run_name, position;
