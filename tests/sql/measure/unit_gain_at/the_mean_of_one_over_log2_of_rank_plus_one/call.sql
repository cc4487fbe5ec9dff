select
    measure.unit_gain_at(ranks, cutoff, num_units) as value
from (
    values
    (1, [1, 3], 5, 2),
    (2, [1, 3], 2, 2),
    (3, [3], 5, 4),
    (4, []::integer[], 5, 0)
) as given(number, ranks, cutoff, num_units)
order by number;
