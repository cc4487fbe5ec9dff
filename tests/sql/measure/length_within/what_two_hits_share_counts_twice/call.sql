select
    measure.length_within(lengths, cutoff) as value
from (
    values
    (1, [400, 400, 400], 2),
    (2, [400, 400, 400], 5),
    (3, []::integer[], 5),
    (4, [400], 0)
) as given(number, lengths, cutoff)
order by number;
