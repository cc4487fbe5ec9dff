-- measure.length_within
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.character_value
-- Source:  counting
create or replace macro measure.length_within(lengths, cutoff) as
    coalesce(list_sum(lengths[1:cutoff]), 0)::bigint;

comment on macro measure.length_within is 'Total length of the first hits up to cutoff in characters: what two hits share counts twice.';
