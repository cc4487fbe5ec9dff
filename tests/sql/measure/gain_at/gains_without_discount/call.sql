select
    measure.gain_at([{'rank': 1, 'gain': 2.0e0}, {'rank': 3, 'gain': 1.0e0}], [3.0e0, 2.0e0, 1.0e0], 2) as at_2,
    measure.gain_at([{'rank': 1, 'gain': 2.0e0}, {'rank': 3, 'gain': 1.0e0}], [3.0e0, 2.0e0, 1.0e0], 9) as at_9,
    measure.gain_at([]::struct(rank bigint, gain double)[], []::double[], 5) as no_gain;
