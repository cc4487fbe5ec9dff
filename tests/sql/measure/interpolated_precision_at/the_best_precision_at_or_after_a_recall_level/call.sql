select
    measure.interpolated_precision_at([2, 3, 8], 4, 0.0e0) as at_0,
    measure.interpolated_precision_at([2, 3, 8], 4, 0.5e0) as at_half,
    measure.interpolated_precision_at([2, 3, 8], 4, 0.75e0) as at_three_quarters,
    measure.interpolated_precision_at([2, 3, 8], 4, 1.0e0) as never_reached,
    measure.interpolated_precision_at([]::integer[], 4, 0.0e0) as none_retrieved;
