select
    measure.interpolated_precision([2, 3], 0, 4) as none_needed,
    measure.interpolated_precision([2, 3], 0.5e0, 4) as half,
    measure.interpolated_precision([1, 4], 0.125e0, 4) as one_in_eight_rounds_up,
    measure.interpolated_precision([2, 3], 1, 4) as never;
