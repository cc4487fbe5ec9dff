select
    measure.success_at([3], 2) as at_2,
    measure.success_at([3], 3) as at_3,
    measure.success_at([3, 4, 5], 10) as of_three,
    measure.success_at([]::integer[], 10) as of_none;
