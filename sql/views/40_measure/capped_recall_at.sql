-- measure.capped_recall_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  trec_eval relative_P; BEIR R_cap@k
create or replace macro measure.capped_recall_at(ranks, cutoff, num_relevant) as
    measure.recall_at(ranks, cutoff, least(num_relevant, cutoff));

comment on macro measure.capped_recall_at is 'Relevant ranks up to cutoff, divided by the smaller of cutoff and num_relevant; 0 when num_relevant is 0.';
