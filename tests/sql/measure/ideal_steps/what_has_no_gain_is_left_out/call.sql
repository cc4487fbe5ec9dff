select
    list_transform(measure.ideal_steps([3, 2, 1, 0, 0, -1]::bigint[], null, 'log2', null), lambda step: step.gain) as gains,
    len(measure.ideal_steps([3, 2, 1, 0, 0, -1]::bigint[], 2, 'log2', null)) as cut,
    list_transform(measure.ideal_steps([3, 2, 1, 0, 0, -1]::bigint[], null, 'log2', map([1], [9.0e0])), lambda step: step.gain) as reordered;
