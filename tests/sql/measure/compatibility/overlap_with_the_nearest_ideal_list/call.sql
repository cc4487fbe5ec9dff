select
    measure.compatibility([{'rank': 1, 'gain': 2.0e0}, {'rank': 2, 'gain': 3.0e0}], [3.0e0, 2.0e0], 2, 0.5e0) as the_best_two_swapped,
    measure.compatibility([{'rank': 1, 'gain': 2.0e0}, {'rank': 2, 'gain': 2.0e0}], [2.0e0, 2.0e0], 4, 0.5e0) as equal_gains_have_no_order,
    measure.compatibility([]::struct(rank bigint, gain double)[], []::double[], 3, 0.5e0) as no_gain;
