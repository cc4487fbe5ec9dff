select
    measure.ndcg_at_levels([{'rank': 1, 'gain': 2.0e0}, {'rank': 3, 'gain': 1.0e0}], [3.0e0, 2.0e0, 1.0e0], 3) as list_of_3,
    measure.ndcg_at_levels([{'rank': 1, 'gain': 2.0e0}, {'rank': 3, 'gain': 1.0e0}], [3.0e0, 2.0e0, 1.0e0], 5) as list_of_5,
    measure.ndcg_at_levels([{'rank': 2, 'gain': 1.0e0}], [1.0e0], 2) as gain_at_the_rank_after_the_end,
    measure.ndcg_at_levels([]::struct(rank bigint, gain double)[], []::double[], 5) as no_gain;
