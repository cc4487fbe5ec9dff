-- measure.set_f
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  trec_eval set_F
create or replace macro measure.set_f(num_found, num_retrieved, num_relevant, beta) as
    coalesce(
        (beta + 1)
        * (num_found::double / nullif(num_retrieved, 0))
        * (num_found::double / nullif(num_relevant, 0))
        / nullif(
            num_found::double / nullif(num_relevant, 0)
            + beta * (num_found::double / nullif(num_retrieved, 0)),
            0
        ),
        0.0e0
    );

comment on macro measure.set_f is 'Weighted harmonic mean of the precision and recall of a set, beta as trec_eval takes it, not squared; 0 when nothing relevant was found.';
