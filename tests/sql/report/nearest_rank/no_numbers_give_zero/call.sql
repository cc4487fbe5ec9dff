select report.nearest_rank([]::double[], 50) as of_none, report.nearest_rank(null::double[], 50) as of_null;
