select
    core.hexadecimal(1.0e0) as one,
    core.hexadecimal(-0.1e0) as tenth,
    core.hexadecimal(0.0e0) as zero,
    core.hexadecimal(-0.0e0) as minus_zero,
    core.hexadecimal(5e-324) as smallest,
    core.hexadecimal(1.7976931348623157e308) as largest,
    core.hexadecimal(null::double) as nothing;
