select
    measure.cut_length([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], 9, null, false) as whole,
    measure.cut_length([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], 9, 5, false) as cut,
    measure.cut_length([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], 9, 20, false) as short,
    measure.cut_length([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], 9, null, true) as judged,
    measure.cut_length([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], 9, 3, true) as cut_and_judged;
