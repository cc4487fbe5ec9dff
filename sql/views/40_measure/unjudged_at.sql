-- measure.unjudged_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  trec_eval unj
create or replace macro measure.unjudged_at(hits, num_retrieved, cutoff) as
    (
        least(num_retrieved, cutoff)
        - len(list_filter(hits, lambda hit: hit.grade >= 0 and hit.rank <= cutoff))
    )::double
    / cutoff;

comment on macro measure.unjudged_at is 'Share of cutoff that are hits without a grade of 0 or above.';
