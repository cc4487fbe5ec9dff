select
    measure.compatibility([{'rank': 1::bigint, 'grade': 1::bigint}, {'rank': 3, 'grade': 1}], 3, [1, 1]::bigint[], 0.5e0, true) as value,
    measure.compatibility([{'rank': 1::bigint, 'grade': 1::bigint}, {'rank': 3, 'grade': 1}], 3, [1, 1]::bigint[], 0.5e0, false) as raw,
    measure.compatibility([{'rank': 1::bigint, 'grade': 1::bigint}], 3, [1]::bigint[], 0.5e0, true) as ideal,
    measure.compatibility([]::struct(rank bigint, grade bigint)[], 0, [0]::bigint[], 0.5e0, true) as of_no_gain;
