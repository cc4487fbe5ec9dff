select
    relevance.added_chars(start_offset, end_offset, end_before) as value
from (
    values
    (1, 0, 10, null::integer),
    (2, 5, 20, 10),
    (3, 12, 15, 20),
    (4, 20, 30, 20)
) as given(number, start_offset, end_offset, end_before)
order by number;
