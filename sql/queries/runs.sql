-- All stages of all runs, newest run first.
select
    run_id,
    run_name,
    created_at,
    corpus_name,
    judgments_name,
    stage,
    depth,
    chunker,
    chunk_size,
    chunk_overlap,
    recall_at_1,
    recall_at_5,
    recall_at_10,
    mrr,
    ndcg_at_10,
    num_failed,
    is_lower_bound,
    results_hash
from report.run_summary
order by created_at desc, run_id desc, position;
