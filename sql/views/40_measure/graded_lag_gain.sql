-- measure.graded_lag_gain
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  trec_eval G
create or replace macro measure.graded_lag_gain(hits, pool) as
    coalesce(
        list_reduce(
            list_transform(
                list_filter(hits, lambda hit: hit.grade > 0),
                lambda hit: {
                    'total': 0.0e0,
                    'gain': hit.grade::double,
                    'best': measure.ordered_sum(
                        list_filter(pool, lambda grade: grade > 0)[:hit.rank]::double[]
                    )
                    + greatest(hit.rank - measure.num_graded(pool, 1, null), 0)
                }
            ),
            lambda so_far, hit: {
                'total': so_far.total
                + hit.gain / log2(2 + hit.best - (so_far.gain + hit.gain)),
                'gain': so_far.gain + hit.gain,
                'best': hit.best
            },
            {'total': 0.0e0, 'gain': 0.0e0, 'best': 0.0e0}
        ).total
        / nullif(
            measure.ordered_sum(list_filter(pool, lambda grade: grade > 0)::double[]), 0
        ),
        0.0e0
    );

comment on macro measure.graded_lag_gain is 'For each hit its grade / log2(2 + lag), added up and divided by the sum of all grades; the lag is what the best list has gained by then (1 a hit once its grades are used up) less what this one has. 0 when no grade is positive. pool is in descending order.';
