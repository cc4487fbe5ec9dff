select
    measure.graded_ndcg_at([{'rank': 1, 'gain': 2.0e0}, {'rank': 3, 'gain': 1.0e0}], [3.0e0, 2.0e0, 1.0e0], null) as whole,
    measure.graded_ndcg_at([{'rank': 1, 'gain': 2.0e0}, {'rank': 3, 'gain': 1.0e0}], [3.0e0, 2.0e0, 1.0e0], 1) as at_1,
    measure.graded_ndcg_at([]::struct(rank bigint, gain double)[], []::double[], 5) as no_gain;
