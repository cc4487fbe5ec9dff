select
    measure.graded_gain_at([{'rank': 1, 'gain': 2.0e0}, {'rank': 3, 'gain': 1.0e0}], null) as whole,
    measure.graded_gain_at([{'rank': 1, 'gain': 2.0e0}, {'rank': 3, 'gain': 1.0e0}], 2) as at_2;
