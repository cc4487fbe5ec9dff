select
    measure.added([0.1e0, 0.2e0, 0.3e0]) as tenths,
    measure.added([]::double[]) as of_none;
