select
    measure.reach(cutoff, budget, lengths) as value
from (
    values
    (1, 5, null::integer, [400, 400]),
    (2, null::integer, 500, [400, 400]),
    (3, null::integer, null::integer, [400, 400])
) as given(number, cutoff, budget, lengths)
order by number;
