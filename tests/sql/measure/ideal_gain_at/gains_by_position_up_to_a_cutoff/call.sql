select
    measure.ideal_gain_at([3.0e0, 2.0e0, 1.0e0], null) as whole,
    measure.ideal_gain_at([3.0e0, 2.0e0, 1.0e0], 1) as at_1,
    measure.ideal_gain_at([3.0e0, 2.0e0, 1.0e0], 9) as beyond;
