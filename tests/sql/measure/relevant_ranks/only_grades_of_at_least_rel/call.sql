select
    measure.relevant_ranks([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], 1) as one,
    measure.relevant_ranks([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], 2) as two,
    measure.relevant_ranks([]::struct(rank bigint, grade bigint)[], 1) as none;
