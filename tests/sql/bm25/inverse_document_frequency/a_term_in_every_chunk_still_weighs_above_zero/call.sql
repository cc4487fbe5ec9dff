select
    bm25.inverse_document_frequency(1, 1) as one_of_one,
    bm25.inverse_document_frequency(1000, 1000) as thousand_of_thousand;
