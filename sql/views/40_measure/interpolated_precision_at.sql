-- measure.interpolated_precision_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value, measure.interpolated_precision_mean
-- Source:  trec_eval 10 iprec_at_recall
create or replace macro measure.interpolated_precision_at(ranks, num_relevant, recall_level) as
    coalesce(
        list_max(
            (list_transform(ranks, lambda rank, position: position::double / rank))[
                greatest(floor(recall_level * num_relevant + 0.5e0)::bigint, 1):
            ]
        ),
        0.0e0
    );

comment on macro measure.interpolated_precision_at is 'Highest precision at or after the rank where recall reaches recall_level, the number of relevant documents for it rounded to the nearest; 0 when it is never reached.';
