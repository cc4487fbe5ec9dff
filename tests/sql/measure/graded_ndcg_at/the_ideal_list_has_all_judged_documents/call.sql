select
    measure.graded_ndcg_at([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], [3, 2, 1, 0, 0, -1]::bigint[], null, 'log2', null) as whole,
    measure.graded_ndcg_at([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], [3, 2, 1, 0, 0, -1]::bigint[], 1, 'log2', null) as cut,
    measure.graded_ndcg_at([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], [3, 2, 1, 0, 0, -1]::bigint[], 1, 'exp-log2', null) as exponential,
    measure.graded_ndcg_at([]::struct(rank bigint, grade bigint)[], [0, -1]::bigint[], null, 'log2', null) as of_no_gain;
