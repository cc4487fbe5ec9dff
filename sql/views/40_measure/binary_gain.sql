-- measure.binary_gain
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  trec_eval 10 binG
create or replace macro measure.binary_gain(ranks, num_relevant) as
    coalesce(
        measure.added(
            list_transform(ranks, lambda rank, position: 1.0e0 / log2(2 + rank - position))
        )
        / nullif(num_relevant, 0),
        0.0e0
    );

comment on macro measure.binary_gain is 'For each relevant document 1 / log2(2 + the number of others above it), divided by num_relevant; 0 when nothing is relevant.';
