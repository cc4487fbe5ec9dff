select
    measure.rank_biased_precision_at([1, 3], null, 0.5e0) as whole,
    measure.rank_biased_precision_at([1, 3], 2, 0.5e0) as at_2;
