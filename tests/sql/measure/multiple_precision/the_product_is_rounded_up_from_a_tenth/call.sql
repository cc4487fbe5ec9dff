select
    measure.multiple_precision([1, 4, 5], 0.5e0, 4) as half,
    measure.multiple_precision([1, 4, 5], 1.25e0, 4) as one_and_a_quarter,
    measure.multiple_precision([1, 4, 5], 0.2e0, 4) as rounded_up,
    measure.multiple_precision([]::bigint[], 0.5e0, 0) as of_no_relevant;
