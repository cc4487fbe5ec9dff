select
    measure.held_within(held, 2) as two,
    measure.held_within(held, 4) as four,
    measure.held_within([], 4) as none
from (
    select [{'rank': 1, 'num_chars': 10}, {'rank': 2, 'num_chars': 20}, {'rank': 4, 'num_chars': 5}]
        as held
) as given;
