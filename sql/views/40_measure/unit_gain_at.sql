-- measure.unit_gain_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.unit_value
-- Source:  Jarvelin and Kekalainen 2002, not normalised
create or replace macro measure.unit_gain_at(ranks, cutoff, num_units) as
    coalesce(
        measure.discounted_gain(list_filter(ranks, lambda rank: rank <= cutoff))
        / nullif(num_units, 0),
        0.0e0
    );

comment on macro measure.unit_gain_at is 'Mean over num_units of 1 / log2(rank + 1), 0 for a unit that is not found up to cutoff; 0 without any unit. Added in the order of the units.';
