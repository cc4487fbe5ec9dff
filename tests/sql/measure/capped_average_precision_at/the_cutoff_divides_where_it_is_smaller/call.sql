select
    measure.capped_average_precision_at([1, 4, 5], 2, 4) as value,
    measure.capped_average_precision_at([1, 4, 5], 5, 4) as uncapped,
    measure.capped_average_precision_at([]::bigint[], 2, 0) as of_no_relevant;
