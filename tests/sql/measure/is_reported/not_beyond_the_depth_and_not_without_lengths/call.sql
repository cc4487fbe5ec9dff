select
    measure.is_reported(cutoff, budget, depth, lengths) as value
from (
    values
    (1, 5, null::integer, 10, [1]),
    (2, 11, null::integer, 10, [1]),
    (3, 11, null::integer, null::integer, [1]),
    (4, null::integer, 2000, 10, [1]),
    (5, null::integer, 2000, 10, null::integer[]),
    (6, null::integer, null::integer, 10, null::integer[])
) as given(number, cutoff, budget, depth, lengths)
order by number;
