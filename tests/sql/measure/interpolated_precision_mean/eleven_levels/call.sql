select
    measure.interpolated_precision_mean([1], 2) as half_found,
    measure.interpolated_precision_mean([]::integer[], 2) as none_retrieved;
