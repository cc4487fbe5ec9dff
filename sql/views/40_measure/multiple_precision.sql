-- measure.multiple_precision
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  trec_eval Rprec_mult
create or replace macro measure.multiple_precision(ranks, factor, num_relevant) as
    coalesce(
        measure.num_within(ranks, floor(factor * num_relevant + 0.9e0))::double
        / nullif(floor(factor * num_relevant + 0.9e0), 0),
        0.0e0
    );

comment on macro measure.multiple_precision is 'Precision after factor times num_relevant hits, that product plus 0.9 rounded down; 0 when it is 0.';
