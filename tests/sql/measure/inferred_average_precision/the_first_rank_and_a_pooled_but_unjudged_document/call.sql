select
    measure.inferred_average_precision([1], []::integer[], [1], 1) as rank_1,
    measure.inferred_average_precision([2, 5], [4], [1, 2, 4, 5], 2) as published,
    measure.inferred_average_precision([]::integer[], [1], [1], 0) as none_relevant;
