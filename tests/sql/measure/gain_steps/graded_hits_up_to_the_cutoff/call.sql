select
    list_transform(measure.gain_steps([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], null, 'log2', null), lambda step: step.gain) as gains,
    list_transform(measure.gain_steps([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], 3, 'log2', null), lambda step: step.rank) as cut;
