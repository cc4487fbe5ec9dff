select
    report.nearest_rank([10, 20, 30, 40, 50], 0) as p0,
    report.nearest_rank([10, 20, 30, 40, 50], 20) as p20,
    report.nearest_rank([10, 20, 30, 40, 50], 21) as p21,
    report.nearest_rank([10, 20, 30, 40, 50], 50) as p50,
    report.nearest_rank([10, 20, 30, 40, 50], 95) as p95,
    report.nearest_rank([10, 20, 30, 40, 50], 100) as p100;
