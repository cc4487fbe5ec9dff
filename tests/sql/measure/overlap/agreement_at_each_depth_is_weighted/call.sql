select
    measure.overlap([1, 3], 3, 0.5e0) as value,
    measure.overlap([]::bigint[], 3, 0.5e0) as of_none;
