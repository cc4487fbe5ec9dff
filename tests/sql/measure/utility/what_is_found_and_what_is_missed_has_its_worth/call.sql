select
    measure.utility([1, 4, 5], 10, 4, [1.0e0, -1.0e0, 0.0e0]) as default,
    measure.utility([1, 4, 5], 10, 4, [2.0e0, -0.5e0, -3.0e0]) as missed;
