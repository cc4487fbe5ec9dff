-- measure.success_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.chunk_value, measure.unit_value
-- Source:  hit rate
create or replace macro measure.success_at(ranks, cutoff) as
    case when ranks[1] <= cutoff then 1.0e0 else 0.0e0 end;

comment on macro measure.success_at is '1 when the first of the ascending relevant ranks is at most cutoff, else 0.';
