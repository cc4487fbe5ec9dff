select
    measure.inferred_average_precision([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], 1, 2) as value,
    measure.inferred_average_precision([{'rank': 1::bigint, 'grade': -1::bigint}, {'rank': 2, 'grade': 1}], 1, 1) as a_negative_one_is_pooled,
    measure.inferred_average_precision([]::struct(rank bigint, grade bigint)[], 1, 0) as of_no_relevant;
