select
    measure.overlap_weight(1, 3, 0.5e0) as from_1,
    measure.overlap_weight(3, 3, 0.5e0) as from_3,
    measure.overlap_weight(4, 3, 0.5e0) as from_4;
