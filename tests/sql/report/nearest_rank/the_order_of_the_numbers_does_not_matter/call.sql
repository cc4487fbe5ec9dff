select report.nearest_rank([3.5e0, 0.5e0, 2.5e0, 1.5e0], 50) as median;
