-- measure.capped_average_precision_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  Kaggle, MAP@k
create or replace macro measure.capped_average_precision_at(ranks, cutoff, num_relevant) as
    measure.average_precision_at(ranks, cutoff, least(num_relevant, cutoff));

comment on macro measure.capped_average_precision_at is 'Precision at each relevant rank up to cutoff, added up and divided by the smaller of cutoff and num_relevant; 0 when num_relevant is 0.';
