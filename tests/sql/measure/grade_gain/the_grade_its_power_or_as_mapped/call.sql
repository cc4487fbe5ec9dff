select
    measure.grade_gain(3, 'log2', null) as linear,
    measure.grade_gain(3, 'exp-log2', null) as exponential,
    measure.grade_gain(-1, 'exp-log2', null) as negative,
    measure.grade_gain(3, 'log2', map([3], [0.5e0])) as mapped,
    measure.grade_gain(2, 'log2', map([3], [0.5e0])) as not_mapped;
