select
    measure.ndcg_at_relevant([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], [3, 2, 1, 0, 0, -1]::bigint[]) as value,
    measure.ndcg_at_relevant([]::struct(rank bigint, grade bigint)[], [0]::bigint[]) as of_no_gain;
