select
    measure.average_precision_at([1, 3, 6], null, 4) as whole,
    measure.average_precision_at([1, 3, 6], 3, 4) as at_3,
    measure.average_precision_at([]::integer[], null, 4) as none_retrieved,
    measure.average_precision_at([]::integer[], null, 0) as none_relevant;
