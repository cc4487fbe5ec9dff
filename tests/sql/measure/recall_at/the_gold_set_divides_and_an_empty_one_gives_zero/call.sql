select
    measure.recall_at([1, 3], 1, 4) as at_1,
    measure.recall_at([1, 3], 5, 4) as at_5,
    measure.recall_at([1, 3], 5, 2) as of_all,
    measure.recall_at([]::integer[], 5, 0) as of_no_gold;
