select report.discrimination_finding(n, contested, wordless, undisputed, decided, below, headroom) as finding
from (
    values
        (1, 78, 76, 0, 1, 1, 31, 0.2811e0),
        (2, 12, 3, 1, 5, 3, 2, 0.1e0),
        (3, 12, 12, 0, 0, 0, 0, 0.0e0),
        (4, 12, 0, 0, 12, 0, 0, 0.0e0),
        (5, 12, 0, 0, 0, 12, 3, 0.5e0),
        (6, 12, 0, 0, 5, 6, 3, 0.5e0),
        (7, 12, 0, 0, 0, 0, 12, 1.0e0),
        (8, 0, 0, 0, 0, 0, 0, null)
) as counts (place, n, contested, wordless, undisputed, decided, below, headroom)
order by place;
