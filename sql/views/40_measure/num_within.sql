-- measure.num_within
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.complete_at, measure.precision_at, measure.recall_at
-- Source:  counting
create or replace macro measure.num_within(ranks, cutoff) as
    len(list_filter(ranks, lambda rank: rank <= cutoff));

comment on macro measure.num_within is 'How many of a list of ranks are at most cutoff.';
