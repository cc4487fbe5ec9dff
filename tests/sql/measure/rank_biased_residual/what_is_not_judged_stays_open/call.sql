select
    measure.rank_biased_residual([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], 0.5e0) as value,
    measure.rank_biased_residual([]::struct(rank bigint, grade bigint)[], 0.5e0) as of_none;
