-- Every distinct result, collection by collection, best first.
select
    place,
    corpus_name,
    judgments_name,
    run_name,
    stage,
    chunker,
    chunk_size,
    chunk_overlap,
    params,
    depth,
    recall_at_1,
    recall_at_5,
    recall_at_10,
    mrr,
    ndcg_at_10,
    num_answerable,
    is_lower_bound,
    num_runs,
    created_at,
    run_id
from report.leaderboard
order by corpus_name, judgments_name, corpus_hash, judgments_hash, place;
