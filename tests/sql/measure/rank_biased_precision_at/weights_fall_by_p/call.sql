select
    measure.rank_biased_precision_at([1, 3], null, 0.5e0) as value,
    measure.rank_biased_precision_at([1, 3], 2, 0.5e0) as cut,
    measure.rank_biased_precision_at([1, 3], null, 0.0e0) as impatient,
    measure.rank_biased_precision_at([]::bigint[], null, 0.5e0) as of_none;
