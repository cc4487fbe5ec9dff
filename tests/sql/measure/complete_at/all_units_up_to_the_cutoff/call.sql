select
    measure.complete_at(ranks, cutoff, num_units) as value
from (
    values
    (1, [4, 1], 5, 2),
    (2, [6, 1], 5, 2),
    (3, [1], 5, 2),
    (4, []::integer[], 5, 0)
) as given(number, ranks, cutoff, num_units)
order by number;
