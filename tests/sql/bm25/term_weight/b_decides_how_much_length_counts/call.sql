select
    bm25.term_weight(1, 8, 4.0e0, 1.0e0, 0.0e0) as not_at_all,
    bm25.term_weight(1, 8, 4.0e0, 1.0e0, 0.5e0) as half,
    bm25.term_weight(1, 8, 4.0e0, 1.0e0, 1.0e0) as fully;
