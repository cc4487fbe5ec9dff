select
    measure.ideal_positions([{'rank': 1::bigint, 'grade': 1::bigint}, {'rank': 2, 'grade': 2}, {'rank': 5, 'grade': 1}], [2, 1, 1, 1]::bigint[]) as positions;
