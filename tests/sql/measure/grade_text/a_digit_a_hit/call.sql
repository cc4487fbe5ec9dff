select
    measure.grade_text([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], 8, 6) as text,
    measure.grade_text([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], 4, 10) as short,
    measure.grade_text([{'rank': 1::bigint, 'grade': 12::bigint}], 1, 5) as large,
    measure.grade_text([]::struct(rank bigint, grade bigint)[], 0, 5) as empty;
