select
    measure.share_of(part, whole) as value
from (
    values
    (1, 1, 4),
    (2, 0, 4),
    (3, 0, 0)
) as given(number, part, whole)
order by number;
