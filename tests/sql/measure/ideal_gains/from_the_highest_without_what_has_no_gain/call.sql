select
    measure.ideal_gains([0, 1, 3, -1, 1], map {}::map(integer, double))::json as as_graded,
    measure.ideal_gains([0, 1, 3, -1, 1], map {1: 9.0e0})::json as mapped;
