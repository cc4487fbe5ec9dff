-- bm25.inverse_document_frequency
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  bm25.contribution, bm25.term
-- Source:  Robertson and Zaragoza 2009, with one added inside the logarithm so that it is never negative
create or replace macro bm25.inverse_document_frequency(num_chunks, document_frequency) as
    ln((num_chunks - document_frequency + 0.5e0) / (document_frequency + 0.5e0) + 1.0e0);

comment on macro bm25.inverse_document_frequency is 'Weight of a term that stands in document_frequency of num_chunks chunks; natural logarithm, above 0.';
