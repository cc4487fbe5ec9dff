select
    measure.is_truncated(budget, depth, lengths) as value
from (
    values
    (1, 2000, 2, [400, 400]),
    (2, 800, 2, [400, 400]),
    (3, 2000, 3, [400, 400]),
    (4, 2000, null::integer, [400, 400]),
    (5, null::integer, 2, [400, 400])
) as given(number, budget, depth, lengths)
order by number;
