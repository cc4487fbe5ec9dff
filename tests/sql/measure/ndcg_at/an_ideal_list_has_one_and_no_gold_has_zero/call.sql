select
    measure.ndcg_at([1, 2, 3], 10, 3) as ideal,
    measure.ndcg_at([1, 2, 3], 2, 3) as ideal_up_to_the_cutoff,
    measure.ndcg_at([]::integer[], 10, 3) as of_none,
    measure.ndcg_at([]::integer[], 10, 0) as of_no_gold;
