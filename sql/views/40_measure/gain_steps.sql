-- measure.gain_steps
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.graded_ncg_at, measure.graded_ndcg_at
-- Source:  Jarvelin and Kekalainen 2002
create or replace macro measure.gain_steps(hits, cutoff, dcg, gains) as
    list_transform(
        list_filter(hits, lambda hit: hit.rank <= coalesce(cutoff, hit.rank)),
        lambda hit: {'rank': hit.rank, 'gain': measure.grade_gain(hit.grade, dcg, gains)}
    );

comment on macro measure.gain_steps is 'Rank and gain of the graded hits up to cutoff; a NULL cutoff is the whole list.';
