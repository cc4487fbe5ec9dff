select
    measure.expected_reciprocal_rank_at([{'rank': 1, 'gain': 2.0e0}, {'rank': 3, 'gain': 1.0e0}], null, 4) as whole,
    measure.expected_reciprocal_rank_at([{'rank': 1, 'gain': 2.0e0}, {'rank': 3, 'gain': 1.0e0}], 2, 4) as at_2,
    measure.expected_reciprocal_rank_at([{'rank': 1, 'gain': 2.0e0}, {'rank': 3, 'gain': 1.0e0}], null, 2) as highest_grade_2;
