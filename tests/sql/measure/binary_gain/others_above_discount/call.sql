select
    measure.binary_gain([1, 4], 3) as two_of_three,
    measure.binary_gain([]::integer[], 0) as none_relevant;
