select
    measure.is_short(cutoff, num_documents, is_full) as value
from (
    values
    (1, 4, 3, true),
    (2, 3, 3, true),
    (3, 4, 3, false),
    (4, null, 3, true)
) as given(number, cutoff, num_documents, is_full)
order by number;
