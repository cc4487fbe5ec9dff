-- measure.ordered_sum
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.average_precision_at, measure.binary_lag_gain, measure.binary_preference, measure.compatibility
-- Source:  addition in a fixed order
create or replace macro measure.ordered_sum(numbers) as
    list_reduce(numbers, lambda total, number: total + number, 0.0e0);

comment on macro measure.ordered_sum is 'Sum of a list of doubles from left to right; 0 for an empty list.';
