select
    measure.within_budget(lengths, budget) as value
from (
    values
    (1, [400, 400, 400], 1000),
    (2, [400, 600, 1], 1000),
    (3, [1001, 1], 1000),
    (4, []::integer[], 1000),
    (5, [10, 20], 1000)
) as given(number, lengths, budget)
order by number;
