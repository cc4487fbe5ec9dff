-- measure.graded_ndcg_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value, measure.ndcg_at_grade_counts, measure.ndcg_at_relevant
-- Source:  Jarvelin and Kekalainen 2002; trec_eval ndcg, ndcg_cut
create or replace macro measure.graded_ndcg_at(hits, pool, cutoff, dcg, gains) as
    coalesce(
        measure.discounted_steps(measure.gain_steps(hits, cutoff, dcg, gains))
        / nullif(measure.discounted_steps(measure.ideal_steps(pool, cutoff, dcg, gains)), 0),
        0.0e0
    );

comment on macro measure.graded_ndcg_at is 'Discounted gain of the hits up to cutoff divided by that of the best list; 0 when nothing judged has a gain. A NULL cutoff is the whole list.';
