select
    category,
    num_queries,
    recall_at_1,
    recall_at_10,
    mrr,
    ndcg_at_10,
    num_abstained
from report.category_summary
where run_name = 'chunks-512'
order by answerable desc, category;
