select
    measure.ordered_sum([0.1e0, 0.2e0, 0.3e0]) as value,
    measure.ordered_sum([]::double[]) as of_none;
