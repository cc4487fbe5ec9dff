select
    measure.num_within([2, 5, 9], 1) as at_1,
    measure.num_within([2, 5, 9], 5) as at_5,
    measure.num_within([2, 5, 9], 100) as at_100,
    measure.num_within([]::integer[], 5) as of_none;
