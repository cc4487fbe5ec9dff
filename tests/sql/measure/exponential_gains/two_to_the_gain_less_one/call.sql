select
    measure.exponential_gains([3.0e0, 2.0e0, 1.0e0])::json as three_gains;
