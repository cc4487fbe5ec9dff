select
    measure.discounted_gain([1]) as first,
    measure.discounted_gain([1, 3]) as first_and_third,
    measure.discounted_gain([3, 7, 15]) as later,
    measure.discounted_gain([]::integer[]) as of_none;
