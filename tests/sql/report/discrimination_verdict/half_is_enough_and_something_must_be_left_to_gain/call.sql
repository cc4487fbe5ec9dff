select
    report.discrimination_verdict(10, 5, 5, 1) as half,
    report.discrimination_verdict(10, 4, 6, 1) as fewer,
    report.discrimination_verdict(10, 10, 0, 0) as all_first,
    report.discrimination_verdict(10, 0, 10, 9) as settled,
    report.discrimination_verdict(10, 1, 1, 9) as mostly_unknown,
    report.discrimination_verdict(10, 0, 0, 9) as unknown,
    report.discrimination_verdict(0, 0, 0, 0) as nothing;
