select
    report.nearest_rank(range(1, 21), 95) as of_twenty,
    report.nearest_rank(range(1, 22), 95) as of_twenty_one;
