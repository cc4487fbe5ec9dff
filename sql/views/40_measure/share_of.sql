-- measure.share_of
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.character_value, measure.chunking_value
-- Source:  division
create or replace macro measure.share_of(part, whole) as
    coalesce(part::double / nullif(whole, 0), 0.0e0);

comment on macro measure.share_of is 'Part divided by whole; 0 when whole is 0.';
