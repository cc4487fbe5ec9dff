select
    measure.average_precision_at([1, 4, 5], null, 4) as whole,
    measure.average_precision_at([1, 4, 5], 4, 4) as cut,
    measure.average_precision_at([]::bigint[], null, 4) as of_no_hit,
    measure.average_precision_at([]::bigint[], null, 0) as of_no_relevant;
