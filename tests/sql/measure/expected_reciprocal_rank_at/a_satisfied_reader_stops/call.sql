select
    measure.expected_reciprocal_rank_at([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], null, 2) as value,
    measure.expected_reciprocal_rank_at([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], 3, 2) as cut,
    measure.expected_reciprocal_rank_at([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], 1, 1) as above_the_maximum,
    measure.expected_reciprocal_rank_at([]::struct(rank bigint, grade bigint)[], null, 4) as of_none;
