select
    measure.ndcg_at_relevant([{'rank': 1, 'gain': 2.0e0}, {'rank': 3, 'gain': 1.0e0}], [3.0e0, 2.0e0, 1.0e0]) as two_of_three,
    measure.ndcg_at_relevant([]::struct(rank bigint, gain double)[], []::double[]) as no_gain;
