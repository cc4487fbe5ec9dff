select
    measure.ndcg_at_grade_counts([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], [3, 2, 1, 0, 0, -1]::bigint[], 1, 5) as longer,
    measure.ndcg_at_grade_counts([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], [3, 2, 1, 0, 0, -1]::bigint[], 1, 4) as not_longer,
    measure.ndcg_at_grade_counts([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], [1, 0]::bigint[], 2, 9) as none_relevant;
