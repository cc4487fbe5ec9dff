-- measure.interpolated_precision
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value, measure.interpolated_average
-- Source:  van Rijsbergen 1979; trec_eval 10 iprec_at_recall
create or replace macro measure.interpolated_precision(ranks, share, num_relevant) as
    coalesce(
        list_max(
            list_transform(
                ranks,
                lambda rank, position: case
                    when position >= floor(share * num_relevant + 0.5e0)
                        then position::double / rank
                end
            )
        ),
        0.0e0
    );

comment on macro measure.interpolated_precision is 'Highest precision at or after the rank where the share of num_relevant (plus one half, rounded down) was found; 0 when it never was.';
