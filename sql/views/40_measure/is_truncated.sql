-- measure.is_truncated
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.by_character, measure.by_unit, queries/measures_character.sql, queries/measures_unit.sql
-- Source:  definition of the depth
create or replace macro measure.is_truncated(budget, depth, lengths) as
    coalesce(len(lengths) = depth and list_sum(lengths) < budget, false);

comment on macro measure.is_truncated is 'Whether a list ended at its depth with some of the budget left, so that it was never allowed to use the rest.';
