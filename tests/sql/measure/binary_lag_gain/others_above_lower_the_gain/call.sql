select
    measure.binary_lag_gain([1, 4, 5], 4) as value,
    measure.binary_lag_gain([]::bigint[], 0) as of_no_relevant;
