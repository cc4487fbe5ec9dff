select
    measure.unit_ranks(units, null) as overlap,
    measure.unit_ranks(units, 0.6e0) as most,
    measure.unit_ranks(units, 1.0e0) as whole
from (
    select [
        [{'rank': 1, 'cover': 0.5e0}, {'rank': 3, 'cover': 1.0e0}],
        [{'rank': 2, 'cover': 0.9e0}]
    ] as units
) as given;
