select
    measure.positive_hits([{'rank': 1, 'grade': 2}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': -1}, {'rank': 5, 'grade': 1}], map {}::map(integer, double))::json as as_graded,
    measure.positive_hits([{'rank': 1, 'grade': 2}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': -1}, {'rank': 5, 'grade': 1}], map {1: 0.0e0, 0: 0.5e0})::json as mapped;
