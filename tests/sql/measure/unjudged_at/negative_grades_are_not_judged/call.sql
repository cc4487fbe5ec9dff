select
    measure.unjudged_at([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], 10, 6) as value,
    measure.unjudged_at([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], 7, 10) as short_list,
    measure.unjudged_at([]::struct(rank bigint, grade bigint)[], 0, 5) as of_none;
