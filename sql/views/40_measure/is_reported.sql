-- measure.is_reported
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.by_character, measure.by_unit, queries/measures_character.sql, queries/measures_unit.sql
-- Source:  definition of the depth
create or replace macro measure.is_reported(cutoff, budget, depth, lengths) as
    (cutoff is null or depth is null or cutoff <= depth)
    and (budget is null or lengths is not null);

comment on macro measure.is_reported is 'Whether a measure with this cutoff is reported for a list: not when its rank lies beyond the depth that was asked for, and not when it counts characters that are not known.';
