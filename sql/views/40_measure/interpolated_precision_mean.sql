-- measure.interpolated_precision_mean
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  trec_eval 11pt_avg
create or replace macro measure.interpolated_precision_mean(ranks, num_relevant) as
    measure.added(
        list_transform(
            range(0, 11),
            lambda step: measure.interpolated_precision_at(ranks, num_relevant, step / 10.0e0)
        )
    ) / 11;

comment on macro measure.interpolated_precision_mean is 'Mean of the interpolated precision at recall 0, 0.1 to 1.';
