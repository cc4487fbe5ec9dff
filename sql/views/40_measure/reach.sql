-- measure.reach
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.by_character, measure.by_unit, queries/measures_character.sql, queries/measures_unit.sql
-- Source:  counting
create or replace macro measure.reach(cutoff, budget, lengths) as
    case when budget is null then cutoff else measure.within_budget(lengths, budget) end;

comment on macro measure.reach is 'How many hits a cutoff looks at: cutoff ranks, or as many as fit the budget of characters; NULL means the whole list.';
