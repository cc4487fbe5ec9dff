-- measure.num_graded
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.compatibility, measure.document_value, measure.graded_lag_gain, measure.ideal_positions
-- Source:  counting
create or replace macro measure.num_graded(pool, low, high) as
    len(list_filter(pool, lambda grade: grade >= low and grade < coalesce(high, grade + 1)));

comment on macro measure.num_graded is 'How many grades of a list are at least low and below high; a NULL high is no bound.';
