select
    measure.interpolated_average([2, 3], [0.0e0, 1.0e0], 4) as given,
    measure.interpolated_average([1], null, 2) as eleven;
