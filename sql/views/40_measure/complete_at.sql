-- measure.complete_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.unit_value
-- Source:  all evidence found
create or replace macro measure.complete_at(ranks, cutoff, num_units) as
    case when num_units > 0 and measure.num_within(ranks, cutoff) = num_units then 1.0e0 else 0.0e0 end;

comment on macro measure.complete_at is '1 when all of num_units have a rank of at most cutoff, else 0; 0 without any unit.';
