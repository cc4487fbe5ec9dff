select
    measure.set_f(2, 10, 4, 1.0e0) as value,
    measure.set_f(2, 10, 4, 0.5e0) as half,
    measure.set_f(0, 10, 4, 1.0e0) as nothing_found,
    measure.set_f(0, 0, 0, 1.0e0) as of_none;
