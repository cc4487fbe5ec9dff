-- measure.recall_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.chunk_value, measure.unit_value
-- Source:  van Rijsbergen, Information Retrieval, 1979
create or replace macro measure.recall_at(ranks, cutoff, num_relevant) as
    coalesce(measure.num_within(ranks, cutoff)::double / nullif(num_relevant, 0), 0.0e0);

comment on macro measure.recall_at is 'Share of num_relevant that the relevant ranks up to cutoff are; 0 when num_relevant is 0.';
