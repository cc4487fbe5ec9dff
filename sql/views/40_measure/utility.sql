-- measure.utility
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  trec_eval utility
create or replace macro measure.utility(ranks, num_retrieved, num_relevant, worths) as
    worths[1] * len(ranks)
    + worths[2] * (num_retrieved - len(ranks))
    + worths[3] * (num_relevant - len(ranks));

comment on macro measure.utility is 'What a list is worth: worths are for each relevant hit, each other hit, and each relevant document missed. Any number.';
