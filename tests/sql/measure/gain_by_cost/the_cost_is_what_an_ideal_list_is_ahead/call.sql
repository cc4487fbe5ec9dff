select
    measure.gain_by_cost([{'rank': 2, 'gain': 2.0e0}], [3.0e0, 2.0e0, 2.0e0, 2.0e0]) as behind_by_three,
    measure.gain_by_cost([{'rank': 6, 'gain': 3.0e0}], [3.0e0, 2.0e0]) as after_the_ideal_has_ended,
    measure.gain_by_cost([]::struct(rank bigint, gain double)[], []::double[]) as no_gain;
