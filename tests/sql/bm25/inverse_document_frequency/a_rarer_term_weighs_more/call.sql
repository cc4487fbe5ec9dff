select
    bm25.inverse_document_frequency(3, 1) as in_one,
    bm25.inverse_document_frequency(3, 2) as in_two,
    bm25.inverse_document_frequency(3, 3) as in_three;
