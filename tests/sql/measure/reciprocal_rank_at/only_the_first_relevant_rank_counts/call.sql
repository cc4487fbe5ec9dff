select
    measure.reciprocal_rank_at([4, 5], null) as uncut,
    measure.reciprocal_rank_at([4, 5], 4) as at_4,
    measure.reciprocal_rank_at([4, 5], 3) as at_3,
    measure.reciprocal_rank_at([]::integer[], null) as of_none;
