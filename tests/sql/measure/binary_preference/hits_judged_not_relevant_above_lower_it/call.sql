select
    measure.binary_preference([1, 4], [2, 3], 3, 5) as value,
    measure.binary_preference([1, 2], [3], 2, 0) as none_above,
    measure.binary_preference([5], [1, 2, 3, 4], 2, 9) as more_than_relevant,
    measure.binary_preference([]::bigint[], [1], 0, 1) as of_no_relevant;
