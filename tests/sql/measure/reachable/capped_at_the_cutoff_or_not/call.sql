select
    measure.reachable(8, 5, 'plain') as plain,
    measure.reachable(8, 5, null) as no_flavour,
    measure.reachable(8, 5, 'capped') as capped,
    measure.reachable(3, 5, 'capped') as fewer;
