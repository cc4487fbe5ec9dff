-- measure.interpolated_average
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  van Rijsbergen 1979; trec_eval 11pt_avg
create or replace macro measure.interpolated_average(ranks, shares, num_relevant) as
    measure.ordered_sum(
        list_transform(
            coalesce(shares, list_transform(range(11), lambda tenths: tenths / 10.0e0)),
            lambda share: measure.interpolated_precision(ranks, share, num_relevant)
        )
    )
    / len(coalesce(shares, range(11)::double[]));

comment on macro measure.interpolated_average is 'Mean of measure.interpolated_precision at the shares; NULL shares are 0, 0.1, ..., 1.';
