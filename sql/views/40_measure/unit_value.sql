-- measure.unit_value
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.by_unit, queries/measures_unit.sql
-- Source:  the formulas it calls
create or replace macro measure.unit_value(family, cutoff, ranks, num_units) as
    case family
        when 'Success' then measure.success_at(list_sort(ranks), cutoff)
        when 'Complete' then measure.complete_at(ranks, cutoff, num_units)
        when 'R' then measure.recall_at(ranks, cutoff, num_units)
        when 'RR' then measure.reciprocal_rank_at(list_sort(ranks), cutoff)
        when 'uDCG' then measure.unit_gain_at(ranks, cutoff, num_units)
    end;

comment on macro measure.unit_value is 'Value of a family at level unit: ranks are those of the units that were found, in the order of the units. NULL for a family that there is not.';
