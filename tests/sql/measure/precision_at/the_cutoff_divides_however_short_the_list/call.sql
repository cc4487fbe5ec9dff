select
    measure.precision_at([1, 3], 1) as at_1,
    measure.precision_at([1, 3], 4) as at_4,
    measure.precision_at([1, 3], 10) as at_10,
    measure.precision_at([]::integer[], 10) as of_none;
