-- bm25.term_weight
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  bm25.contribution
-- Source:  Robertson and Zaragoza 2009
create or replace macro bm25.term_weight(term_frequency, num_tokens, average_num_tokens, k1, b) as
    term_frequency * (k1 + 1.0e0)
    / (term_frequency + k1 * (1.0e0 - b + b * num_tokens / average_num_tokens));

comment on macro bm25.term_weight is 'Saturated frequency of a term in a chunk of num_tokens tokens; between 0 and k1 + 1. k1 and b must be DOUBLE.';
