select
    measure.ndcg_at([3], 10, 1) as late,
    measure.ndcg_at([1, 3], 10, 2) as one_late,
    measure.ndcg_at([1], 10, 2) as one_lost,
    measure.ndcg_at([3], 2, 1) as beyond_the_cutoff;
