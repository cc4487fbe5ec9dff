select
    measure.graded_ncg_at([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], [3, 2, 1, 0, 0, -1]::bigint[], 4, null) as value,
    measure.graded_ncg_at([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], [3, 2, 1, 0, 0, -1]::bigint[], 2, null) as cut,
    measure.graded_ncg_at([]::struct(rank bigint, grade bigint)[], [0]::bigint[], 2, null) as of_no_gain;
