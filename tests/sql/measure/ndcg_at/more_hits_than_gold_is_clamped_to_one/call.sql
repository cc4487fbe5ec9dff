select measure.ndcg_at([1, 2, 3], 10, 1) as value;
