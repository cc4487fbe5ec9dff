select
    parameters.rel,
    parameters.share,
    parameters.gains[2] as gain,
    parameters.shares,
    parameters.dcg
from (
    select
        number,
        measure.document_parameters(params) as parameters
    from (
        values
        (1, '{"rel": 2, "gains": {"1": 3, "2": 5}, "shares": [0.25, 0.5]}'),
        (2, null)
    ) as given(number, params)
) as read
order by number;
