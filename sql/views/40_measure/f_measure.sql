-- measure.f_measure
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  van Rijsbergen 1979; trec_eval set_F
create or replace macro measure.f_measure(precision_value, recall_value, weight) as
    coalesce(
        (weight + 1.0e0) * precision_value * recall_value
        / nullif(recall_value + weight * precision_value, 0.0e0),
        0.0e0
    );

comment on macro measure.f_measure is '(weight + 1) P R / (R + weight P): the weight stands as it is, not squared; 0 when both are 0.';
