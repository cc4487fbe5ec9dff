select
    bm25.term_weight(1, 5, 5.0e0, 1.5e0, 0.75e0) as once,
    bm25.term_weight(2, 5, 5.0e0, 1.5e0, 0.75e0) as twice,
    bm25.term_weight(1000, 5, 5.0e0, 1.5e0, 0.75e0) as a_thousand_times;
