-- measure.graded_ndcg_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  Jarvelin and Kekalainen 2002; trec_eval ndcg, ndcg_cut
create or replace macro measure.graded_ndcg_at(hits, ideal, cutoff) as
    least(
        coalesce(
            measure.graded_gain_at(hits, cutoff)
            / nullif(measure.ideal_gain_at(ideal, cutoff), 0.0e0),
            0.0e0
        ),
        1.0e0
    );

comment on macro measure.graded_ndcg_at is 'Discounted gain up to cutoff divided by that of the ideal list of all judged documents; at most 1, and 0 when nothing has a gain.';
