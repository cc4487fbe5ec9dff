select
    bm25.term_weight(1, 8, 4.0e0, 0.0e0, 0.75e0) as once,
    bm25.term_weight(9, 8, 4.0e0, 0.0e0, 0.75e0) as nine_times;
