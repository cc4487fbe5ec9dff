-- measure.judged_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  ir_measures Judged
create or replace macro measure.judged_at(hits, num_retrieved, cutoff) as
    coalesce(
        len(list_filter(hits, lambda hit: hit.rank <= coalesce(cutoff, hit.rank)))::double
        / nullif(least(num_retrieved, coalesce(cutoff, num_retrieved)), 0),
        0.0e0
    );

comment on macro measure.judged_at is 'Share of the first cutoff hits that have a grade, negative ones included; 0 for an empty list. A NULL cutoff is the whole list.';
