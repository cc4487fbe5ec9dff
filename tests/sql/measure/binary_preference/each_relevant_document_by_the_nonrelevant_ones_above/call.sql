select
    measure.binary_preference([2, 4], [1, 3, 5], 3, 3) as two_of_three,
    measure.binary_preference([5], [1, 2, 3, 4], 2, 4) as more_above_than_relevant,
    measure.binary_preference([7], []::integer[], 2, 0) as none_judged_nonrelevant,
    measure.binary_preference([]::integer[], [1], 0, 1) as none_relevant;
