-- measure.precision_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.chunk_value
-- Source:  van Rijsbergen, Information Retrieval, 1979
create or replace macro measure.precision_at(ranks, cutoff) as
    measure.num_within(ranks, cutoff)::double / cutoff;

comment on macro measure.precision_at is 'Share of cutoff that are relevant ranks.';
