-- report.nearest_rank
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  report.stage_outcome
-- Source:  nearest-rank percentile
create or replace macro report.nearest_rank(numbers, percent) as
    case
        when coalesce(len(numbers), 0) = 0 then 0.0e0
        else
            list_sort(numbers)[
                greatest(1, least(len(numbers), ceil(percent / 100.0e0 * len(numbers))))::bigint
            ]
    end;

comment on macro report.nearest_rank is 'The nearest-rank percentile of a list of numbers, percent from 0 to 100; 0 for an empty list or NULL.';
