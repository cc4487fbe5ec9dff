-- measure.added
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.average_precision_at, measure.binary_gain, measure.binary_preference, measure.compatibility, measure.expected_reciprocal_rank_at, measure.gain_at, measure.gain_by_cost, measure.graded_gain_at, measure.inferred_average_precision, measure.interpolated_precision_mean, measure.ndcg_at_levels, measure.ndcg_at_relevant, measure.rank_biased_precision_at
-- Source:  left-to-right addition
create or replace macro measure.added(terms) as
    list_reduce(terms, lambda total, term: total + term, 0.0e0);

comment on macro measure.added is 'Sum of a list from left to right in double precision; 0 for an empty list.';
