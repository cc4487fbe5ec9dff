select
    measure.f_measure(0.5e0, 0.25e0, 1.0e0) as even,
    measure.f_measure(0.5e0, 0.25e0, 2.0e0) as weight_2,
    measure.f_measure(0.0e0, 0.0e0, 1.0e0) as of_nothing;
