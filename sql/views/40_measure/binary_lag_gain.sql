-- measure.binary_lag_gain
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  trec_eval binG
create or replace macro measure.binary_lag_gain(ranks, num_relevant) as
    coalesce(
        measure.ordered_sum(
            list_transform(ranks, lambda rank, position: 1.0e0 / log2(2 + rank - position))
        )
        / nullif(num_relevant, 0),
        0.0e0
    );

comment on macro measure.binary_lag_gain is 'For each relevant rank 1 / log2(2 + others above it), added up and divided by num_relevant; 0 when num_relevant is 0.';
